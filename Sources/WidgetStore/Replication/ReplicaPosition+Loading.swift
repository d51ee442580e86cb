internal import GRDB
internal import WidgetCore
internal import WidgetReplication

extension ReplicaPosition {
    /// Reads it; nil in a store that has no device yet, or one of an older version.
    static func load(_ db: Database) throws -> ReplicaPosition? {
        let own = try Query("SELECT value FROM meta WHERE key = 'origin'", in: db)
        guard try own.step() else { return nil }
        let number = OriginNumber(rawValue: UInt16(truncatingIfNeeded: own.integer(0)))
        let rows = try Query(
            """
            SELECT o.ord, o.device, o.incarnation, v.seq, v.hlc, v.closed_at, v.floor, v.top FROM origin o JOIN vector v ON v.origin = o.ord ORDER BY o.ord
            """, in: db)
        var origins = OriginTable()
        while try rows.step() {
            guard let device = rows.device(1) else { return nil }
            let origin = Origin(device: device, incarnation: Incarnation(rawValue: rows.integer(2)))
            let state = OriginState(
                origin: origin, sequence: rows.integer(3), top: rows.hash(7), clock: rows.clock(4), closedAt: rows.optionalInteger(5), floor: rows.integer(6))
            guard Int64(origins.add(state).rawValue) == rows.integer(0) else {
                throw WidgetError(.dataLoss, "the store's origins aren't numbered from 1 without gaps")
            }
        }
        guard number.rawValue >= 1, Int(number.rawValue) <= origins.count else { throw WidgetError(.dataLoss, "the store's own origin isn't there") }
        return ReplicaPosition(own: number, origins: origins, owned: try OwnedKey.versions(db))
    }
}

extension OwnedKey {
    fileprivate static func versions(_ db: Database) throws -> [OwnedKey: OwnedVersion] {
        let sets = try Query(#"SELECT device, "set", incarnation, counter, digest FROM owned_set"#, in: db)
        var versions: [OwnedKey: OwnedVersion] = [:]
        while try sets.step() {
            guard let device = sets.device(0) else { throw WidgetError(.dataLoss, "a set of a device whose id hasn't \(DeviceID.byteCount) bytes") }
            versions[OwnedKey(device: device, set: Int(sets.integer(1)))] = OwnedVersion(
                incarnation: Incarnation(rawValue: sets.integer(2)), counter: sets.integer(3), digest: UInt64(bitPattern: sets.integer(4)))
        }
        return versions
    }
}
