internal import GRDB
internal import WidgetCore
public import WidgetReplication

// Rows that one device writes, of all devices. A row that is written to a set of timelines counts the archives and images that it names.
extension SQLiteReplica {
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func save(_ version: OwnedVersion, _ key: OwnedKey) throws {
        let row = try statements.saveSet(db)
        row.bind(key)
        row.bind(3, version.incarnation.rawValue)
        row.bind(4, version.counter)
        row.bind(5, Int64(bitPattern: version.digest))
        try row.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func owned(_ key: OwnedKey, _ id: [UInt8]) throws -> OwnedRow? {
        let row = try statements.owned(db)
        row.bind(key)
        row.bind(3, id)
        return try row.step() ? OwnedRow(id: id, counter: row.integer(0), value: row.isNull(1) ? nil : row.blob(1)) : nil
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setOwned(_ key: OwnedKey, _ row: OwnedRow, _ incarnation: Incarnation) throws {
        if key.namesContents {
            let before = TimelineCoding.named(in: try owned(key, row.id)?.value)
            let after = TimelineCoding.named(in: row.value)
            for digest in after where !before.contains(digest) { try retain(digest) }
            for digest in before where !after.contains(digest) { try release(digest) }
        }
        let write = try statements.setOwned(db)
        write.bind(key)
        write.bind(3, row.id)
        write.bind(4, incarnation.rawValue)
        write.bind(5, row.counter)
        write.bind(6, row.value)
        try write.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func owned(_ key: OwnedKey, after counter: Int64, limit: Int) throws -> [OwnedRow] {
        let rows = try Query(#"SELECT id, counter, value FROM owned WHERE device = ?1 AND "set" = ?2 AND counter > ?3 ORDER BY counter LIMIT ?4"#, in: db)
        rows.bind(key)
        rows.bind(3, counter)
        rows.bind(4, limit)
        var found: [OwnedRow] = []
        while try rows.step() { found.append(OwnedRow(id: rows.blob(0), counter: rows.integer(1), value: rows.isNull(2) ? nil : rows.blob(2))) }
        return found
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func removeOwned(_ key: OwnedKey, notOf incarnation: Incarnation?) throws {
        // With null as its parameter, `IS NOT` is true for every row.
        if key.namesContents {
            let rows = try Query(
                #"SELECT value FROM owned WHERE device = ?1 AND "set" = ?2 AND incarnation IS NOT ?3 AND value IS NOT NULL"#, in: db)
            rows.bind(key)
            rows.bind(3, incarnation?.rawValue)
            while try rows.step() { for digest in TimelineCoding.named(in: rows.blob(0)) { try release(digest) } }
        }
        let remove = try Query(#"DELETE FROM owned WHERE device = ?1 AND "set" = ?2 AND incarnation IS NOT ?3"#, in: db)
        remove.bind(key)
        remove.bind(3, incarnation?.rawValue)
        try remove.run()
    }
}

extension OwnedKey {
    /// Whether its rows name archives and images.
    fileprivate var namesContents: Bool { self.set == OwnedSet.timelines.rawValue }
}

extension Query {
    fileprivate func bind(_ key: OwnedKey) {
        bind(1, key.device)
        bind(2, key.set)
    }
}

extension TimelineCoding {
    /// The archives and images that a timeline's bytes name, each once. None where they can't be understood: such a timeline is kept as it
    /// came and not shown.
    static func named(in value: [UInt8]?) -> Set<ContentDigest> { value.flatMap { try? contents($0) } ?? [] }
}

/// Archives and images: each is kept once under its SHA-256, with a count of the timelines, of all devices, that name it. A named one may not be here yet: it
/// is fetched from a device that has it. One that nobody names any more stays for ``StoreLimits/contentGrace``, and a later write then removes it.
extension SQLiteReplica {
    /// Counts one more timeline that names `digest`.
    func retain(_ digest: ContentDigest) throws {
        let row = try Query(
            """
            INSERT INTO content(digest, media_type, refs) VALUES(?1, '', 1)
            ON CONFLICT(digest) DO UPDATE SET refs = refs + 1, released_at = NULL
            """, in: db)
        row.bind(1, digest.bytes)
        try row.run()
    }

    /// Counts one timeline less that names `digest`.
    func release(_ digest: ContentDigest) throws {
        let release = try Query(
            "UPDATE content SET refs = refs - 1, released_at = CASE refs WHEN 1 THEN ?2 ELSE NULL END WHERE digest = ?1 AND refs > 0", in: db)
        release.bind(1, digest.bytes)
        release.bind(2, now().milliseconds)
        try release.run()
    }

    /// Keeps the bytes of a content that is named and not here yet.
    /// - Parameter mediaType: empty for an archive.
    /// - Returns: false: nobody names it, or it is here.
    @discardableResult
    func keep(_ digest: ContentDigest, _ bytes: [UInt8], mediaType: String = "") throws -> Bool {
        let missing = try Query("SELECT 1 FROM content WHERE digest = ?1 AND data IS NULL", in: db)
        missing.bind(1, digest.bytes)
        guard try missing.step() else { return false }
        let data = try Query("INSERT INTO content_data(bytes) VALUES(?1)", in: db)
        data.bind(1, bytes)
        try data.run()
        let content = try Query("UPDATE content SET media_type = ?2, data = ?3 WHERE digest = ?1", in: db)
        content.bind(1, digest.bytes)
        content.bind(2, mediaType)
        content.bind(3, db.lastInsertedRowID)
        try content.run()
        return true
    }

    /// Removes the bytes of contents that nobody has named for the grace period.
    func sweepContent() throws {
        let due = try Query("SELECT digest, data FROM content WHERE released_at < ?1 LIMIT ?2", in: db)
        due.bind(1, now().milliseconds - StoreLimits.contentGrace.count)
        due.bind(2, StoreLimits.contentsPerSweep)
        var swept: [(digest: [UInt8], data: Int64?)] = []
        while try due.step() { swept.append((due.blob(0), due.optionalInteger(1))) }
        for (digest, data) in swept {
            let content = try Query("DELETE FROM content WHERE digest = ?1", in: db)
            content.bind(1, digest)
            try content.run()
            let bytes = try Query("DELETE FROM content_data WHERE id = ?1", in: db)
            bytes.bind(1, data)
            try bytes.run()
        }
    }
}
