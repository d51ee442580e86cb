public import Foundation

/// Dates that were given one by one.
public struct ExplicitTimelineSchedule<Entries>: TimelineSchedule where Entries: Sequence, Entries.Element == Date {
    private let dates: Entries

    /// A schedule of these dates, which have to ascend.
    public init(_ dates: Entries) { self.dates = dates }

    /// All of the dates, whatever is asked for.
    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries { dates }
}

extension ExplicitTimelineSchedule: Sendable where Entries: Sendable {}
