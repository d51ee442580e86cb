public import Foundation

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
        var dates: EvenDates?

        /// The next date, or `nil` when there is none left.
        public mutating func next() -> Date? { dates?.next() }
    }
}
