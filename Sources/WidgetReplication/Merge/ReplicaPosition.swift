public import WidgetCore

/// Where a replica stands, kept in memory by whoever writes it. All of it is also in its storage, changed by the same transactions; when one is undone, so is
/// this.
public struct ReplicaPosition: Sendable {
    /// The origin of this device's changes.
    public var own: OriginNumber
    /// The highest clock given or seen.
    public var clock: HybridLogicalClock
    public var origins: OriginTable
    /// The states of all devices' sets.
    public var owned: [OwnedKey: OwnedVersion]
    /// Computed when a peer first asks, kept up from then on.
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
