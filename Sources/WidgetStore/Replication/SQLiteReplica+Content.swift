internal import GRDB
internal import WidgetCore

/// Archives and images: each kept once under its SHA-256, with a count of the timelines, of all devices, that name it. One that is named may not be here yet: it is
/// fetched from a device that has it. One that nobody names any more stays for ``StoreLimits/contentGrace`` and is then swept by a later write.
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
