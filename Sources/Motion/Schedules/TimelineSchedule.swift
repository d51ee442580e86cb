public import Foundation

/// Says on which dates a view that shows time is drawn anew.
public protocol TimelineSchedule {
    /// How often the dates may come.
    typealias Mode = TimelineScheduleMode

    /// The dates, in ascending order.
    associatedtype Entries: Sequence where Entries.Element == Date

    /// The dates from around `startDate` on.
    ///
    /// Some may lie before `startDate`: the last of these is what a view shows first.
    /// - Parameters:
    ///   - startDate: When the view is drawn first.
    ///   - mode: In ``TimelineScheduleMode/lowFrequency`` a schedule should leave out what isn't important.
    func entries(from startDate: Date, mode: Mode) -> Entries
}

/// How often the dates of a ``TimelineSchedule`` may come.
public enum TimelineScheduleMode: Sendable {
    /// As often as the schedule has them.
    case normal
    /// Only the important ones, such as one a minute: the screen is dimmed.
    case lowFrequency
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    /// The start of every minute.
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// `startDate`, and then a date every `interval` seconds.
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    /// As often as a display shows a frame.
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }

    /// As often as a display shows a frame, but not more often than every `minimumInterval` seconds.
    /// - Parameters:
    ///   - minimumInterval: Seconds, or `nil` for the display's own pace.
    ///   - paused: Whether there are no dates for now.
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
    }
}

extension TimelineSchedule {
    /// The given dates, which have to ascend.
    public static func explicit<S>(_ dates: S) -> ExplicitTimelineSchedule<S> where Self == ExplicitTimelineSchedule<S>, S: Sequence, S.Element == Date {
        ExplicitTimelineSchedule(dates)
    }
}

/// Dates that were given one by one.
public struct ExplicitTimelineSchedule<Entries>: TimelineSchedule where Entries: Sequence, Entries.Element == Date {
    private let dates: Entries

    /// A schedule of these dates, which have to ascend.
    public init(_ dates: Entries) { self.dates = dates }

    /// All of the dates, whatever is asked for.
    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries { dates }
}

extension ExplicitTimelineSchedule: Sendable where Entries: Sendable {}
