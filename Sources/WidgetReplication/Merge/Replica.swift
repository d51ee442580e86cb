public import WidgetCore

/// The rules of replication over one replica's storage, within one transaction. They decide which change wins, and which is refused.
///
/// The caller begins a transaction of the storage, makes a replica with the position, and changes it. Then it calls ``finish()``, commits, and takes over
/// ``position`` and ``changes``. If anything throws, the caller rolls the transaction back, and drops position and changes.
public struct Replica<Storage: ReplicaStorage> {
    public var storage: Storage
    public internal(set) var position: ReplicaPosition
    /// The changes of this transaction, for the services that show them.
    public internal(set) var changes = ReplicaChanges()
    let schema: SharedSchema
    /// This transaction's own changes that aren't in the log yet.
    private var pending: PendingTransaction?
    /// Origins and owned sets whose state must be saved at the end.
    private var unsavedOrigins: Set<OriginNumber> = []
    private var unsavedSets: Set<OwnedKey> = []
    /// Whether fields that lose are noted as lost edits. Those of a snapshot aren't, since they may just be old.
    var notesLosers = true
    /// The user whose call makes this transaction's own changes, for the log. Nil: the daemon makes them by itself. It is set before the first change.
    public var user: String?
    /// Random bits for a new incarnation.
    let random: () -> UInt64

    /// This device's changes in one transaction. They get one stamp, and are sent as one transaction.
    private struct PendingTransaction {
        let stamp: Stamp
        /// Its user and the frames of its operations, one after another.
        var frame: [UInt8]
        var operations = 0
    }

    public init(_ storage: Storage, position: ReplicaPosition, schema: SharedSchema = .current, random: @escaping () -> UInt64) {
        self.storage = storage
        self.position = position
        self.schema = schema
        self.random = random
    }

    /// Makes a new replica of a device, in an empty storage.
    /// - Throws: the storage's errors.
    public static func create(
        in storage: Storage, device: DeviceID, now: Timestamp, schema: SharedSchema = .current, random: @escaping () -> UInt64
    ) throws -> Replica {
        var origins = OriginTable()
        let own = origins.add(OriginState(origin: Origin(device: device, incarnation: Incarnation(now: now, after: nil, random: random()))))
        var replica = Replica(storage, position: ReplicaPosition(own: own, origins: origins, owned: [:]), schema: schema, random: random)
        replica.unsavedOrigins.insert(own)
        try replica.storage.setOwn(own)
        return replica
    }

    /// Ends the transaction: its own changes become one entry of the log.
    /// - Throws: the storage's errors.
    public mutating func finish() throws {
        try saveProgress()
        try storage.finish()
    }

    /// Puts all changes so far into the log and the vector, with this device's own. The transaction goes on.
    /// - Throws: the storage's errors.
    package mutating func saveProgress() throws {
        try logOwnOperations()
        for number in unsavedOrigins { try storage.save(position.origins[number], number) }
        unsavedOrigins = []
        for key in unsavedSets { if let version = position.owned[key] { try storage.save(version, key) } }
        unsavedSets = []
    }

    /// Notes that a link made the changes so far, so that it needn't be told of them. With nil every link is told.
    public mutating func noteChangesAreKnown(to link: ObjectIdentifier?) { changes.knownTo = link }

    /// The number of an origin here. An unknown origin gets a new one.
    mutating func number(of origin: Origin) throws -> OriginNumber {
        if let known = position.origins.number(of: origin) { return known }
        let limit = origin.device == position.device ? ReplicationLimits.originsWithOwn : ReplicationLimits.origins
        guard position.origins.count < limit else { throw ReplicationFault.forbidden("more than \(limit) origins") }
        let state = OriginState(origin: origin)
        let number = position.add(state)
        // The origin is saved at once, because reads of the storage within the transaction may refer to it.
        try storage.save(state, number)
        return number
    }

