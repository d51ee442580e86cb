internal import GRDB
internal import WidgetCore

/// A set of rows that one device writes. Numbers are stored and sent; they are only ever added.
enum OwnedSet: Int64, CaseIterable {
    /// The kinds that this device's providers give, by the UTF-8 of their ids.
    case kinds = 1
    /// The timelines that this device's providers gave, by widget.
    case timelines = 2
}

extension ReplicatedStore {
    /// Writes an owned row of this device under the next version of its set.
    /// - Parameter value: nil removes the row. Its place stays, without a value, so that a peer that has an older version learns of it.
    mutating func setOwned(_ set: OwnedSet, _ id: [UInt8], _ value: [UInt8]?) throws {
        let version = (position.ownedVersions[set] ?? 0) + 1
        let row = try Query(
            """
            INSERT INTO owned(device, "set", id, incarnation, version, value) VALUES(?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT(device, "set", id) DO UPDATE SET incarnation = ?4, version = ?5, value = ?6
            """, in: db)
        row.bind(1, position.device)
        row.bind(2, set.rawValue)
        row.bind(3, id)
        row.bind(4, position.incarnation)
        row.bind(5, version)
        row.bind(6, value)
        try row.run()
        let counter = try Query(
            """
            INSERT INTO owned_set(device, "set", incarnation, version) VALUES(?1, ?2, ?3, ?4)
            ON CONFLICT(device, "set") DO UPDATE SET incarnation = ?3, version = ?4
            """, in: db)
        counter.bind(1, position.device)
        counter.bind(2, set.rawValue)
        counter.bind(3, position.incarnation)
        counter.bind(4, version)
        try counter.run()
        position.ownedVersions[set] = version
    }

    /// The value of an owned row of this device; nil: there is none.
    func owned(_ set: OwnedSet, _ id: [UInt8]) throws -> [UInt8]? {
        let row = try Query(#"SELECT value FROM owned WHERE device = ?1 AND "set" = ?2 AND id = ?3"#, in: db)
        row.bind(1, position.device)
        row.bind(2, set.rawValue)
        row.bind(3, id)
        guard try row.step(), !row.isNull(0) else { return nil }
        return row.blob(0)
    }

    /// Every owned row of this device in a set, by id.
    func owned(_ set: OwnedSet) throws -> [[UInt8]: [UInt8]] {
        let rows = try Query(#"SELECT id, value FROM owned WHERE device = ?1 AND "set" = ?2 AND value IS NOT NULL"#, in: db)
        rows.bind(1, position.device)
        rows.bind(2, set.rawValue)
        var found: [[UInt8]: [UInt8]] = [:]
        while try rows.step() { found[rows.blob(0)] = rows.blob(1) }
        return found
    }
}
