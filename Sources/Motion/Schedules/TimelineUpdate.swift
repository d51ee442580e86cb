public import Foundation

/// Which date of a ``TimelineSchedule`` a view shows at a moment, and when it is drawn again.
///
/// It is a function of its arguments alone: whoever draws asks for it now, and again at ``next``.
///
/// - The view shows the last date that has come. Where none has come yet, or the schedule is empty, it shows the moment itself.
/// - A cadence defers the next date until its interval has passed since the date shown. Dates that come in between are skipped, except for the last of them.
public struct TimelineUpdate: Equatable, Sendable {
    /// Dates of a schedule that are looked at for one update. One that has more of them before the moment, such as one whose dates stand still, ends there.
    public static let scannedDates = 100_000

    /// The update for the view.
    public let context: TimelineViewDefaultContext
    /// When the view is to be drawn again, always after the moment asked for; `nil` when the schedule has nothing left.
    public let next: Date?

    /// The update of a view that is drawn at `now`.
    /// - Parameters:
    ///   - schedule: The schedule. Its dates ascend; a date that isn't finite is passed over.
    ///   - now: The moment.
    ///   - mode: The purpose for which the schedule is asked.
    ///   - cadence: How often the view may be drawn.
    public init<Schedule: TimelineSchedule>(
        of schedule: Schedule, at now: Date, mode: TimelineScheduleMode = .normal, cadence: TimelineViewDefaultContext.Cadence = .live
    ) {
        var shown: Date?
        var upcoming: Date?
        for date in schedule.entries(from: now, mode: mode).prefix(Self.scannedDates) where date.timeIntervalSinceReferenceDate.isFinite {
            if date > now {
                upcoming = date
                break
            }
            shown = max(shown ?? date, date)
        }
        context = TimelineViewDefaultContext(date: shown ?? now, cadence: cadence)
        let earliest = context.date + cadence.minimumInterval
        next = now.timeIntervalSinceReferenceDate.isFinite ? upcoming.map { max($0, earliest) } : nil
    }
}

/// The update for a view that shows time, when it is drawn.
public struct TimelineViewDefaultContext: Equatable, Sendable {
    /// How often a view is drawn at most. A slower pace is a greater one: `cadence <= .seconds` says that seconds are worth showing.
    public enum Cadence: Comparable, Hashable, Sendable {
        /// All the time, as often as the display shows a frame.
        case live
        /// About once a second.
        case seconds
        /// About once a minute.
        case minutes

        /// Seconds from one date shown to the next, at least.
        public var minimumInterval: TimeInterval {
            switch self {
            case .live: AnimationTimelineSchedule.displayInterval
            case .seconds: 1
            case .minutes: 60
            }
        }
    }

    /// The date to show. It isn't the clock's: it may lie in the past, or ahead where drawings are made in advance.
    public let date: Date
    /// How often the view is drawn for now.
    public let cadence: Cadence

    /// A context that shows `date`.
    public init(date: Date, cadence: Cadence) {
        self.date = date
        self.cadence = cadence
    }
}
