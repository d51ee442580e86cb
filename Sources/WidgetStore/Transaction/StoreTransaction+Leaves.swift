internal import GRDB
public import WidgetCore
internal import WidgetReplication

private typealias LeafColumn = SharedSchema.LeafColumn

// Leaves: shared rows, so that every member lets them in, and keeps out those that are gone.
extension StoreTransaction {
    /// Adds a leaf; one that was forgotten is one again, under its new name.
    /// - Parameter enrolment: the one that it has used. Nil: an invitation.
    /// - Throws: FAILED_PRECONDITION for a device that was revoked or is a member, and for an enrolment whose group was removed; PERMISSION_DENIED for an
    ///   enrolment that is over; RESOURCE_EXHAUSTED for one that is used up.
    public mutating func addLeaf(_ device: DeviceID, name: String, at date: Timestamp, enrolment: ContentDigest? = nil) throws {
        guard try !isRevoked(device) else {
            throw WidgetError(
                .failedPrecondition, "\(device.short) was revoked and is never trusted again; give that machine a new key (remove its device.pem)")
        }
        guard try !isMember(device) else {
            throw WidgetError(.failedPrecondition, "the device is a member already; forget it first: widgetctl device forget")
        }
        let (name, forgotten) = (Cell(LeafColumn.name, .text(name)), Cell(LeafColumn.forgottenAt, .integer(0)))
        let now = now()
        var group: [Cell] = []
        if let enrolment, let name = try checkUse(of: enrolment, by: device, as: .viewer, at: date) {
            group = [Cell(LeafColumn.group, .text(name)), Cell(LeafColumn.enrolment, .blob(enrolment.bytes))]
        }
        try perform { replica, _ in
            try replica.put(
                Self.row(device), [name, forgotten] + group,
                inserting: [Cell(LeafColumn.device, .blob(device.bytes)), name, Cell(LeafColumn.addedAt, .integer(date.milliseconds)), forgotten] + group,
                now: now)
        }
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
