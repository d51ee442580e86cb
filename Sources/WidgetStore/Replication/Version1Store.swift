internal import GRDB
internal import WidgetCore
internal import WidgetReplication

/// A store of version 1, which was always alone.
struct Version1Store {
    let db: Database

    /// Whether the database is one.
    var isThere: Bool {
        get throws { try Query("SELECT 1 FROM meta WHERE key = 'origin'", in: db).step() }
    }

    /// Its one origin becomes the device's. The transactions of the log have no chain, and no peer has ever seen them: the log is cut, and a peer takes a
    /// snapshot.
    func adopt(_ origin: Origin) throws {
        let renamed = try Query("UPDATE origin SET device = ?1, incarnation = ?2", in: db)
        renamed.bind(1, origin.device)
        renamed.bind(2, origin.incarnation.rawValue)
        try renamed.run()
        try adoptLog(origin)
        for set in OwnedSet.allCases { try adopt(set, origin) }
        try adoptWidgets(origin.device)
    }

    /// They were placed here. The field that is never edited, the date of placing, tells which device inserted a row; it is the last one.
    private func adoptWidgets(_ device: DeviceID) throws {
        let rows = try Query("SELECT id, clk FROM widget", in: db)
        var widgets: [(id: [UInt8], clocks: [UInt8])] = []
        while try rows.step() { widgets.append((rows.blob(0), rows.blob(1))) }
        for (id, clocks) in widgets {
            let born = clocks.suffix(FieldClocks.stampBytes)
            let update = try Query("UPDATE widget SET clk = ?2, device = ?3 WHERE id = ?1", in: db)
            update.bind(1, id)
            update.bind(2, Array(born) + clocks + Array(born))
            update.bind(3, device)
            try update.run()
        }
    }

    private func adoptLog(_ origin: Origin) throws {
        let own = try Query("SELECT origin, seq, hlc FROM vector", in: db)
        guard try own.step() else { return }
        let (number, sequence, clock) = (own.integer(0), own.integer(1), own.clock(2))
        guard sequence > 0 else { return }
        try Query("DELETE FROM log", in: db).run()
        let top = ChainHash.start.next(origin, sequence: sequence, clock: clock, frame: [])
        let chain = try Query("INSERT INTO chain(origin, seq, hash) VALUES(?1, ?2, ?3)", in: db)
        chain.bind(1, number)
        chain.bind(2, sequence)
        chain.bind(3, Int64(bitPattern: top.rawValue))
        try chain.run()
        let vector = try Query("UPDATE vector SET floor = seq, top = ?1", in: db)
        vector.bind(1, Int64(bitPattern: top.rawValue))
        try vector.run()
    }

    private func adopt(_ set: OwnedSet, _ origin: Origin) throws {
        let rows = try Query(#"SELECT id, counter, value FROM owned WHERE "set" = ?1 AND value IS NOT NULL"#, in: db)
        rows.bind(1, set.rawValue)
        var digest: UInt64 = 0
        while try rows.step() { digest &+= OwnedRow(id: rows.blob(0), counter: rows.integer(1), value: rows.blob(2)).digest }
        for sql in [
            #"UPDATE owned SET device = ?1, incarnation = ?2 WHERE "set" = ?3"#,
            #"UPDATE owned_set SET device = ?1, incarnation = ?2, digest = ?4 WHERE "set" = ?3"#,
        ] {
            let update = try Query(sql, in: db)
            update.bind(1, origin.device)
            update.bind(2, origin.incarnation.rawValue)
            update.bind(3, set.rawValue)
            if sql.contains("?4") { update.bind(4, Int64(bitPattern: digest)) }
            try update.run()
        }
    }
}
