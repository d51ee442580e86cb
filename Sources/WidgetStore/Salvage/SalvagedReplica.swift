internal import GRDB
internal import WidgetCore
internal import WidgetReplication

/// The replicated rows of a store some of whose rows are lost. Makes true again what other code relies on, so that others send what is missing.
struct SalvagedReplica {
    let db: Database

    /// - Parameter hasWholeLog: no row of the log or of the chains is lost.
    func settle(hasWholeLog: Bool, now: Timestamp) throws {
        if !hasWholeLog { try shortenLog() }
        try recountSets()
        try recountContents(now)
    }

    /// A log has no gap. Where one is, only what follows it stays, and a peer that needs more takes a snapshot.
    private func shortenLog() throws {
        let origins = try Query("SELECT origin, seq, floor, top FROM vector", in: db)
        var states: [(origin: Int64, sequence: Int64, floor: Int64, top: Int64)] = []
        while try origins.step() { states.append((origins.integer(0), origins.integer(1), origins.integer(2), origins.integer(3))) }
        for state in states where state.sequence > 0 {
            let top = try Query("INSERT OR REPLACE INTO chain(origin, seq, hash) VALUES(?1, ?2, ?3)", in: db)
            top.bind(1, state.origin)
            top.bind(2, state.sequence)
            top.bind(3, state.top)
            try top.run()
            var first = state.sequence + 1
            let logged = try Query(
                "SELECT l.seq FROM log l JOIN chain c ON c.origin = l.origin AND c.seq = l.seq WHERE l.origin = ?1 AND l.seq <= ?2 ORDER BY l.seq DESC", in: db)
            logged.bind(1, state.origin)
            logged.bind(2, state.sequence)
            while try logged.step(), logged.integer(0) == first - 1 { first -= 1 }
            guard first - 1 > state.floor else { continue }
            for sql in ["UPDATE vector SET floor = ?2 WHERE origin = ?1", "DELETE FROM log WHERE origin = ?1 AND seq <= ?2"] {
                let change = try Query(sql, in: db)
                change.bind(1, state.origin)
                change.bind(2, first - 1)
                try change.run()
            }
        }
    }

    // MARK: Owned sets

    /// A set's version says the sum of its rows. Where a row is lost, another device's set is marked as not whole, and this device's own is as it is now.
    private func recountSets() throws {
        let own = try ownDevice()
        let rows = try Query(#"SELECT device, "set", incarnation, id, counter, value FROM owned"#, in: db)
        var found: [OwnedKey: OwnedVersion] = [:]
        while try rows.step() {
            guard let device = rows.device(0) else { continue }
            let row = OwnedRow(id: rows.blob(3), counter: rows.integer(4), value: rows.isNull(5) ? nil : rows.blob(5))
            let key = OwnedKey(device: device, set: Int(rows.integer(1)))
            var version = found[key] ?? OwnedVersion(incarnation: Incarnation(rawValue: rows.integer(2)), counter: 0, digest: 0)
            version.counter = max(version.counter, row.counter)
            version.digest &+= row.digest
            found[key] = version
        }
        let sets = try Query(#"SELECT device, "set", incarnation, counter, digest FROM owned_set"#, in: db)
        var known: [OwnedKey: OwnedVersion] = [:]
        while try sets.step() {
            guard let device = sets.device(0) else { continue }
            known[OwnedKey(device: device, set: Int(sets.integer(1)))] = OwnedVersion(
                incarnation: Incarnation(rawValue: sets.integer(2)), counter: sets.integer(3), digest: UInt64(bitPattern: sets.integer(4)))
        }
        for key in Set(found.keys).union(known.keys) where known[key] == nil || known[key]?.digest != found[key]?.digest ?? 0 {
            guard var version = known[key] ?? found[key] else { continue }
            version.digest = found[key]?.digest ?? 0
            if key.device != own { version.counter = 0 }
            try save(version, key)
        }
    }

    private func ownDevice() throws -> DeviceID? {
        let row = try Query("SELECT o.device FROM meta m JOIN origin o ON o.ord = m.value WHERE m.key = 'origin'", in: db)
        return try row.step() ? row.device(0) : nil
    }

    private func save(_ version: OwnedVersion, _ key: OwnedKey) throws {
        let row = try Query(#"INSERT OR REPLACE INTO owned_set(device, "set", incarnation, counter, digest) VALUES(?1, ?2, ?3, ?4, ?5)"#, in: db)
        row.bind(1, key.device)
        row.bind(2, key.set)
        row.bind(3, version.incarnation.rawValue)
        row.bind(4, version.counter)
        row.bind(5, Int64(bitPattern: version.digest))
        try row.run()
    }

    // MARK: Contents

    /// Counts again how many timelines name each archive and image. One whose bytes are lost is fetched like one that never was here.
    private func recountContents(_ now: Timestamp) throws {
        let timelines = try Query(#"SELECT value FROM owned WHERE "set" = ?1 AND value IS NOT NULL"#, in: db)
        timelines.bind(1, OwnedSet.timelines.rawValue)
        var counts: [ContentDigest: Int] = [:]
        while try timelines.step() { for digest in TimelineCoding.named(in: timelines.blob(0)) { counts[digest, default: 0] += 1 } }
        for sql in [
            "UPDATE content SET data = NULL, media_type = '' WHERE data IS NOT NULL AND data NOT IN (SELECT id FROM content_data)",
            "DELETE FROM content_data WHERE id NOT IN (SELECT data FROM content WHERE data IS NOT NULL)",
        ] { try Query(sql, in: db).run() }
        let released = try Query("UPDATE content SET refs = 0, released_at = coalesce(released_at, ?1)", in: db)
        released.bind(1, now.milliseconds)
        try released.run()
        for (digest, count) in counts {
            let row = try Query(
                """
                INSERT INTO content(digest, media_type, refs) VALUES(?1, '', ?2) ON CONFLICT(digest) DO UPDATE SET refs = ?2, released_at = NULL
                """, in: db)
            row.bind(1, digest.bytes)
            row.bind(2, count)
            try row.run()
        }
    }
}
