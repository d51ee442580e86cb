import AppIntents
@_exported import FoundationAdditions
package import WidgetCore

/// When something is of use: a clue that the machine can tell.
public struct RelevantContext: Hashable, Sendable {
    /// The meaning of a span of time.
    public struct DateKind: Hashable, Sendable {
        let archived: WidgetCore.RelevantContext.DateKind
        public static let `default` = DateKind(archived: .default)
        public static let informational = DateKind(archived: .informational)
        /// Ranks higher.
        public static let scheduled = DateKind(archived: .scheduled)
    }

    public enum HardwareState: Hashable, Sendable {
        case headphones
    }

    public enum LocationCategory: String, Hashable, Sendable {
        case beach, campground, grocery, hospital, library, park, school
    }

    public enum InferredLocation: String, Hashable, Sendable {
        case home, work, school, gym, commute
    }

    public enum FitnessState: String, Hashable, Sendable {
        case workoutActive, activityRingsIncomplete
    }

    public enum SleepState: String, Hashable, Sendable {
        case bedtime, wakeup
    }

    package let archived: WidgetCore.RelevantContext

    public static func date(_ date: Date) -> RelevantContext { self.date(from: date, to: date.addingTimeInterval(3_600)) }
    public static func date(from: Date, to: Date, kind: DateKind = .default) -> RelevantContext {
        RelevantContext(archived: .date(start: Timestamp(from), end: Timestamp(to), kind: kind.archived))
    }
    public static func date(from: Date, to: Date) -> RelevantContext { date(from: from, to: to, kind: .default) }
    public static func date(interval: DateInterval, kind: DateKind = .default) -> RelevantContext { date(from: interval.start, to: interval.end, kind: kind) }
    public static func date(range: ClosedRange<Date>, kind: DateKind = .default) -> RelevantContext {
        date(from: range.lowerBound, to: range.upperBound, kind: kind)
    }
    public static func hardware(_ state: HardwareState) -> RelevantContext { RelevantContext(archived: .headphones(isConnected: true)) }
    // A Linux machine can't tell these: never true.
    public static func location(inferred: InferredLocation) -> RelevantContext { RelevantContext(archived: .unsupported(.location, detail: inferred.rawValue)) }
    public static func location(category: LocationCategory) -> RelevantContext { RelevantContext(archived: .unsupported(.location, detail: category.rawValue)) }
    public static func fitness(_ state: FitnessState) -> RelevantContext { RelevantContext(archived: .unsupported(.fitness, detail: state.rawValue)) }
    public static func sleep(_ state: SleepState) -> RelevantContext { RelevantContext(archived: .unsupported(.sleep, detail: state.rawValue)) }
}
