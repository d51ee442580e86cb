public import WidgetCore

/// A replica's state that its writer keeps in memory. All of it is also in the storage, and the same transactions change both. When a transaction is rolled
/// back, so is this.
public struct ReplicaPosition: Sendable {
    /// The origin of this device's changes.
    public var own: OriginNumber
    /// The highest clock given or seen.
    public var clock: HybridLogicalClock
    public private(set) var origins: OriginTable
    /// The states of all devices' sets.
    public private(set) var owned: [OwnedKey: OwnedVersion]
    /// The digest of the contents. It is computed when a peer first asks, and then updated with each change.
    public var digest: RollingDigest?
    /// ``ReplicaSummary/digest`` of this state, updated with each change, because every step of every link asks for it.
    public private(set) var summaryDigest: UInt64
    /// The last changes of ``origins``.
    public private(set) var recentOrigins = RecentChanges<OriginNumber>()
    /// The last changes of ``owned``.
    public private(set) var recentSets = RecentChanges<OwnedKey>()

    public init(own: OriginNumber, origins: OriginTable, owned: [OwnedKey: OwnedVersion]) {
        self.own = own
        self.origins = origins
        self.owned = owned
        clock = HybridLogicalClock(last: origins.all.lazy.map(\.clock).max() ?? .init(rawValue: 0))
        summaryDigest = ReplicaSummary.digest(origins.all, owned)
    }

    /// This device in its present life.
    public var origin: Origin { origins[own].origin }
    public var device: DeviceID { origin.device }

    /// Adds an origin under the next number.
    mutating func add(_ state: OriginState) -> OriginNumber {
        summaryDigest &+= state.digest
        let number = origins.add(state)
        recentOrigins.note(number)
        return number
    }

    mutating func set(_ state: OriginState, _ number: OriginNumber) {
        summaryDigest = summaryDigest &- origins[number].digest &+ state.digest
        origins[number] = state
        recentOrigins.note(number)
    }

    mutating func set(_ version: OwnedVersion, _ key: OwnedKey) {
        let old = owned.updateValue(version, forKey: key)
        summaryDigest = summaryDigest &- (old?.digest(of: key) ?? 0) &+ version.digest(of: key)
        recentSets.note(key)
    }

    /// Which devices are members has changed. The rule for sets of devices that are none is another one.
    mutating func noteMembers() { recentSets.noteAll() }
}
