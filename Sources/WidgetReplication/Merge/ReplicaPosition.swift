public import WidgetCore

/// A replica's state that its writer keeps in memory. All of it is also in the storage, and the same transactions change both. When a transaction is rolled
/// back, so is this.
public struct ReplicaPosition: Sendable {
    /// The origin of this device's changes.
    public var own: OriginNumber
    /// The highest clock given or seen.
    public var clock: HybridLogicalClock
    public var origins: OriginTable
    /// The states of all devices' sets.
    public var owned: [OwnedKey: OwnedVersion]
    /// The digest of the contents. It is computed when a peer first asks, and then updated with each change.
    public var digest: RollingDigest?

    public init(own: OriginNumber, origins: OriginTable, owned: [OwnedKey: OwnedVersion]) {
        self.own = own
        self.origins = origins
        self.owned = owned
        clock = HybridLogicalClock(last: origins.all.lazy.map(\.clock).max() ?? .init(rawValue: 0))
    }

    /// This device in its present life.
    public var origin: Origin { origins[own].origin }
    public var device: DeviceID { origin.device }
}