    /// Checks that there is room for a peer's origins before anything is written. A peer that lies must not use up the room of others.
    func checkRoom(for origins: some Sequence<Origin>) throws {
        guard origins.contains(where: { position.origins.number(of: $0) == nil }) else { return }
        let new = Set(origins).filter { position.origins.number(of: $0) == nil }
        guard position.origins.count + new.count <= ReplicationLimits.origins else {
            throw ReplicationFault.forbidden("more than \(ReplicationLimits.origins) origins")
        }
        guard !new.contains(where: { $0.device == position.device && $0.incarnation > Incarnation.lastSuccessor }) else {
            throw ReplicationFault.forbidden("a life of this device after which there is no other")
        }
        var incarnations: [DeviceID: Int] = [:]
        for origin in position.origins.all.lazy.map(\.origin) + new { incarnations[origin.device, default: 0] += 1 }
        if let device = new.lazy.map(\.device).first(where: { incarnations[$0, default: 0] > ReplicationLimits.incarnationsPerDevice }) {
            throw ReplicationFault.forbidden("more than \(ReplicationLimits.incarnationsPerDevice) lives of \(device.short)")
        }
        guard try new.contains(where: { try !storage.isKnown($0.device) }) else { return }
        let others = try incarnations.filter { try !storage.isKnown($0.key) }.values.reduce(0, +)
        guard others <= ReplicationLimits.originsOfNonMembers else {
            throw ReplicationFault.forbidden("more than \(ReplicationLimits.originsOfNonMembers) origins of devices that never were members")
        }
    }

    /// The place in the log before the first transaction that a replica with this vector may lack.
    func place(after vector: [Origin: Int64]) throws -> LogPlace {
        var place = try storage.end()
        for state in position.origins.all {
            let theirs = max(vector[state.origin] ?? 0, state.floor)
            guard theirs < state.sequence, let number = position.origins.number(of: state.origin),
                let before = try storage.place(before: theirs + 1, of: number)
            else { continue }
            place = min(place, before)
        }
        return place
    }

    /// Changes the state of an origin here.
    mutating func record(_ state: OriginState, _ number: OriginNumber) {
        let before = position.origins[number]
        position.set(state, number)
        unsavedOrigins.insert(number)
        if state.sequence != before.sequence || state.closedAt != before.closedAt { changes.authors = nil }
    }

    /// Changes the version of an owned set here.
    mutating func record(_ version: OwnedVersion, _ key: OwnedKey) {
        position.set(version, key)
        unsavedSets.insert(key)
        changes.authors?.insert(key.device)
    }

    /// A shared row was inserted, changed or removed.
    mutating func noteChange(of row: RowKey) {
        changes.rows.insert(row)
        if row.table == SharedSchema.device || row.table == SharedSchema.revocation { position.noteMembers() }
    }

    /// Adds a transaction to the end of the log, and moves the vector.
    mutating func log(_ transaction: LoggedTransaction, _ number: OriginNumber) throws {
        try storage.append(transaction, number)
        var state = position.origins[number]
        state.sequence = transaction.sequence
        state.top = transaction.hash
        // A transaction that rewrites void fields may have an older clock than the one before it. After a snapshot it may have a clock from the future, which
        // must not become this device's.
        state.clock = max(state.clock, min(transaction.clock, position.clock.last))
        position.set(state, number)
        unsavedOrigins.insert(number)
        changes.authors?.insert(transaction.origin.device)
        changes.hasLogged = true
    }

    // MARK: Own changes

    /// Changes a shared row as this device. All changes of a transaction get one stamp, and are sent as one transaction.
    ///
    /// - Returns: false where there was nothing to do, because the row to delete isn't here.
    /// - Throws: FAILED_PRECONDITION for an insert of a row that was deleted, and for a field that was written with a later clock; ALREADY_EXISTS for an insert
    ///   of a row that is here; NOT_FOUND for an update of one that isn't. RESOURCE_EXHAUSTED where the transaction would be too large to send;
    ///   ``ReplicationFault`` for a change that no peer would accept; the storage's errors.
    @discardableResult
    public mutating func perform(_ operation: RowOperation, now: Timestamp) throws -> Bool {
        try perform(operation, over: try storage.clocks(operation.row), now: now)
    }

