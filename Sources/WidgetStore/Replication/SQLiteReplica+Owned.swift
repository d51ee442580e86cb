internal import GRDB
public import WidgetCore

// Rows that one device writes, of all devices. Whatever is written to a set of timelines counts the archives and images that it names.
extension SQLiteReplica {
    public mutating func save(_ version: OwnedVersion, _ key: OwnedKey) throws {
        let row = try statements.saveSet(db)
        row.bind(key)
        row.bind(3, version.incarnation.rawValue)
        row.bind(4, version.counter)
        row.bind(5, Int64(bitPattern: version.digest))
        try row.run()
    }

    public func owned(_ key: OwnedKey, _ id: [UInt8]) throws -> OwnedRow? {
        let row = try statements.owned(db)
        row.bind(key)
        row.bind(3, id)
        return try row.step() ? OwnedRow(id: id, counter: row.integer(0), value: row.isNull(1) ? nil : row.blob(1)) : nil
    }

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

    public func owned(_ key: OwnedKey, after counter: Int64, limit: Int) throws -> [OwnedRow] {
        let rows = try Query(#"SELECT id, counter, value FROM owned WHERE device = ?1 AND "set" = ?2 AND counter > ?3 ORDER BY counter LIMIT ?4"#, in: db)
        rows.bind(key)
        rows.bind(3, counter)
        rows.bind(4, limit)
        var found: [OwnedRow] = []
        while try rows.step() { found.append(OwnedRow(id: rows.blob(0), counter: rows.integer(1), value: rows.isNull(2) ? nil : rows.blob(2))) }
        return found
    }

    public mutating func removeOwned(_ key: OwnedKey, notOf incarnation: Incarnation?) throws {
        // With null IS NOT is true of every row.
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
    /// What a timeline's bytes name: archives and images, each once. Nothing, where there are none or they can't be understood: such a timeline is kept as it came and
    /// not shown.
    static func named(in value: [UInt8]?) -> Set<ContentDigest> { value.flatMap { try? contents($0) } ?? [] }
}
