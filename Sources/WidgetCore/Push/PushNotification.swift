/// A push that was checked and is to be delivered.
public struct PushNotification: Sendable, Hashable {
    /// By whom it came.
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
