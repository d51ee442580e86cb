@_exported import FoundationAdditions

/// The attributes of a Live Activity, which stay, and its state.
public protocol ActivityAttributes: Codable, Hashable {
    associatedtype ContentState: Codable, Hashable
}

extension ActivityAttributes {
    /// By which activities are started: the type's name.
    package static var activityType: String { "\(Self.self)" }
}

/// The family in which a Live Activity's content is shown.
public enum ActivityFamily: Sendable, Hashable, CaseIterable {
    /// On a watch and in a car.
    case small
    /// On a lock screen, in a terminal, as a notification.
    case medium
}

/// How an activity stands.
public enum ActivityState: Sendable, Hashable, Codable {
    case active, pending, stale, ended, dismissed
}

/// A state with when it is out of date, and how much it matters beside other activities.
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
