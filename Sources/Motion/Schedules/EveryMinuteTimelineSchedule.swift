public import Foundation

/// The start of every minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    /// Seconds in a minute. The clocks of all time zones are whole minutes apart, so that a minute starts everywhere at once and no calendar is asked.
    private static let minute: TimeInterval = 60

    /// The schedule; it has no parameters.
    public init() {}

    /// The minutes from the one that `startDate` lies in.
    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries {
        let seconds = startDate.timeIntervalSinceReferenceDate
        let start = (seconds / Self.minute).rounded(.down) * Self.minute
        return Entries(dates: EvenDates(origin: Date(timeIntervalSinceReferenceDate: start), interval: Self.minute, from: startDate))
    }

    /// The dates of an ``EveryMinuteTimelineSchedule``.
    public struct Entries: Sequence, IteratorProtocol, Sendable {
        var dates: EvenDates

        /// The next date, or `nil` when there is none left.
        public mutating func next() -> Date? { dates.next() }
    }
}
