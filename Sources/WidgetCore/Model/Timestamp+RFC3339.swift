// RFC 3339 without Foundation: days are counted with the proleptic Gregorian calendar, after Howard Hinnant's "chrono-compatible low-level date algorithms".
extension Timestamp {
    /// The form that errors show.
    public static let rfc3339Example = "2026-11-20T08:00:00Z"

    /// The date that `text` says: `2026-11-20T08:00:00Z`, `2026-11-20T09:00:00.250+01:00`; nil for any other form.
    ///
    /// Strict: the zone is there, `T` and `Z` are upper case, years are 0001 to 9999. Fractions finer than a millisecond are rounded down. A leap second,
    /// `23:59:60`, is refused, because a ``Timestamp`` can't say it.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(bytes: Array(text.utf8.prefix(64)))
        guard text.utf8.count <= 64,
            let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"), let day = reader.number(2), reader.skip("T"),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"), let second = reader.number(2),
            year >= 1, (1...12).contains(month), (1...Self.days(inMonth: month, year: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        var milliseconds = 0
        if reader.skip(".") {
            guard let fraction = reader.fraction() else { return nil }
            milliseconds = fraction
        }
        guard let offset = reader.zoneMinutes(), reader.isAtEnd else { return nil }
        let seconds = (Self.days(toYear: year, month: month, day: day) * 24 + hour) * 3_600 + (minute - offset) * 60 + second
        let date = Timestamp(milliseconds: Int64(seconds) * 1_000 + Int64(milliseconds))
        guard (Timestamp.earliest...Timestamp.latest).contains(date) else { return nil }
        self = date
    }

    /// In UTC, `2026-11-20T08:00:00Z`, with milliseconds only where there are any. A date outside the years 1 to 9999 is shown as the nearest within.
    public var rfc3339: String {
        let parts = utcComponents
        let day = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
        let text = "\(day)T\(padded(parts.hour, 2)):\(padded(parts.minute, 2)):\(padded(parts.second, 2))"
        return parts.millisecond == 0 ? text + "Z" : text + ".\(padded(parts.millisecond, 3))Z"
    }

    /// A date in UTC, taken apart.
    public struct Components: Sendable, Hashable {
        public var year: Int
        /// 1 to 12.
        public var month: Int
        /// 1 to 31.
        public var day: Int
        public var hour: Int
        public var minute: Int
        public var second: Int
        public var millisecond: Int
        /// 0 is Sunday.
        public var weekday: Int
    }

    /// The date in UTC; outside the years 1 to 9999 the nearest within.
    public var utcComponents: Components {
        let bounded = Int(min(max(self, .earliest), .latest).milliseconds)
        let day = Self.floorDivide(bounded, 86_400_000)
        let rest = bounded - day * 86_400_000
        let date = Self.date(ofDay: day)
        return Components(
            year: date.year, month: date.month, day: date.day, hour: rest / 3_600_000, minute: rest / 60_000 % 60, second: rest / 1_000 % 60,
            millisecond: rest % 1_000, weekday: ((day + 4) % 7 + 7) % 7)
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ a: Int, _ b: Int) -> Int { a / b - (a % b < 0 ? 1 : 0) }

    /// The number of days in `month`, 1 to 12, of `year`.
    static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01.
    private static func days(toYear year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

/// Reads digits and marks from the front of a date.
private struct DigitReader {
    var bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    /// The next `count` digits.
    mutating func number(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += count
        return value
    }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == mark.value else { return false }
        position += 1
        return true
    }

    /// Milliseconds of the digits after a decimal point, at least one.
    mutating func fraction() -> Int? {
        var milliseconds = 0
        var weight = 100
        guard let first = number(1) else { return nil }
        var digit: Int? = first
        while let value = digit {
            milliseconds += value * weight
            weight /= 10
            digit = number(1)
        }
        return milliseconds
    }

    /// Minutes east of UTC: `Z`, `+01:00`.
    mutating func zoneMinutes() -> Int? {
        if skip("Z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
