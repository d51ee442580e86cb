internal import GRDB
public import WidgetCore
internal import WidgetReplication

private typealias LeafColumn = SharedSchema.LeafColumn

// Leaves: shared rows, so that every member lets them in, and keeps out those that are gone.
extension StoreTransaction {
    /// Adds a leaf; one that was forgotten is one again, under its new name.
    /// - Parameter enrolment: the one that it has used. Nil: an invitation.
    /// - Throws: FAILED_PRECONDITION for a device that was revoked, and for an enrolment whose group was removed; PERMISSION_DENIED for an enrolment that is
    ///   over; RESOURCE_EXHAUSTED for one that is used up.
    public mutating func addLeaf(_ device: DeviceID, name: String, at date: Timestamp, enrolment: ContentDigest? = nil) throws {
        guard try !isRevoked(device) else {
            throw WidgetError(
                .failedPrecondition, "\(device.short) was revoked and is never trusted again; give that machine a new key (remove its device.pem)")
        }
        let (name, forgotten) = (Cell(LeafColumn.name, .text(name)), Cell(LeafColumn.forgottenAt, .integer(0)))
        let now = now()
        try perform { replica, db in
            var group: [Cell] = []
            if let enrolment {
                if let name = try Self.use(enrolment, by: device, at: date, db) {
                    group = [Cell(LeafColumn.group, .text(name)), Cell(LeafColumn.enrolment, .blob(enrolment.bytes))]
                }
            }
            try replica.put(
                Self.row(device), [name, forgotten] + group,
                inserting: [Cell(LeafColumn.device, .blob(device.bytes)), name, Cell(LeafColumn.addedAt, .integer(date.milliseconds)), forgotten] + group,
                now: now)
        }
    }

    /// - Returns: the name of the enrolment's group. Nil: the device is a leaf by this enrolment already, and stays in the group where it is.
    private static func use(_ enrolment: ContentDigest, by device: DeviceID, at date: Timestamp, _ db: Database) throws -> String? {
        let rows = try Query("SELECT group_name, uses, expires_at FROM enrolment WHERE digest = ?1", in: db)
        rows.bind(1, enrolment.bytes)
        guard try rows.step(), date < rows.date(2) else {
            throw WidgetError(.permissionDenied, "the enrolment is over; make a new one on a hub with: widgetctl fleet enrol")
        }
        let (group, uses) = (rows.text(0), rows.integer(1))
        // The answer to its first try may have been lost.
        let own = try Query("SELECT 1 FROM leaf WHERE device = ?1 AND enrolment = ?2 AND forgotten_at = 0", in: db)
        own.bind(1, device)
        own.bind(2, enrolment.bytes)
        if try own.step() { return nil }
        let groups = try Query("SELECT 1 FROM display_group WHERE name = ?1 AND removed_at = 0", in: db)
        groups.bind(1, group)
        guard try group.isEmpty || groups.step() else {
            throw WidgetError(.failedPrecondition, "the enrolment is for the group '\(group)', which was removed; make a new one on a hub")
        }
        let used = try Query("SELECT count(*) FROM leaf WHERE enrolment = ?1", in: db)
        used.bind(1, enrolment.bytes)
        guard try used.step(), used.integer(0) < uses else {
            throw WidgetError(.resourceExhausted, "the enrolment has been used \(uses) times, its limit; make a new one on a hub with: widgetctl fleet enrol")
        }
        return group
    }

    /// Puts a leaf into a group.
    /// - Parameter group: the group's name. Empty: into none, so that it shows everything.
    /// - Throws: NOT_FOUND where there is no such leaf or group.
    public mutating func moveLeaf(_ device: DeviceID, to group: String) throws {
        if !group.isEmpty { try requireGroup(group) }
        try edit(device, Cell(LeafColumn.group, .text(group)))
    }

    /// - Parameter name: 1 to ``ReplicationLimits/deviceNameBytes`` bytes.
    /// - Throws: NOT_FOUND where there is no such leaf.
    public mutating func renameLeaf(_ device: DeviceID, to name: String) throws { try edit(device, Cell(LeafColumn.name, .text(name))) }

    /// Forgets a leaf from this date on.
    /// - Throws: NOT_FOUND where there is no such leaf.
    public mutating func forgetLeaf(_ device: DeviceID, at date: Timestamp) throws {
        try edit(device, Cell(LeafColumn.forgottenAt, .integer(date.milliseconds)))
    }

    private mutating func edit(_ device: DeviceID, _ cell: Cell) throws {
        let now = now()
        try perform { replica, _ in
            guard try replica.storage.clocks(Self.row(device)) != nil else {
                throw WidgetError(.notFound, "there is no leaf \(device.short); `widgetctl device list` lists them")
            }
            try replica.put(Self.row(device), [cell], now: now)
        }
    }

    private static func row(_ device: DeviceID) -> RowKey { RowKey(table: SharedSchema.leaf, id: RowID(device)) }
}