    /// ``perform(_:now:)`` where the row has just been read.
    /// - Parameter clocks: the row's clocks. Nil where the row isn't here.
    /// - Throws: as ``perform(_:now:)``.
    @discardableResult
    public mutating func perform(_ operation: RowOperation, over clocks: FieldClocks?, now: Timestamp) throws -> Bool {
        let exists = clocks != nil
        switch operation.change {
        case .insert where !exists:
            guard try storage.tombstone(operation.row) == nil else {
                throw WidgetError(.failedPrecondition, "the row was removed, and its id is never used again; make a new one")
            }
        case .insert: throw WidgetError(.alreadyExists, "there is a row with this id")
        case .update where !exists: throw WidgetError(.notFound, "there is no row with this id")
        case .delete where !exists: return false
        case .update, .delete: break
        }
        try check(operation)
        let frame = FrameWriter.frame([operation])
        let (operations, bytes) = (pending?.operations ?? 0, pending?.frame.count ?? userFrame.count)
        guard operations < ReplicationLimits.operationsPerTransaction, bytes + frame.count <= ReplicationLimits.frameBytes else {
            throw WidgetError(
                .resourceExhausted,
                "one transaction has at most \(ReplicationLimits.operationsPerTransaction) changes and "
                    + "\(ReplicationLimits.frameBytes >> 10) KiB; make it in parts")
        }
        let stamp = stampForTransaction(now: now)
        if let clocks { try checkWins(operation, stamp, over: clocks) }
        try apply(operation, stamp, clocks)
        pending?.frame += frame
        pending?.operations += 1
        return true
    }

    /// Checks that the change wins. A field that a device wrote when its clock was far ahead, and that all accepted, can't be changed before that date. An
    /// error is better than a lost edit.
    private func checkWins(_ operation: RowOperation, _ stamp: Stamp, over clocks: FieldClocks) throws {
        guard case .update(let cells) = operation.change else { return }
        let stamps = cells.lazy.compactMap { clocks[$0.column] }
        guard let later = stamps.first(where: { $0 != stamp && !position.origins.wins(stamp, over: $0) }) else { return }
        throw WidgetError(
            .failedPrecondition,
            "a device whose clock was ahead changed this; change it after \(later.clock.date.rfc3339), or remove it and make it anew")
    }

    /// The stamp of this transaction. The first change takes it.
    private mutating func stampForTransaction(now: Timestamp) -> Stamp {
        if let pending { return pending.stamp }
        let stamp = Stamp(clock: position.clock.tick(now: now), origin: position.own, sequence: position.origins[position.own].sequence + 1)
        pending = PendingTransaction(stamp: stamp, frame: userFrame)
        return stamp
    }

    /// The beginning of this transaction's frame, which names its user.
    private var userFrame: [UInt8] { user.map(FrameWriter.frame(user:)) ?? [] }

    /// Whether this transaction has own changes that aren't in the log yet.
    var hasUnloggedOperations: Bool { pending.map { $0.operations > 0 } ?? false }

    /// Makes the own changes so far one transaction in the log.
    mutating func logOwnOperations() throws {
        guard let pending else { return }
        try logOwn(pending.frame, pending.stamp)
        self.pending = nil
    }

    mutating func logOwn(_ frame: [UInt8], _ stamp: Stamp) throws {
        changes.hasOwn = true
        let state = position.origins[stamp.origin]
        let hash = state.top.next(state.origin, sequence: stamp.sequence, clock: stamp.clock, frame: frame)
        try log(LoggedTransaction(origin: state.origin, sequence: stamp.sequence, clock: stamp.clock, hash: hash, frame: frame), stamp.origin)
    }
}
