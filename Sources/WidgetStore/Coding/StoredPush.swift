public import WidgetCore

/// What the daemon reads of pushes when it starts.
public struct StoredPush: Sendable {
    /// In the order in which they were made, those that ended too.
    public var tokens: [StoredPushToken] = []
    public var keys: [PushKey] = []
    public var topics: [ActivityTopic] = []
    /// In the order in which they were made.
    public var channels: [PushChannel] = []
    /// In the order in which they came.
    public var open: [OpenPush] = []
    /// What each app's provider was last told: a digest of it.
    public var told: [String: ContentDigest] = [:]

    public init() {}
}

/// A token that this device made.
public struct StoredPushToken: Sendable, Hashable {
    public var token: PushToken
    public var registration: PushRegistration
    public var madeAt: Timestamp

    public init(token: PushToken, registration: PushRegistration, madeAt: Timestamp) {
        self.token = token
        self.registration = registration
        self.madeAt = madeAt
    }
}
