public import WidgetCore

/// The rules of replication over one replica's storage, within one transaction: what wins, what is kept, what is refused.
///
/// Whoever uses it begins a transaction of the storage, makes a replica from the position, calls it, ends with ``finish()``, commits, and takes over
/// ``position`` and ``changes``.
/// Where anything throws, the transaction is undone and position and changes are dropped.
public struct Replica<Storage: ReplicaStorage> {
    public var storage: Storage
    public internal(set) var position: ReplicaPosition
    /// What this transaction changed, for those who show it.
    public internal(set) var changes = ReplicaChanges()
    let schema: SharedSchema
    /// The stamp of this transaction's own changes: taken with the first, the same for all.
    var stamp: Stamp?
    /// The frame of this transaction's own operations, and how many they are.
    var frame: [UInt8] = []
    var operations = 0
    /// Origins whose state must be saved at the end.
    var unsaved: Set<OriginNumber> = []
    var unsavedSets: Set<OwnedKey> = []
    /// Whether a field that loses is an edit that somebody made: one of a snapshot may just be old.
    var notesLosers = true
    /// Random bits for a new incarnation.
    let random: () -> UInt64

    public init(_ storage: Storage, position: ReplicaPosition, schema: SharedSchema = .current, random: @escaping () -> UInt64) {
        self.storage = storage
        self.position = position
        self.schema = schema
        self.random = random
    }

    /// A new replica of a device, in an empty storage.
    public static func create(
        in storage: Storage, device: DeviceID, now: Timestamp, schema: SharedSchema = .current, random: @escaping () -> UInt64
    ) throws -> Replica {
        var origins = OriginTable()
        let own = origins.add(OriginState(origin: Origin(device: device, incarnation: Incarnation(now: now, after: nil, random: random()))))
        var replica = Replica(storage, position: ReplicaPosition(own: own, origins: origins, owned: [:]), schema: schema, random: random)
        replica.unsaved.insert(own)
        try replica.storage.setOwn(own)
        return replica
    }

    /// Ends the transaction: its own changes become one entry of the log.
    public mutating func finish() throws {
        try saveProgress()
        try storage.finish()
    }

    /// What was changed so far is in the log, also this device's own, and in the vector; the transaction goes on.
    package mutating func saveProgress() throws {
        try logOwnOperations()
        for number in unsaved { try storage.save(position.origins[number], number) }
        unsaved = []
        for key in unsavedSets { if let version = position.owned[key] { try storage.save(version, key) } }
        unsavedSets = []
    }

    /// So far these changes are no news to a link, which made them; nil: they are to every one.
    public mutating func noteChangesAreKnown(to link: ObjectIdentifier?) { changes.knownTo = link }

    /// The number of an origin here; a new one where it hasn't been heard of.
    mutating func number(of origin: Origin) throws -> OriginNumber {
        if let known = position.origins.number(of: origin) { return known }
        let limit = origin.device == position.device ? ReplicationLimits.originsWithOwn : ReplicationLimits.origins
        guard position.origins.count < limit else { throw ReplicationFault.forbidden("more than \(limit) origins") }
        let state = OriginState(origin: origin)
        let number = position.origins.add(state)
        // At once: what is read of the storage within the transaction names it.
        try storage.save(state, number)
        return number
    }

    /// Whether there is room for what a peer names, before any of it is written: whoever lies must not leave others without.
    func checkRoom(for origins: some Sequence<Origin>) throws {
        guard origins.contains(where: { position.origins.number(of: $0) == nil }) else { return }
        let new = Set(origins).filter { position.origins.number(of: $0) == nil }
        guard position.origins.count + new.count <= ReplicationLimits.origins else {
            throw ReplicationFault.forbidden("more than \(ReplicationLimits.origins) origins")
        }
        guard !new.contains(where: { $0.device == position.device && $0.incarnation > Incarnation.lastSuccessor }) else {
            throw ReplicationFault.forbidden("a life of this device after which there is no other")
        }
        var lives: [DeviceID: Int] = [:]
        for origin in position.origins.all.lazy.map(\.origin) + new { lives[origin.device, default: 0] += 1 }
        if let device = new.lazy.map(\.device).first(where: { lives[$0, default: 0] > ReplicationLimits.livesPerDevice }) {
            throw ReplicationFault.forbidden("more than \(ReplicationLimits.livesPerDevice) lives of \(device.short)")
        }
        guard try new.contains(where: { try !storage.isKnown($0.device) }) else { return }
        let strangers = try lives.filter { try !storage.isKnown($0.key) }.values.reduce(0, +)
        guard strangers <= ReplicationLimits.originsOfStrangers else {
            throw ReplicationFault.forbidden("more than \(ReplicationLimits.originsOfStrangers) origins of devices that never were members")
        }
    }

    /// The place just before a transaction in the log; nil: it isn't there.
    func place(before sequence: Int64, of origin: Origin) throws -> LogPlace? {
        try position.origins.number(of: origin).flatMap { try storage.place(before: sequence, of: $0) }
    }

    /// Puts a transaction at the end of the log and moves the vector.
    mutating func log(_ transaction: LoggedTransaction, _ number: OriginNumber) throws {
        try storage.append(transaction, number)
        var state = position.origins[number]
        state.sequence = transaction.sequence
        state.top = transaction.hash
        // What is adopted has an older clock than what stands before it, or, out of a snapshot, one from the future: that mustn't become this device's.
        state.clock = max(state.clock, min(transaction.clock, position.clock.last))
        position.origins[number] = state
        unsaved.insert(number)
        changes.hasLogged = true
    }
}

/// What a transaction changed.
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
    /// of them. Not the peer: a link of
    /// before may still bring something while there is a newer one to the same device.
    public var knownTo: ObjectIdentifier?

    public init() {}

    /// Nothing changed.
    public var isEmpty: Bool { rows.isEmpty && owned.isEmpty && !hasLogged && reincarnation == nil }

    /// A device or a revocation came or changed.
    public var hasDevices: Bool { rows.contains { $0.table == SharedSchema.device || $0.table == SharedSchema.revocation } }

    /// It must be on the disk before anybody hears of it: what this device wrote, since another life of it would give the same numbers again, and who the
    /// devices are, since who was revoked
    /// stays out. What else came from a peer is still there where it came from until it was acknowledged.
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
