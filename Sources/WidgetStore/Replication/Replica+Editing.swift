internal import GRDB
internal import WidgetCore
internal import WidgetReplication

extension Replica<SQLiteReplica> {
    func isHere(_ device: DeviceID) throws -> Bool { try storage.clocks(RowKey(table: SharedSchema.device, id: RowID(device))) != nil }

    mutating func edit(_ device: DeviceID, _ cells: [Cell], now: Timestamp) throws {
        guard try isHere(device) else { throw WidgetError(.notFound, "there is no device \(device.short); `widgetctl device list` lists them") }
        try put(RowKey(table: SharedSchema.device, id: RowID(device)), cells, now: now)
    }
}

extension Replica<SQLiteReplica> {
    /// Writes a shared row: inserts it, or changes the fields that differ.
    /// - Parameter fields: what is written when the row is new; nil: `cells`.
    mutating func put(_ row: RowKey, _ cells: [Cell], inserting fields: [Cell]? = nil, now: Timestamp) throws {
        if let found = try storage.differing(cells, row) {
            if !found.cells.isEmpty { try perform(RowOperation(row, .update(found.cells)), over: found.clocks, now: now) }
        } else {
            try perform(RowOperation(row, .insert(fields ?? cells)), now: now)
        }
    }
}

private typealias DeviceColumn = SharedSchema.DeviceColumn

extension RowOperation {
    /// The row by which a device is known.
    /// - Parameter cells: further fields.
    static func row(of device: DeviceID, name: String, addresses: [String] = [], at date: Timestamp, also cells: [Cell] = []) throws -> RowOperation {
        RowOperation(
            RowKey(table: SharedSchema.device, id: RowID(device)),
            .insert(
                [
                    Cell(DeviceColumn.device, .blob(device.bytes)), Cell(DeviceColumn.name, .text(name)),
                    Cell(DeviceColumn.addresses, .text(try Self.column(addresses))),
                    Cell(DeviceColumn.addedAt, .integer(date.milliseconds)), Cell(DeviceColumn.evictedAt, .integer(0)),
                    Cell(DeviceColumn.forgottenAt, .integer(0)),
                ] + cells))
    }

    static func column(_ addresses: [String]) throws -> String {
        let text = addresses.joined(separator: "\n")
        guard text.utf8.count <= ReplicationLimits.addressesBytes else {
            throw WidgetError.invalid(
                "addresses", "a device's addresses have at most \(ReplicationLimits.addressesBytes) bytes together, not \(text.utf8.count)")
        }
        return text
    }
}
