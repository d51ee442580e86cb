/// The changes of a transaction.
public struct ReplicaChanges: Sendable {
    /// Shared rows of known tables that were inserted, changed or removed.
    public var rows: Set<RowKey> = []
    /// Owned rows that were written, by set.
    public var owned: [OwnedKey: Set<[UInt8]>] = [:]
    /// The log grew: links have something to pass on.
    public var hasLogged = false
    /// This device wrote of its own, under numbers that it must never give twice.
    public internal(set) var hasOwn = false
    /// This device began a new life.
    public var reincarnation: Reincarnation?
    /// The link that made these changes and has nothing to learn from them (``PeerSession/isCaughtUp(with:)``), named by who drives it; nil: every link is told
    /// of them. Not the peer: a link of before may still bring something while there is a newer one to the same device.
    public var knownTo: ObjectIdentifier?

    public init() {}

    /// Nothing changed.
    public var isEmpty: Bool { rows.isEmpty && owned.isEmpty && !hasLogged && reincarnation == nil }

    /// A device or a revocation came or changed.
    public var hasDevices: Bool { rows.contains { $0.table == SharedSchema.device || $0.table == SharedSchema.revocation } }

    /// They must be on the disk before anybody hears of them. This holds for this device's own changes, since another life of it would give the same numbers
    /// again, and for the list of devices, since a revoked device stays out. Everything else from a peer is still there where it came from until it was
    /// acknowledged.
    public var mustBeDurable: Bool { hasOwn || hasDevices }

    public mutating func merge(_ later: ReplicaChanges) {
        if isEmpty { knownTo = later.knownTo } else if !later.isEmpty, knownTo != later.knownTo { knownTo = nil }
        if rows.isEmpty { rows = later.rows } else { rows.formUnion(later.rows) }
        owned.merge(later.owned) { $0.union($1) }
        hasLogged = hasLogged || later.hasLogged
        hasOwn = hasOwn || later.hasOwn
        reincarnation = later.reincarnation ?? reincarnation
    }
}

/// Why a device began a new life.
public enum Reincarnation: Sendable, Hashable, CustomStringConvertible {
    /// A peer has seen more of this device than it has itself.
    case restored
    /// Its history and a peer's differ: its disk was copied.
    case forked
    /// Another device ended its life, which found that its disk was copied, or that clocks were wrong: it doesn't say which.
    case ended
    /// Its clock was ahead, and peers hold what it wrote.
    case clockAhead
    /// The database, the machine or the device's key isn't the one that it was.
    case moved

    public var description: String {
        switch self {
        case .restored: "this store was restored from a backup"
        case .forked: "this store was copied"
        case .ended: "another device ended the one before: this store was copied, or a clock was wrong"
        case .clockAhead: "this machine's clock was ahead"
        case .moved: "this store was restored from a backup, or moved from another place or machine"
        }
    }
}
