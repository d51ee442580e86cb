/// A push that was checked and is to be delivered.
public struct PushNotification: Sendable, Hashable {
    /// The way on which it came.
    public enum Source: String, Sendable, Hashable {
        case apns
        case webPush = "web-push"
        /// `widgetctl push send`.
        case local
    }

    /// `apns-id` as it came (a UUID's text), or a new one in lower case.
    public var id: String
    public var source: Source
    public var address: PushAddress
    public var token: PushToken
    /// 10, 5 or 1.
    public var priority: Int
    /// Nil: it isn't stored but tried once (`apns-expiration: 0`).
    public var expiration: Timestamp?
    /// One stored notification per token and collapse id; at most 64 bytes.
    public var collapseID: String?
    /// The body: JSON with APNs, whatever was decrypted with Web Push. At most 4,096 bytes.
    public var payload: [UInt8]

    /// Whether it may wait at that date; else it is tried once.
    public func isKept(at date: Timestamp) -> Bool { expiration.map { $0 > date } ?? false }

    public init(
        id: String, source: Source, address: PushAddress, token: PushToken, priority: Int = 10, expiration: Timestamp?, collapseID: String? = nil,
        payload: [UInt8] = []
    ) {
        self.id = id
        self.source = source
        self.address = address
        self.token = token
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.payload = payload
    }
}

/// A push that hasn't ended. It is on disk until it has.
public struct OpenPush: Sendable, Hashable {
    /// Greater than that of every push that is open when it comes.
    public var number: Int64
    public var notification: PushNotification
    public var arrivedAt: Timestamp
    /// It waits for the next time that the daemon wakes, and no longer than this; nil: it was tried.
    public var heldUntil: Timestamp?

    public init(number: Int64, notification: PushNotification, arrivedAt: Timestamp, heldUntil: Timestamp? = nil) {
        self.number = number
        self.notification = notification
        self.arrivedAt = arrivedAt
        self.heldUntil = heldUntil
    }
}

/// An effect of an event of pushes. All effects of one event belong in one transaction.
public enum PushEffect: Sendable, Hashable {
    /// Keep it, or keep it as it is now.
    case keep(OpenPush)
    /// The push has ended, whether or not anything came of it.
    case close(Int64)
    case log(PushLogEntry)
    /// Give up the reload of that widget that waits for its budget: no push waits for it any more.
    case giveUp(WidgetID)
}
