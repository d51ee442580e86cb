public import WidgetCore

/// The changes of a transaction.
public struct ReplicaChanges: Sendable {
    /// Shared rows of known tables that were inserted, changed or removed.
    public var rows: Set<RowKey> = []
    /// Owned rows that were written, by set.
    public var owned: [OwnedKey: Set<[UInt8]>] = [:]
    /// Whether the log grew, so that links have something to send.
    public var hasLogged = false
    /// The devices that made the transactions and the sets. Nil where something else has changed, too, such as a closed origin.
    public internal(set) var authors: Set<DeviceID>? = []
    /// Whether this device wrote changes of its own, whose numbers must never be used twice.
    public internal(set) var hasOwn = false
    /// Why this device began a new incarnation. Nil where it didn't.
    public var reincarnation: Reincarnation?
    /// The link that made these changes and needn't be told of them (``PeerSession/isCaughtUp(with:)``). Nil where every link is told. It names a link and not
    /// a peer, because an old link may still bring changes while there is a newer one to the same device.
    public var knownTo: ObjectIdentifier?

    public init() {}

    /// Nothing changed.
    public var isEmpty: Bool { rows.isEmpty && owned.isEmpty && !hasLogged && reincarnation == nil }

    /// Whether a device, a leaf or a revocation was added or changed.
    public var hasDevices: Bool { rows.contains(where: \.isOfDevices) }

    /// Whether the changes must be on the disk before anybody hears of them. This device's own changes must, since after a crash it would use the same numbers
    /// again. The list of devices must, so that a revoked device stays out. Other changes from a peer stay on that peer until they are acknowledged.
    public var mustBeDurable: Bool { hasOwn || hasDevices }

    public mutating func merge(_ later: ReplicaChanges) {
        if isEmpty { knownTo = later.knownTo } else if !later.isEmpty, knownTo != later.knownTo { knownTo = nil }
        if rows.isEmpty { rows = later.rows } else { rows.formUnion(later.rows) }
        owned.merge(later.owned) { $0.union($1) }
        hasLogged = hasLogged || later.hasLogged
        if let theirs = later.authors { authors?.formUnion(theirs) } else { authors = nil }
        hasOwn = hasOwn || later.hasOwn
        reincarnation = later.reincarnation ?? reincarnation
    }
}

/// Why a device began a new incarnation.
public enum Reincarnation: Sendable, Hashable, CustomStringConvertible {
    /// A peer has changes of this device that the device itself lacks.
    case restored
    /// The device's history differs from a peer's copy of it, because its disk was copied.
    case forked
    /// Another device closed this device's life, because a disk was copied or a clock was wrong. It doesn't say which.
    case ended
    /// The device's clock was ahead, and peers hold its changes.
    case clockAhead
    /// The database, the machine or the device's key has changed.
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
