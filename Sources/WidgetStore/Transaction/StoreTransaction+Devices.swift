internal import GRDB
public import WidgetCore
internal import WidgetReplication

private typealias DeviceColumn = SharedSchema.DeviceColumn
private typealias RevocationColumn = SharedSchema.RevocationColumn

// Membership: shared rows, so that every device learns of it.
extension StoreTransaction {
    /// Adds a device that was paired with this one; one that is there, forgotten or evicted, is a member again. A leaf is one no more.
    /// - Parameter enrolment: the one that it has used. Nil: an invitation, or this device has used one.
    /// - Throws: FAILED_PRECONDITION for one that was revoked; for an enrolment as ``addLeaf(_:name:at:enrolment:)``.
    public mutating func addDevice(
        _ device: DeviceID, name: String, addresses: [String] = [], at date: Timestamp, enrolment: ContentDigest? = nil
    ) throws {
        guard try !isRevoked(device) else {
            throw WidgetError(
                .failedPrecondition, "\(device.short) was revoked and is never trusted again; give that machine a new key (remove its device.pem)")
        }
        if try isLeaf(device) { try forgetLeaf(device, at: date) }
        let now = now()
        var used: [Cell] = []
        if let enrolment, try checkUse(of: enrolment, by: device, as: .editor, at: date) != nil {
            used = [Cell(DeviceColumn.enrolment, .blob(enrolment.bytes))]
        }
        try perform { replica, _ in
            let back = [Cell(DeviceColumn.evictedAt, .integer(0)), Cell(DeviceColumn.forgottenAt, .integer(0))] + used
            guard try !replica.isHere(device) else { return try replica.edit(device, back, now: now) }
            try replica.perform(.row(of: device, name: name, addresses: addresses, at: date, also: used), now: now)
        }
    }

    /// - Throws: NOT_FOUND where there is no such device, as for all that change one; INVALID_ARGUMENT for a name that is empty or too long.
    public mutating func rename(_ device: DeviceID, to name: String) throws {
        guard !name.isEmpty, name.utf8.count <= ReplicationLimits.deviceNameBytes else {
            throw WidgetError.invalid("name", "a device's name has 1 to \(ReplicationLimits.deviceNameBytes) bytes, not \(name.utf8.count)")
        }
        try edit(device, [Cell(DeviceColumn.name, .text(name))])
    }

    /// Writes the addresses of a device.
    /// - Throws: NOT_FOUND for a device that isn't known; INVALID_ARGUMENT for addresses that are too long together; else SQLite's error.
    public mutating func setAddresses(_ addresses: [String], of device: DeviceID) throws {
        try edit(device, [Cell(DeviceColumn.addresses, .text(try RowOperation.column(addresses)))])
    }

    /// Forgets a device from this date on.
    /// - Throws: NOT_FOUND for a device that isn't known; else SQLite's error.
    public mutating func setForgotten(_ device: DeviceID, at date: Timestamp) throws {
        try edit(device, [Cell(DeviceColumn.forgottenAt, .integer(date.milliseconds))])
    }

    /// Evicts a device that nobody has seen for long, so that the log needn't wait for it; nil when it is back.
    /// - Throws: NOT_FOUND for a device that isn't known; else SQLite's error.
    public mutating func setEvicted(_ device: DeviceID, at date: Timestamp?) throws {
        try edit(device, [Cell(DeviceColumn.evictedAt, .integer(date?.milliseconds ?? 0))])
    }

    /// Revokes a device for good. If it was revoked already, nothing is written.
    /// - Throws: INVALID_ARGUMENT for this device itself; else SQLite's error.
    public mutating func revoke(_ device: DeviceID, at date: Timestamp) throws {
        let now = now()
        try perform { replica, _ in
            guard device != replica.position.device else {
                throw WidgetError.invalid("device", "a device can't revoke itself; revoke it on another one")
            }
        }
        guard try !isRevoked(device) else { return }
        try perform { replica, _ in
            let row = RowKey(table: SharedSchema.revocation, id: RowID(device))
            try replica.perform(
                RowOperation(
                    row, .insert([Cell(RevocationColumn.device, .blob(device.bytes)), Cell(RevocationColumn.revokedAt, .integer(date.milliseconds))])), now: now
            )
        }
    }

    /// Drops tombstones that are older than ``ReplicationLimits/tombstoneAge``. Once a day is enough.
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func collectTombstones() throws {
        let date = now() + Milliseconds(-ReplicationLimits.tombstoneAge.count)
        try perform { replica, _ in try replica.storage.removeTombstones(before: date) }
    }

    mutating func isRevoked(_ device: DeviceID) throws -> Bool { try isThere(device, "revocation WHERE device = ?1") }

    mutating func isMember(_ device: DeviceID) throws -> Bool { try isThere(device, "device WHERE device = ?1 AND forgotten_at = 0") }

    mutating func isLeaf(_ device: DeviceID) throws -> Bool { try isThere(device, "leaf WHERE device = ?1 AND forgotten_at = 0") }

    private mutating func isThere(_ device: DeviceID, _ rows: String) throws -> Bool {
        try perform { _, db in
            let row = try Query("SELECT 1 FROM \(rows)", in: db)
            row.bind(1, device)
            return try row.step()
        }
    }

    private mutating func edit(_ device: DeviceID, _ cells: [Cell]) throws {
        let now = now()
        try perform { replica, _ in try replica.edit(device, cells, now: now) }
    }
}
