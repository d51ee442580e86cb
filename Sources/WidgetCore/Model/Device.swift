/// A machine of the user's, as its rows in the tables of devices and revocations tell.
public struct Device: Sendable, Hashable, Identifiable {
    public var id: DeviceID
    /// What the user calls it; at first the machine's host name.
    public var name: String
    /// Where it is reached, as it says itself.
    public var addresses: [String]
    public var addedAt: Timestamp
    /// Nobody had seen it for ``ReplicationLimits/evictionAge``: it no longer holds the log back, and comes back by snapshot.
    public var evictedAt: Timestamp?
    /// The user took it off the list. It may come back by being paired again.
    public var forgottenAt: Timestamp?
    /// It is never trusted again.
    public var isRevoked: Bool

    public init(
        id: DeviceID, name: String, addresses: [String] = [], addedAt: Timestamp, evictedAt: Timestamp? = nil, forgottenAt: Timestamp? = nil,
        isRevoked: Bool = false
    ) {
        self.id = id
        self.name = name
        self.addresses = addresses
        self.addedAt = addedAt
        self.evictedAt = evictedAt
        self.forgottenAt = forgottenAt
        self.isRevoked = isRevoked
    }

    /// Whether it holds one set of widgets with the others.
    public var isMember: Bool { !isRevoked && forgottenAt == nil }
}
