/// A public key by which a team's provider tokens (JWT, ES256) are checked.
public struct PushKey: Sendable, Hashable {
    /// `iss` of its tokens: at most ``PushLimits/identifierBytes``.
    public var team: String
    /// `kid` of its tokens: at most ``PushLimits/identifierBytes``.
    public var id: String
    /// P-256, uncompressed (X9.63): 65 bytes.
    public var publicKey: [UInt8]
    public var addedAt: Timestamp
    /// The apps (providers' ids) that it may push to; empty: all. Another is refused as `Forbidden` (403).
    public var apps: Set<String>

    public init(team: String, id: String, publicKey: [UInt8], addedAt: Timestamp, apps: Set<String> = []) {
        self.team = team
        self.id = id
        self.publicKey = publicKey
        self.addedAt = addedAt
        self.apps = apps
    }
}

/// A broadcast channel of an app.
public struct PushChannel: Sendable, Hashable {
    /// 16 random bytes, in Base64 on the wire.
    public var id: [UInt8]
    public var app: String
    /// The newest message is kept for who comes later (`message-storage-policy` 1).
    public var storesMessages: Bool

    public init(id: [UInt8], app: String, storesMessages: Bool) {
        self.id = id
        self.app = app
        self.storesMessages = storesMessages
    }
}
