public import Foundation

/// What a view that shows time is told when it is drawn.
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
