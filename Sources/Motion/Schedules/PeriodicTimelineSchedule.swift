public import Foundation

/// A date, and then one every so many seconds.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    private let start: Date
    private let interval: TimeInterval

    /// `startDate`, and then a date every `interval` seconds.
    ///
    /// An interval that isn't above zero, or isn't finite, leaves `startDate` alone. One under a microsecond counts as a microsecond.
    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = interval
    }

    /// The dates from the last one that isn't after `startDate`; from the schedule's own start, when that is still to come.
    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries {
        Entries(dates: EvenDates(origin: start, interval: interval, from: startDate))
    }

    /// The dates of a ``PeriodicTimelineSchedule``.
    public struct Entries: Sequence, IteratorProtocol, Sendable {
        var dates: EvenDates

        /// The next date, or `nil` when there is none left.
        public mutating func next() -> Date? { dates.next() }
    }
}
