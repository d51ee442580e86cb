/// A step of a push on its way, kept in the push log: each push arrives, and ends as delivered, coalesced or discarded.
public struct PushLogEntry: Sendable, Hashable {
    /// Raw values are those of the wire and the store.
    public enum Event: Int, Sendable, Hashable, CaseIterable {
        case arrived = 1
        /// Widgets are reloaded for it.
        case accepted = 2
        /// It waits: for a budget, or for the next time that the daemon wakes.
        case stored = 3
        /// Something else serves it too. The last step.
        case coalesced = 4
        /// Its widgets have reloaded, or its receiver has it. The last step.
        case delivered = 5
        /// Nothing comes of it. The last step.
        case discarded = 6

        public var name: String { "\(self)" }

        /// Nothing follows it.
        public var isLast: Bool { self == .coalesced || self == .delivered || self == .discarded }
    }

    public var time: Timestamp
    /// The push's id, as it was sent.
    public var push: String
    /// The provider's id.
    public var app: String
    public var type: PushType
    public var event: Event
    /// Why, for people.
    public var detail: String
    /// Until when it waits.
    public var until: Timestamp?

    public init(time: Timestamp, push: String, app: String, type: PushType, event: Event, detail: String, until: Timestamp? = nil) {
        self.time = time
        self.push = push
        self.app = app
        self.type = type
        self.event = event
        self.detail = detail
        self.until = until
    }

    /// A step of this push.
    public init(_ notification: PushNotification, _ event: Event, _ detail: String, until: Timestamp? = nil, at time: Timestamp) {
        self.init(
            time: time, push: notification.id, app: notification.address.app, type: notification.address.type, event: event, detail: detail, until: until)
    }
}
