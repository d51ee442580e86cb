internal import CSQLite
internal import GRDB
public import WidgetCore
internal import WidgetReplication

extension WidgetStore {
    /// Done once, before SQLite is in use.
    private static let settings: Void = { _ = widgetd_sqlite_without_statistics() }()

    /// Opens the store, or makes it. A store that isn't where it was, or isn't this device's, begins a new incarnation (``OpenReport/wasMoved``).
    ///
    /// A page with one flipped bit is put right. A database with other damage is set aside and named in the report, and a new one is made with the rows that
    /// could be read. The old one is never overwritten or deleted.
    /// - Throws: FAILED_PRECONDITION where another process has it open or a newer version wrote it (it is left as it is), RESOURCE_EXHAUSTED for a full disk,
    ///   UNAVAILABLE where its files can't be opened or written.
    public static func open(_ configuration: StoreConfiguration) throws(WidgetError) -> (WidgetStore, OpenReport) {
        settings
        let files = StoreFiles(directory: configuration.directory)
        try files.prepareDirectory()
        let lock = try StoreLock(path: files.lock)
        do { try PageChecksums.install() } catch { throw WidgetError(error, path: files.database) }
        var report = OpenReport()
        if let damaged = try files.unfinishedSalvage() {
            report.corruptStore = damaged
            report.corruption = "the last start ended while it read what could be read"
            return (try openNew(files, configuration, lock, &report), report)
        }
        // A clean end removes the log.
        report.wasUnclean = StoreFiles.size(files.log) > 0
        report.isNew = try files.prepareDatabase()
        PageChecksums.watch(files.database) { files.markDamaged() }
        let inspection = try StoreInspection(files, isUnclean: report.wasUnclean)
        guard inspection.version <= Schema.version else {
            throw WidgetError(
                .failedPrecondition,
                "\(files.database) was written by a newer widgetd (schema \(inspection.version), this one knows \(Schema.version)): install that version again, or "
                    + "give this one a store of its own")
        }
        if let corruption = inspection.corruption {
            try report.setAside(files, corruption, at: configuration.now())
            return (try openNew(files, configuration, lock, &report), report)
        }
        files.clearDamageMarker()
        report.note(inspection, afterPowerCut: !lock.isOfThisBoot)
        do {
            return (try open(files, configuration, lock, inspection, &report), report)
        } catch let error as DatabaseError where error.isCorruption {
            // The damage is in a part that the inspection doesn't read.
            try report.setAside(files, error.message ?? "\(error)", at: configuration.now())
            return (try openNew(files, configuration, lock, &report), report)
        } catch let error as DatabaseError where error.concernsStore && error.resultCode != .SQLITE_BUSY && !report.isNew {
            return (try openReadingOnly(files, configuration, lock, inspection, because: error), report)
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// Makes a database in the place of the damaged one, with what can be read of that.
    private static func openNew(
        _ files: StoreFiles, _ configuration: StoreConfiguration, _ lock: StoreLock, _ report: inout OpenReport
    ) throws(WidgetError) -> WidgetStore {
        do {
            report.isNew = try files.prepareDatabase()
            let store = try open(files, configuration, lock, nil, &report)
            files.endSalvage()
            return store
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// Opens a store that can't be written. Reads work, and each write fails with the reason.
    private static func openReadingOnly(
        _ files: StoreFiles, _ configuration: StoreConfiguration, _ lock: StoreLock, _ inspection: StoreInspection, because error: DatabaseError
    ) throws(WidgetError) -> WidgetStore {
        var reason = WidgetError(error, path: files.database)
        do {
            let connections = try Connections(readingOnly: files.database, hasLog: StoreFiles.size(files.log) > 0, hasChecksums: inspection.hasChecksums)
            guard let position = try connections.reader.unsafeRead({ try ReplicaPosition.load($0) }) else { throw reason }
            let store = WidgetStore(
                files: files, configuration: configuration, connections: connections, statements: ReplicaStatements(configuration.schema), position: position,
                lock: lock)
            reason.message += "; then start widgetd again"
            store.health.withLock { $0 = .readOnly(reason) }
            return store
        } catch {
            throw reason
        }
    }

    private static func open(
        _ files: StoreFiles, _ configuration: StoreConfiguration, _ lock: StoreLock, _ inspection: StoreInspection?, _ report: inout OpenReport
    ) throws -> WidgetStore {
        let isEmpty = (inspection?.version ?? 0) == 0
        let hasChecksums = inspection?.hasChecksums ?? false
        if !isEmpty, !hasChecksums {
            report.copyBeforeChecksums = files.copyBeforeChecksums
            if !StoreFiles.exists(files.copyBeforeChecksums) {
                let partial = try files.unusedPartialCopy()
                try StoreBackup.copy(from: files.database, to: files.copyBeforeChecksums, by: partial, haveChecksums: false)
            }
        }
        PageChecksums.watch(files.database) { files.markDamaged() }
        let connections = try Connections(path: files.database, hasLog: StoreFiles.size(files.log) > 0, isEmpty: isEmpty, hasChecksums: hasChecksums)
        guard let writer = connections.writer else { throw WidgetError(.internal, "\(files.database) was opened without a writer") }
        let statements = ReplicaStatements(configuration.schema)
        if let damaged = report.corruptStore {
            var outcome = Salvage.Outcome()
            try writer.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    outcome = try Salvage.copy(from: damaged, to: db, now: configuration.now())
                    return .commit
                }
            }
            report.note(outcome)
        }
        let (position, wasMoved) = try writer.writeWithoutTransaction { db in
            var identity = StoreIdentity(db: db, statements: statements, files: files, configuration: configuration)
            identity.hasLostRows = !report.lost.isEmpty
            return try identity.establish()
        }
        report.wasMoved = wasMoved
        return WidgetStore(
            files: files, configuration: configuration, connections: connections, statements: statements, position: position, lock: lock)
    }
}

extension OpenReport {
    /// Sets the corrupt database aside.
    fileprivate mutating func setAside(_ files: StoreFiles, _ problem: String, at date: Timestamp) throws(WidgetError) {
        corruptStore = try files.setAside(at: date)
        corruption = problem
        copyBeforeChecksums = nil
    }

    /// - Parameter mayFollowPowerCut: the log may end in commits that were being written, and that nobody was promised.
    fileprivate mutating func note(_ inspection: StoreInspection, afterPowerCut mayFollowPowerCut: Bool) {
        if inspection.version > 0, inspection.version < Schema.version { migratedFrom = inspection.version }
        repaired = inspection.repaired.map(\.description)
        if inspection.lostCommits > 0, !mayFollowPowerCut {
            lost.append("\(inspection.lostCommits) of the last commits: the write-ahead log is damaged before them")
        }
    }

    fileprivate mutating func note(_ outcome: Salvage.Outcome) {
        isNew = outcome.rows == 0
        rowsKept = outcome.rows
        lost += outcome.lost
    }
}
