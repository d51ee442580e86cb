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
        fileprivate var dates: EvenDates

        /// The next date, or `nil` when there is none left.
        public mutating func next() -> Date? { dates.next() }
    }
}

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
        fileprivate var dates: EvenDates

        /// The next date, or `nil` when there is none left.
        public mutating func next() -> Date? { dates.next() }
    }
}

/// As often as a display shows a frame, or less often.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    /// Seconds between two dates where nothing is said: a frame of the fastest displays, which show 120 a second.
    static let displayInterval: TimeInterval = 1.0 / 120

    private let interval: TimeInterval
    private let paused: Bool

    /// Dates not more often than every `minimumInterval` seconds.
    /// - Parameters:
    ///   - minimumInterval: Seconds. `nil`, or what isn't a number above zero, leaves it to the display: 1/120 s.
    ///   - paused: Whether there are no dates for now.
    public init(minimumInterval: Double? = nil, paused: Bool = false) {
        let interval = minimumInterval ?? Self.displayInterval
        self.interval = interval > 0 ? interval : Self.displayInterval
        self.paused = paused
    }

    /// `start`, and then a date every interval; none at all when paused or in ``TimelineScheduleMode/lowFrequency``.
    public func entries(from start: Date, mode: TimelineScheduleMode) -> Entries {
        Entries(dates: paused || mode == .lowFrequency ? nil : EvenDates(origin: start, interval: interval, from: start))
    }

    /// The dates of an ``AnimationTimelineSchedule``.
    public struct Entries: Sequence, IteratorProtocol, Sendable {
        fileprivate var dates: EvenDates?

        /// The next date, or `nil` when there is none left.
        public mutating func next() -> Date? { dates?.next() }
    }
}

/// Dates at equal distances from an origin. Each is counted from the origin, so that no error adds up.
private struct EvenDates: Sequence, IteratorProtocol, Sendable {
    /// Seconds between two dates at least: about what a `Date` of our century can tell apart, so that dates always ascend.
    static let shortestInterval: TimeInterval = 1e-6

    /// Seconds of the origin since the reference date.
    private let origin: TimeInterval
    /// Seconds between two dates. Zero: there is the origin alone.
    private let interval: TimeInterval
    /// The number of the upcoming date, as a `Double`, since times beyond any calendar have numbers beyond any integer.
    private var index: Double
    /// Seconds of the upcoming date since the reference date, or `nil` at the end.
    private var upcoming: TimeInterval?

    /// The dates from the last one that isn't after `date`, or from the origin when that is later.
    ///
    /// An interval that isn't above zero, or isn't a finite number, leaves the origin alone; an origin that isn't finite leaves nothing.
    init(origin: Date, interval: TimeInterval, from date: Date) {
        self.origin = origin.timeIntervalSinceReferenceDate
        self.interval = interval.isFinite && interval > 0 ? Swift.max(interval, Self.shortestInterval) : 0
        index = 0
        upcoming = self.origin.isFinite ? self.origin : nil
        if self.interval > 0, upcoming != nil { skip(to: date.timeIntervalSinceReferenceDate) }
    }

    private mutating func skip(to date: TimeInterval) {
        let elapsed = ((date - origin) / interval).rounded(.down)
        guard elapsed.isFinite, elapsed > 0 else { return }
        index = elapsed
        if origin + index * interval > date { index -= 1 }
        if origin + (index + 1) * interval <= date { index += 1 }
        upcoming = origin + index * interval
    }

    mutating func next() -> Date? {
        guard let current = upcoming else { return nil }
        index += 1
        let following = origin + index * interval
        upcoming = following > current && following.isFinite ? following : nil
        return Date(timeIntervalSinceReferenceDate: current)
    }
}
