import WidgetCore

/// A date by the calendar, at some offset from UTC.
struct CalendarDate: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// The date that a clock shows which is `offset` seconds ahead of UTC.
    init(_ date: Timestamp, offset: Int) {
        let seconds = Int((Double(date.milliseconds) / 1_000).rounded(.down)) + offset
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
        // Days to civil date in the proleptic Gregorian calendar, counted from 1 March of year 0 so that leap days come last (Howard Hinnant's algorithm).
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `14:05:10`.
    var time: String { "\(padded(hour)):\(padded(minute)):\(padded(second))" }
    /// `2026-11-21`.
    var day8601: String { "\(padded(year, 4))-\(padded(month))-\(padded(day))" }

    func isSameDay(as other: CalendarDate) -> Bool { (year, month, day) == (other.year, other.month, other.day) }

    private func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
