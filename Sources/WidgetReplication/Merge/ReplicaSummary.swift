public import WidgetCore

/// A replica's state as it is sent to a peer.
public struct ReplicaSummary: Sendable, Hashable {
    /// In the order of origins, so that equal states are equal values.
    public var origins: [OriginState]
    public var owned: [OwnedKey: OwnedVersion]

    public init(origins: [OriginState], owned: [OwnedKey: OwnedVersion]) {
        self.origins = origins
        self.owned = owned
    }

    /// A digest of everything that must become equal. Two replicas with equal digests have nothing to send each other. Floors may differ, so they don't count.
    /// It is a sum, so that a replica updates it with each change (``ReplicaPosition/summaryDigest``).
    public var digest: UInt64 { Self.digest(origins, owned) }

    static func digest(_ origins: some Sequence<OriginState>, _ owned: [OwnedKey: OwnedVersion]) -> UInt64 {
        origins.reduce(0) { $0 &+ $1.digest } &+ owned.reduce(0) { $0 &+ $1.value.digest(of: $1.key) }
    }
}

extension OriginState {
    /// The origin's part of ``ReplicaSummary/digest``. An origin without transactions has none.
    var digest: UInt64 {
        guard sequence > 0 || closedAt != nil else { return 0 }
        var mix = StableHash64()
        origin.device.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: 32, by: 8) { mix.add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
        }
        mix.add(UInt64(bitPattern: origin.incarnation.rawValue))
        mix.add(UInt64(bitPattern: sequence))
        mix.add(top.rawValue)
        mix.add(UInt64(bitPattern: closedAt ?? -1))
        return mix.value
    }
}

extension OwnedVersion {
    /// The set's part of ``ReplicaSummary/digest``.
    func digest(of key: OwnedKey) -> UInt64 {
        var mix = StableHash64()
        key.device.withUnsafeBytes { mix.add($0.loadUnaligned(as: UInt64.self)) }
        mix.add(UInt64(key.set))
        mix.add(UInt64(bitPattern: incarnation.rawValue))
        mix.add(UInt64(bitPattern: counter))
        mix.add(digest)
        return mix.value
    }
}

/// The work of two replicas before they exchange transactions.
public struct Reconciliation: Sendable, Hashable {
    /// Origins whose chains differ at a common number. The last equal number is below it, and must be searched for.
    public var forks: [Fork] = []
    /// The peer's log no longer has what is missing here.
    public var needsSnapshot = false

    public struct Fork: Sendable, Hashable {
        public var origin: Origin
        /// A number at which the hashes differ.
        public var differs: Int64

        public init(origin: Origin, differs: Int64) {
            self.origin = origin
            self.differs = differs
        }
    }
}

extension Replica {
    public func summary() -> ReplicaSummary {
        ReplicaSummary(origins: position.origins.all.filter { $0.sequence > 0 || $0.closedAt != nil }.sorted { $0.origin < $1.origin }, owned: position.owned)
    }

    /// Compares this replica with a peer's summary. Where the peer has changes of this device that it lacks itself, it was restored from a backup and begins a
    /// new incarnation. Origins that the peer has closed are closed here too, and forks are found. It is called again until it changes nothing.
    /// - Throws: ``ReplicationFault`` `.forbidden` where there is no room for an origin or a life; the storage's errors.
    public mutating func reconcile(with peer: ReplicaSummary, now: Timestamp) throws -> Reconciliation {
        try checkRoom(for: peer.origins.lazy.filter { $0.closedAt != nil }.map(\.origin))
        try noticeRestoredBackup(peer, now: now)
        emptyLost(peer)
        for state in peer.origins { if let closed = state.closedAt { try close(state.origin, after: closed, now: now) } }
        var result = Reconciliation()
        for theirs in peer.origins {
            guard let number = position.origins.number(of: theirs.origin) else {
                if theirs.floor > 0, theirs.sequence > 0 { result.needsSnapshot = true }
                continue
            }
            let mine = position.origins[number]
            let limit = min(mine.closedAt ?? .max, theirs.closedAt ?? .max)
            if theirs.sequence > 0, theirs.sequence <= mine.sequence, let hash = try storage.hash(number, theirs.sequence), hash != theirs.top {
                result.forks.append(.init(origin: theirs.origin, differs: theirs.sequence))
            } else if mine.sequence < min(theirs.sequence, limit), mine.sequence < theirs.floor {
                result.needsSnapshot = true
            }
        }
        return result
    }

    private mutating func noticeRestoredBackup(_ peer: ReplicaSummary, now: Timestamp) throws {
        let own = position.origins[position.own]
        let latest = peer.origins.lazy.filter { $0.origin.device == own.origin.device }.map(\.origin.incarnation).max()
        let seen = peer.origins.first { $0.origin == own.origin }
        let isBehind = seen.map { $0.sequence > own.sequence } ?? false
        let isOlder = latest.map { $0 > own.origin.incarnation } ?? false
        let ownsLess = peer.owned.contains { key, theirs in
            guard key.device == own.origin.device else { return false }
            guard let mine = position.owned[key] else { return theirs.incarnation >= own.origin.incarnation }
            return theirs.isLater(than: mine) || (theirs.counter == mine.counter && theirs.incarnation == mine.incarnation && theirs.digest != mine.digest)
        }
        guard isBehind || isOlder || ownsLess else { return }
        let latestOwned = peer.owned.lazy.filter { $0.key.device == own.origin.device }.map(\.value.incarnation).max()
        try reincarnate(.restored, after: [latest, latestOwned].compactMap { $0 }.max(), now: now)
    }

    /// Empties sets of this device that a peer still has and the restored backup didn't have, so that the peer learns that they are empty.
    private mutating func emptyLost(_ peer: ReplicaSummary) {
        for key in peer.owned.keys where key.device == position.device && position.owned[key] == nil {
            record(OwnedVersion(incarnation: position.origin.incarnation, counter: 1, digest: 0), key)
            changes.hasOwn = true
        }
    }
}
