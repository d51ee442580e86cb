@_exported import FoundationAdditions

/// The attributes of a Live Activity, which never change, and the type of its state.
public protocol ActivityAttributes: Codable, Hashable {
    associatedtype ContentState: Codable, Hashable
}

extension ActivityAttributes {
    /// The type's name in the protocol, without its module.
    package static var activityType: String { "\(Self.self)" }
}

/// The family in which a Live Activity's content is shown.
public enum ActivityFamily: Sendable, Hashable, CaseIterable {
    /// On a watch and in a car.
    case small
    /// On a lock screen, in a terminal, as a notification.
    case medium
}

/// The state of an activity.
public enum ActivityState: Sendable, Hashable, Codable {
    case active, pending, stale, ended, dismissed
}

/// A state, the date on which it becomes out of date, and its relevance beside other activities.
public struct ActivityContent<State: Codable & Hashable>: Hashable {
    public var state: State
    public var staleDate: Date?
    public var relevanceScore: Double

    public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }

    public var description: String { "\(state)" }
}

extension ActivityContent: Sendable where State: Sendable {}
