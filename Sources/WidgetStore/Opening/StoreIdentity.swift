internal import GRDB
internal import WidgetCore
internal import WidgetReplication

/// Makes an opened database this device's. A new database gets its first transaction, one of version 1 gets its device, and a moved one gets a new incarnation.
struct StoreIdentity {
    let db: Database
    let statements: ReplicaStatements
    let files: StoreFiles
    let configuration: StoreConfiguration
    /// Rows of the store may be lost, and with them numbers that it has given.
    var hasLostRows = false

    /// - Returns: where the replica stands, and whether the store was moved.
    func establish() throws -> (ReplicaPosition, wasMoved: Bool) {
        try readEnd()
        guard let position = try ReplicaPosition.load(db) else {
            let device = configuration.device ?? madeUpDevice()
            let position = try Version1Store(db: db).isThere ? adopt(device) : begin(device)
            files.writeFingerprint(of: position, configuration)
            return (try writeCertificate(position), false)
        }
        let place = configuration.place(files.database)
        let isMoved = place.map { files.fingerprint?.fits(position, at: $0) != true } ?? false
        if isMoved || hasLostRows || configuration.device.map({ $0 != position.device }) ?? false {
            let moved = try transaction(position) { replica in
                try replica.reincarnate(.moved, as: configuration.device, now: configuration.now())
                try insertOwnRow(&replica)
            }
            files.writeFingerprint(of: moved, configuration)
            return (try writeCertificate(try placeWaitingFields(moved)), true)
        }
        return (try writeCertificate(try placeWaitingFields(position)), false)
    }

    /// Where the log ends.
    private func readEnd() throws {
        let end = try Query("SELECT coalesce(max(lseq), 0) FROM log", in: db)
        if try end.step() { statements.lastPlace = end.integer(0) }
    }

    // MARK: A new store

    private func begin(_ device: DeviceID) throws -> ReplicaPosition {
        try inTransaction {
            var replica = try Replica.create(
                in: storage, device: device, now: configuration.now(), schema: statements.schema, random: configuration.random)
            try insertOwnRow(&replica)
            try replica.finish()
            try noteSchema()
            return replica.position
        }
    }

    /// A store of version 1 becomes the device's.
    private func adopt(_ device: DeviceID) throws -> ReplicaPosition {
        try inTransaction {
            let origin = Origin(device: device, incarnation: Incarnation(now: configuration.now(), after: nil, random: configuration.random()))
            try Version1Store(db: db).adopt(origin)
            guard let position = try ReplicaPosition.load(db) else { throw WidgetError(.internal, "\(files.database) has no device after it was given one") }
            var replica = replica(position)
            try insertOwnRow(&replica)
            try replica.finish()
            try noteSchema()
            return replica.position
        }
    }

    private func madeUpDevice() -> DeviceID {
        DeviceID(certificate: (0..<4).flatMap { _ in withUnsafeBytes(of: configuration.random()) { Array($0) } })
    }

    /// Writes the device's own row, where it isn't here.
    private func insertOwnRow(_ replica: inout Replica<SQLiteReplica>) throws {
        let device = replica.position.device
        guard statements.schema.table(SharedSchema.device) != nil, try !replica.isHere(device) else { return }
        let now = configuration.now()
        try replica.perform(.row(of: device, name: configuration.deviceName, at: now), now: now)
    }

    /// Writes this device's certificate into its row, once: other devices wrap keys for it.
    private func writeCertificate(_ position: ReplicaPosition) throws -> ReplicaPosition {
        guard let keys = configuration.keys, statements.schema.version >= SharedSchema.firstWithSecretKeys else { return position }
        let row = RowKey(table: SharedSchema.device, id: RowID(position.device))
        let cells = [Cell(SharedSchema.DeviceColumn.certificate, .blob(keys.certificate))]
        guard let found = try storage.differing(cells, row), !found.cells.isEmpty else { return position }
        return try transaction(position) { try $0.put(row, cells, now: configuration.now()) }
    }

    // MARK: A newer schema of the shared tables

    /// Moves the fields that waited for this version's schema into their rows, once.
    private func placeWaitingFields(_ position: ReplicaPosition) throws -> ReplicaPosition {
        let known = try Query("SELECT value FROM meta WHERE key = 'shared_schema'", in: db)
        let version = try known.step() ? known.integer(0) : 0
        guard version < statements.schema.version else { return position }
        return try transaction(position) { replica in
            try replica.settleHidden()
            try noteSchema()
        }
    }

    private func noteSchema() throws {
        let note = try Query("INSERT INTO meta(key, value) VALUES('shared_schema', ?1) ON CONFLICT(key) DO UPDATE SET value = ?1", in: db)
        note.bind(1, statements.schema.version)
        try note.run()
    }

    // MARK: Transactions

    private var storage: SQLiteReplica { SQLiteReplica(db, statements, now: configuration.now) }

    private func replica(_ position: ReplicaPosition) -> Replica<SQLiteReplica> {
        Replica(storage, position: position, schema: statements.schema, random: configuration.random)
    }

    private func transaction(_ position: ReplicaPosition, _ body: (inout Replica<SQLiteReplica>) throws -> Void) throws -> ReplicaPosition {
        try inTransaction {
            var replica = replica(position)
            try body(&replica)
            try replica.finish()
            return replica.position
        }
    }

    private func inTransaction(_ body: () throws -> ReplicaPosition) throws -> ReplicaPosition {
        var position: ReplicaPosition?
        try db.inTransaction(.immediate) {
            position = try body()
            return .commit
        }
        guard let position else { throw WidgetError(.internal, "\(files.database) wasn't given its device") }
        return position
    }
}
