public import WidgetCore

/// The state of pushes that the daemon reads when it starts.
public struct StoredPush: Sendable {
    /// In the order in which they were made, including those that have ended.
    public var tokens: [StoredPushToken] = []
    public var keys: [PushKey] = []
    public var topics: [ActivityTopic] = []
    /// In the order in which they were made.
    public var channels: [PushChannel] = []
    /// In the order in which they came.
    public var open: [OpenPush] = []
    /// A digest of the notice that each app's provider got last.
    public var lastNotices: [String: ContentDigest] = [:]

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

/// An address as columns: a number for what it is, the app, and the rest.
enum PushAddressCoding {
    static func columns(_ address: PushAddress) -> (type: Int, app: String, subject: String) {
        switch address {
        case .widgets(let app): (1, app, "")
        case .control(let app, let id): (2, app, id)
        case .activity(let app, let id): (3, app, id)
        case .attributes(let app, let type): (4, app, type)
        }
    }

    /// Nil for an address that only a later version knows.
    static func address(type: Int, app: String, subject: String) -> PushAddress? {
        switch type {
        case 1: .widgets(app: app)
        case 2: .control(app: app, id: subject)
        case 3: .activity(app: app, id: subject)
        case 4: .attributes(app: app, type: subject)
        default: nil
        }
    }
}
