import SwiftProtobuf
import WidgetCore

/// How dates are shown to a user: the local time of day, with how far it is from now.
struct DateFormatting: Sendable {
    var now: Timestamp
    /// Seconds that the local clock is ahead of UTC at a date.
    var offset: @Sendable (Timestamp) -> Int

    /// `14:05:10`, and with the day where that isn't today.
    func local(_ date: Timestamp) -> String {
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
    func both(_ date: Timestamp?) -> String {
        guard let date else { return "-" }
        return "\(local(date)) (\(relative(date)))"
    }

    /// `45 s`, `4 min`, `3 h`, `2 d`: the largest unit, rounded down.
    static func words(seconds: UInt64) -> String {
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
    var milliseconds: Int64 {
        min(max(seconds, -315_576_000_000), 315_576_000_000) * 1_000 + Int64(min(max(nanos, -999_999_999), 999_999_999) / 1_000_000)
    }
}

extension Google_Protobuf_Timestamp {
    /// In milliseconds, rounded down, bounded by what the wire can say.
    var timestamp: Timestamp {
        Timestamp(milliseconds: min(max(seconds, -62_135_596_800), 253_402_300_799) * 1_000 + Int64(min(max(nanos, 0), 999_999_999) / 1_000_000))
    }
}
