internal import CSQLite
internal import GRDB
public import WidgetCore
internal import WidgetReplication

extension WidgetStore {
    /// Done once, before SQLite is in use.
    private static let settings: Void = { _ = widgetd_sqlite_without_statistics() }()

    /// Opens the store, or makes it. A store that isn't where it was, or isn't this device's, begins a new incarnation (``OpenReport/wasMoved``).
    ///
    /// A database that can't be read is set aside and named in the report, and a new one is made. The old one is never overwritten or deleted.
    /// - Throws: FAILED_PRECONDITION where another process has it open or a newer version wrote it (it is left as it is), RESOURCE_EXHAUSTED for a full disk,
    ///   UNAVAILABLE where its files can't be opened or written.
    public static func open(_ configuration: StoreConfiguration) throws(WidgetError) -> (WidgetStore, OpenReport) {
        settings
        let files = StoreFiles(directory: configuration.directory)
        try files.prepareDirectory()
        let lock = try StoreLock(path: files.lock)
        var report = OpenReport()
        // A clean end removes the log.
        report.wasUnclean = StoreFiles.size(files.log) > 0
        report.isNew = try files.prepareDatabase()
        let inspection = try StoreInspection(files, isUnclean: report.wasUnclean)
        guard inspection.version <= Schema.version else {
            throw WidgetError(
                .failedPrecondition,
                "\(files.database) was written by a newer widgetd (schema \(inspection.version), this one knows \(Schema.version)): install that version again, or "
                    + "give this one a store of its own")
        }
        if let corruption = inspection.corruption {
            try report.setAside(files, corruption, at: configuration.now())
        } else {
            files.clearDamageMarker()
            if inspection.version > 0, inspection.version < Schema.version { report.migratedFrom = inspection.version }
        }
        do {
            return (try open(files, configuration, lock, &report), report)
        } catch let error as DatabaseError where error.isCorruption && report.corruptStore == nil {
            // The damage is in a part that the inspection doesn't read.
            try report.setAside(files, error.message ?? "\(error)", at: configuration.now())
        } catch let error as DatabaseError where error.concernsStore && error.resultCode != .SQLITE_BUSY && !report.isNew {
            return (try openReadingOnly(files, configuration, lock, because: error), report)
        } catch {
            throw WidgetError(error, path: files.database)
        }
        do {
            return (try open(files, configuration, lock, &report), report)
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// Opens a store that can't be written. Reads work, and each write fails with the reason.
    private static func openReadingOnly(
        _ files: StoreFiles, _ configuration: StoreConfiguration, _ lock: StoreLock, because error: DatabaseError
    ) throws(WidgetError) -> WidgetStore {
        var reason = WidgetError(error, path: files.database)
        do {
            let connections = try Connections(readingOnly: files.database, hasLog: StoreFiles.size(files.log) > 0)
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
        _ files: StoreFiles, _ configuration: StoreConfiguration, _ lock: StoreLock, _ report: inout OpenReport
    ) throws -> WidgetStore {
        let connections = try Connections(path: files.database, hasLog: report.wasUnclean)
        guard let writer = connections.writer else { throw WidgetError(.internal, "\(files.database) was opened without a writer") }
        let statements = ReplicaStatements(configuration.schema)
        let (position, wasMoved) = try writer.writeWithoutTransaction { db in
            try StoreIdentity(db: db, statements: statements, files: files, configuration: configuration).establish()
        }
        report.wasMoved = wasMoved
        return WidgetStore(
            files: files, configuration: configuration, connections: connections, statements: statements, position: position, lock: lock)
    }
}

extension OpenReport {
    /// Sets the corrupt database aside and makes an empty one in its place.
    fileprivate mutating func setAside(_ files: StoreFiles, _ problem: String, at date: Timestamp) throws(WidgetError) {
        corruptStore = try files.setAside(at: date)
        corruption = problem
        isNew = try files.prepareDatabase()
    }
}
