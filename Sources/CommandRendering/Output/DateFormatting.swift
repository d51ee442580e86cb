import SwiftProtobuf
package import WidgetCore

/// How dates are shown to a user: the local time of day, with how far it is from now.
package struct DateFormatting: Sendable {
    package var now: Timestamp
    /// Seconds that the local clock is ahead of UTC at a date.
    package var offset: @Sendable (Timestamp) -> Int

    package init(now: Timestamp, offset: @escaping @Sendable (Timestamp) -> Int) { (self.now, self.offset) = (now, offset) }

    /// `14:05:10`, and with the day where that isn't today.
    package func local(_ date: Timestamp) -> String {
        let shown = CalendarDate(date, offset: offset(date))
        let today = CalendarDate(now, offset: offset(now))
        return shown.isSameDay(as: today) ? shown.time : "\(shown.day8601) \(shown.time)"
    }

    /// `in 4 min`, `3 h ago`, `now`.
    func relative(_ date: Timestamp) -> String {
        let distance = (date - now).count
        let seconds = distance.magnitude / 1_000
        if seconds == 0 { return "now" }
        let words = Self.words(seconds: seconds)
        return distance > 0 ? "in \(words)" : "\(words) ago"
    }

    /// `14:05:10 (in 4 min)`; a dash for none.
    package func both(_ date: Timestamp?) -> String {
        guard let date else { return "-" }
        return "\(local(date)) (\(relative(date)))"
    }

    /// `45 s`, `4 min`, `3 h`, `2 d`: the largest unit, rounded down.
    package static func words(seconds: UInt64) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

extension Google_Protobuf_Duration {
    /// In milliseconds, towards zero, bounded by ten thousand years.
    package var milliseconds: Int64 {
        min(max(seconds, -315_576_000_000), 315_576_000_000) * 1_000 + Int64(min(max(nanos, -999_999_999), 999_999_999) / 1_000_000)
    }
}

/// A date by the calendar, at some offset from UTC.
package struct CalendarDate: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// The date that a clock shows which is `offset` seconds ahead of UTC.
    package init(_ date: Timestamp, offset: Int) {
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
    package var time: String { "\(padded(hour)):\(padded(minute)):\(padded(second))" }
    /// `2026-11-21`.
    package var day8601: String { "\(padded(year, 4))-\(padded(month))-\(padded(day))" }

    func isSameDay(as other: CalendarDate) -> Bool { (year, month, day) == (other.year, other.month, other.day) }

    private func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
