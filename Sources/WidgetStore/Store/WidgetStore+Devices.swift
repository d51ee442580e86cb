internal import GRDB
public import WidgetCore
public import WidgetReplication

extension WidgetStore {
    /// Every device that ever was a member, in the order of their ids.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func devices() throws(WidgetError) -> [Device] { try read { try Device.all($0) } }

    /// Every device that ever was a leaf, in the order of their ids.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func leaves() throws(WidgetError) -> [Leaf] {
        try read { db in
            let rows = try Query(
                """
                SELECT device, name, added_at, forgotten_at, device IN (SELECT device FROM revocation), group_name, enrolment FROM leaf ORDER BY device
                """, in: db)
            var found: [Leaf] = []
            while try rows.step() {
                guard let id = rows.device(0) else { continue }
                let forgotten = rows.integer(3) == 0 ? nil : rows.date(3)
                found.append(
                    Leaf(
                        id: id, name: rows.text(1), addedAt: rows.date(2), forgottenAt: forgotten, isRevoked: rows.integer(4) != 0, group: rows.text(5),
                        enrolment: ContentDigest(bytes: rows.blob(6))))
            }
            return found
        }
    }

    /// The groups of leaves, by their names.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func displayGroups() throws(WidgetError) -> [DisplayGroup] {
        try read { db in
            let rows = try Query("SELECT name, pages, allows FROM display_group WHERE removed_at = 0 ORDER BY name", in: db)
            var found: [DisplayGroup] = []
            while try rows.step() { found.append(DisplayGroup(name: rows.text(0), pages: DisplayGroup.pages(of: rows.text(1)), allows: rows.integer(2))) }
            return found
        }
    }

    /// The names of all groups that ever were.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func displayGroupNames() throws(WidgetError) -> [String] {
        try read { db in
            let rows = try Query("SELECT name FROM display_group", in: db)
            var found: [String] = []
            while try rows.step() { found.append(rows.text(0)) }
            return found
        }
    }

    /// The enrolments, those that were made last at the end. One with a role of a newer widgetd is left out.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func enrolments() throws(WidgetError) -> [Enrolment] {
        try read { db in
            let rows = try Query("SELECT digest, group_name, uses, created_at, expires_at, role FROM enrolment ORDER BY created_at, id", in: db)
            var found: [Enrolment] = []
            while try rows.step() {
                guard let id = ContentDigest(bytes: rows.blob(0)), let role = Enrolment.Role(rawValue: Int(rows.integer(5))) else { continue }
                found.append(
                    Enrolment(id: id, role: role, group: rows.text(1), uses: Int(rows.integer(2)), createdAt: rows.date(3), expiresAt: rows.date(4)))
            }
            return found
        }
    }

    /// The surfaces of a device. One that can't be read is left out.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func surfaces(of device: DeviceID) throws(WidgetError) -> [SurfaceRecord] {
        try read { db in
            let rows = try Query(#"SELECT value FROM owned WHERE device = ?1 AND "set" = ?2 AND value IS NOT NULL"#, in: db)
            rows.bind(1, device)
            rows.bind(2, OwnedSet.surfaces.rawValue)
            var found: [SurfaceRecord] = []
            while try rows.step() { if let record = try? SurfaceCoding.decode(rows.blob(0)) { found.append(record) } }
            return found
        }
    }

    /// The last presence that each device reported. A device is left out if its presence can't be read.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func presences() throws(WidgetError) -> [DeviceID: Presence] {
        try read { db in
            let rows = try Query(#"SELECT device, value FROM owned WHERE "set" = ?1 AND id = x'' AND value IS NOT NULL"#, in: db)
            rows.bind(1, OwnedSet.presence.rawValue)
            var found: [DeviceID: Presence] = [:]
            while try rows.step() { if let device = rows.device(0) { found[device] = try? PresenceCoding.decode(rows.blob(1)) } }
            return found
        }
    }

    /// Devices that are never trusted again, also those that never were members.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func revokedDevices() throws(WidgetError) -> Set<DeviceID> {
        try read { db in
            let rows = try Query("SELECT device FROM revocation", in: db)
            var found: Set<DeviceID> = []
            while try rows.step() { if let device = rows.device(0) { found.insert(device) } }
            return found
        }
    }
}

extension Device {
    static func all(_ db: Database) throws -> [Device] {
        let rows = try Query(
            """
            SELECT device, name, addresses, added_at, evicted_at, forgotten_at, device IN (SELECT device FROM revocation), enrolment FROM device
            ORDER BY device, id
            """, in: db)
        var found: [Device] = []
        while try rows.step() {
            // A row that names no device, or a device that has a row already, is a fault of the device that wrote it.
            guard let id = rows.device(0), found.last?.id != id else { continue }
            func date(_ column: Int32) -> Timestamp? { rows.integer(column) == 0 ? nil : rows.date(column) }
            found.append(
                Device(
                    id: id, name: rows.text(1), addresses: rows.text(2).split(separator: "\n").map(String.init), addedAt: rows.date(3), evictedAt: date(4),
                    forgottenAt: date(5), isRevoked: rows.integer(6) != 0, enrolment: ContentDigest(bytes: rows.blob(7))))
        }
        return found
    }
}

extension WidgetStore {
    /// Every origin that this store knows.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func origins() throws(WidgetError) -> [Origin] {
        try read { db in
            let rows = try Query("SELECT device, incarnation FROM origin ORDER BY ord", in: db)
            var found: [Origin] = []
            while try rows.step() {
                if let device = rows.device(0) { found.append(Origin(device: device, incarnation: Incarnation(rawValue: rows.integer(1)))) }
            }
            return found
        }
    }

    /// The number of changes here that `device` didn't make itself and hasn't acknowledged as durable.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func unacknowledged(by device: DeviceID) throws(WidgetError) -> Int64 {
        try read { db in
            let count = try Query(
                """
                SELECT sum(max(v.seq - ifnull(a.seq, 0), 0)) FROM vector v JOIN origin o ON o.ord = v.origin
                LEFT JOIN ack a ON a.origin = v.origin AND a.device = ?1 WHERE o.device <> ?1
                """, in: db)
            count.bind(1, device)
            return try count.step() ? count.integer(0) : 0
        }
    }

    /// When the oldest change was made of which `device` hasn't reported that it is durable there, and that isn't the device's own. Nil: the device has all.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func oldestUnacknowledged(by device: DeviceID) throws(WidgetError) -> Timestamp? {
        try read { db in
            // One look into the log's index for each origin.
            let oldest = try Query(
                """
                SELECT min((SELECT l.hlc FROM log l WHERE l.origin = v.origin AND l.seq > ifnull(a.seq, 0) ORDER BY l.seq LIMIT 1))
                FROM vector v JOIN origin o ON o.ord = v.origin LEFT JOIN ack a ON a.origin = v.origin AND a.device = ?1 WHERE o.device <> ?1
                """, in: db)
            oldest.bind(1, device)
            guard try oldest.step(), !oldest.isNull(0) else { return nil }
            return HybridLogicalClock.Reading(rawValue: UInt64(bitPattern: oldest.integer(0))).date
        }
    }
}
