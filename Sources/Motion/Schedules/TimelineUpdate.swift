public import Foundation

/// Which date of a ``TimelineSchedule`` a view shows at a moment, and when it is drawn again.
///
/// It is a function of its arguments alone: whoever draws asks for it now, and again at ``next``.
///
/// - The view shows the last date that has come. Where none has come yet, or the schedule is empty, it shows the moment at which it was drawn first.
/// - A cadence defers the next date until its interval has passed since the date shown. Dates that come in between are skipped, except for the last of them.
public struct TimelineUpdate: Equatable, Sendable {
    /// Dates of a schedule that are looked at for one update. One that has more of them before the moment, such as one whose dates stand still, ends there.
    public static let scannedDates = 100_000

    /// The update for the view.
    public let context: TimelineViewDefaultContext
    /// When the view is to be drawn again, always after the moment asked for; `nil` when the schedule has nothing left.
    public let next: Date?
    /// Dates of the schedule that were looked at.
    public let scanned: Int

    /// The update of a view that is drawn at `now`.
    /// - Parameters:
    ///   - schedule: The schedule. Its dates ascend; a date that isn't finite or that goes back is passed over.
    ///   - start: When the view was drawn first, from which the schedule is asked; `nil`, or a later moment than `now`: this is the first time.
    ///   - now: The moment.
    ///   - mode: The purpose for which the schedule is asked.
    ///   - cadence: How often the view may be drawn.
    public init<Schedule: TimelineSchedule>(
        of schedule: Schedule, from start: Date? = nil, at now: Date, mode: TimelineScheduleMode = .normal,
        cadence: TimelineViewDefaultContext.Cadence = .live
    ) {
        let start = min(start ?? now, now)
        var shown: Date?
        var latest: Date?
        /// When the view is drawn again: fixed by the first date after the one that is shown.
        var due: Date?
        var scanned = 0
        for date in schedule.entries(from: start, mode: mode).prefix(Self.scannedDates) {
            scanned += 1
            guard date.timeIntervalSinceReferenceDate.isFinite, latest.map({ date > $0 }) ?? true else { continue }
            guard date > start else {
                (shown, latest) = (date, date)
                continue
            }
            if let drawn = due, date > drawn { (shown, due) = (latest, nil) }
            due = due ?? max(date, (shown ?? start) + cadence.minimumInterval)
            if let due, due > now { break }
            latest = date
        }
        // Nothing follows the last drawing that has come.
        if let drawn = due, drawn <= now { (shown, due) = (latest, nil) }
        context = TimelineViewDefaultContext(date: shown ?? start, cadence: cadence)
        next = now.timeIntervalSinceReferenceDate.isFinite ? due : nil
        self.scanned = scanned
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
