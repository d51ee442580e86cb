internal import GRDB
public import WidgetCore

extension WidgetStore {
    /// The bytes of an encoded archive; nil: no timeline names it any more.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func archive(_ digest: ContentDigest) throws(WidgetError) -> [UInt8]? {
        try read { db in try Self.content(digest, db)?.data }
    }

    /// The bytes of those archives that the store has.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func archives(_ digests: [ContentDigest]) throws(WidgetError) -> [ContentDigest: [UInt8]] {
        try read { db in
            var found: [ContentDigest: [UInt8]] = [:]
            for digest in digests { found[digest] = try Self.content(digest, db)?.data }
            return found
        }
    }

    /// The bytes and the media type of an archive or image; nil: no timeline names it any more. The media type of an archive is empty.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func content(_ digest: ContentDigest) throws(WidgetError) -> (data: [UInt8], mediaType: String)? {
        try read { db in try Self.content(digest, db) }
    }

    /// The newest decisions, oldest first.
    /// - Parameters:
    ///   - widget: nil: of all widgets.
    ///   - sequence: only those after it.
    ///   - limit: 1 to 1,000.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func decisions(widget: WidgetID?, after sequence: Int64 = 0, limit: Int) throws(WidgetError) -> [(sequence: Int64, decision: Decision)] {
        try read { db in
            let filter = widget == nil ? "" : "widget = ?3 AND "
            let rows = try Query(
                """
                SELECT sequence, time, widget, event, cause, outcome, rule, detail, until, count FROM decision WHERE \(filter)sequence > ?1
                ORDER BY sequence DESC LIMIT ?2
                """, in: db)
            rows.bind(1, sequence)
            rows.bind(2, min(max(limit, 1), StoreLimits.decisionsPerRead))
            if let widget { rows.bind(3, widget) }
            var found: [(sequence: Int64, decision: Decision)] = []
            while try rows.step() {
                // A later version's event is skipped: this version can't describe it.
                guard let decision = Decision(rows) else { continue }
                found.append((rows.integer(0), decision))
            }
            return found.reversed()
        }
    }

    /// The reason for the entry that a widget shows: the newest decision about that, which stays as long as the widget. It is nil if the widget has shown none
    /// yet.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func shownDecision(of widget: WidgetID) throws(WidgetError) -> Decision? {
        try read { db in
            let rows = try Query(
                """
                SELECT sequence, time, widget, event, cause, outcome, rule, detail, until, count FROM decision WHERE widget = ?1 AND event = \(Decision.Event.entryShown.rawValue)
                ORDER BY sequence DESC LIMIT 1
                """, in: db)
            rows.bind(1, widget)
            return try rows.step() ? Decision(rows) : nil
        }
    }

    /// Runs `body` on the connection that reads.
    func read<T>(_ body: (Database) throws -> T) throws(WidgetError) -> T {
        do {
            return try connections.reader.unsafeRead { db in
                try Connections.rollBackOpenTransaction(db)
                return try body(db)
            }
        } catch {
            throw note(error)
        }
    }

    private static func content(_ digest: ContentDigest, _ db: Database) throws -> (data: [UInt8], mediaType: String)? {
        let row = try Query("SELECT d.bytes, c.media_type FROM content c JOIN content_data d ON d.id = c.data WHERE c.digest = ?1", in: db)
        row.bind(1, digest.bytes)
        return try row.step() ? (row.blob(0), row.text(1)) : nil
    }
}

extension Decision {
    /// From the columns of ``WidgetStore/decisions(widget:after:limit:)``; nil for an event that this version doesn't know.
    fileprivate init?(_ row: borrowing Query) {
        guard let widget = row.widgetID(2), let event = Event(rawValue: Int(row.integer(3))) else { return nil }
        self.init(
            time: row.date(1), widget: widget, event: event, cause: row.optionalInteger(4).flatMap { ReloadCause(rawValue: Int($0)) },
            outcome: row.optionalInteger(5).flatMap { ReloadOutcome(rawValue: Int($0)) }, rule: row.text(6), detail: row.text(7), until: row.optionalDate(8),
            count: Int(row.integer(9)))
    }
}

extension WidgetStore {
    /// The state of an idempotency key. This begins no action: ``IntentState/new`` means that the key isn't known.
    /// - Throws: INVALID_ARGUMENT if the key was used for another action, UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func intent(key: String, widget: WidgetID, action: String) throws(WidgetError) -> IntentState {
        try read { db in try IntentState.find(key: key, widget: widget, action: action, in: db) }
    }
}

extension WidgetStore {
    /// Those of the archives and images that timelines name and that the store doesn't have yet.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func missing(_ digests: Set<ContentDigest>) throws(WidgetError) -> Set<ContentDigest> {
        try contents(among: digests, where: "data IS NULL AND refs > 0")
    }

    /// Those of the archives and images that the store has.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func present(_ digests: [ContentDigest]) throws(WidgetError) -> Set<ContentDigest> { try contents(among: Set(digests), where: "data IS NOT NULL") }

    /// The archives and images that timelines name and that the store has, in the order of their digests.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func namedContents() throws(WidgetError) -> [ContentDigest] {
        try read { db in
            let rows = try Query("SELECT digest FROM content WHERE refs > 0 AND data IS NOT NULL ORDER BY digest", in: db)
            var found: [ContentDigest] = []
            while try rows.step() { if let digest = ContentDigest(bytes: rows.blob(0)) { found.append(digest) } }
            return found
        }
    }

    private func contents(among digests: Set<ContentDigest>, where condition: String) throws(WidgetError) -> Set<ContentDigest> {
        try read { db in
            var found: Set<ContentDigest> = []
            for digest in digests {
                let row = try Query("SELECT 1 FROM content WHERE digest = ?1 AND \(condition)", in: db)
                row.bind(1, digest.bytes)
                if try row.step() { found.insert(digest) }
            }
            return found
        }
    }

    /// Copies the store as it is now; writes go on meanwhile. The copy is one complete file. It doesn't have the file that tells where a store is, so a
    /// restored copy begins a new incarnation.
    /// - Parameter path: an absolute path at which there is nothing yet.
    /// - Throws: INVALID_ARGUMENT for a relative path, ALREADY_EXISTS for a path that exists, NOT_FOUND if there is no such directory; or as for any write.
    public func backup(to path: String) throws(WidgetError) {
        guard path.hasPrefix("/") else { throw .invalid("path", "a backup's path is absolute, not '\(path)'") }
        guard !StoreFiles.exists(path) else { throw WidgetError(.alreadyExists, "there is a file at \(path); choose another name") }
        let directory = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        guard directory.isEmpty || StoreFiles.exists(String(directory)) else {
            throw WidgetError(.notFound, "can't write \(path): there is no directory \(directory) on the daemon's machine; make it, or choose another place")
        }
        do {
            let partial = "\(path).\(String(configuration.random(), radix: 16)).partial"
            try StoreBackup.copy(from: files.database, to: path, by: partial, haveChecksums: true)
        } catch {
            throw WidgetError(error, path: path)
        }
    }
}
