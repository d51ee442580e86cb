import ReplicationTestSupport
import WidgetCore
import WidgetReplication

/// Two devices with the same ids, lives and times in each run, so that an input always does the same.
enum World {
    static let now = Timestamp(milliseconds: 1_795_000_000_000)
    static let time = SessionTime(wall: now, uptime: 1_000)
    /// The device that is attacked, the one that lies, and the one that is spoken of.
    static let (victim, liar, third) = (DeviceID(certificate: [1]), DeviceID(certificate: [2]), DeviceID(certificate: [3]))

    static func widget(_ number: UInt64) -> RowKey { RowKey(table: SharedSchema.widget, id: RowID(high: 7, low: number)) }

    /// A device that has placed, changed and removed widgets.
    static func replica(_ device: DeviceID) throws -> Replica<MemoryReplica> {
        var bits: UInt64 = 0
        var replica = try Replica.create(
            in: MemoryReplica(), device: device, now: now,
            random: {
                bits += 1
                return bits
            })
        let number = UInt64(device.bytes[0])
        let membership = RowKey(table: SharedSchema.device, id: RowID(device))
        try write(&replica, RowOperation(membership, .insert([Cell(column: 1, .blob(device.bytes)), Cell(column: 2, .text("d"))])))
        for row in [number * 2, number * 2 + 1] {
            try write(&replica, RowOperation(widget(row), .insert([Cell(column: 1, .text("note")), Cell(column: 3, .text("a"))])))
        }
        try write(&replica, RowOperation(widget(number * 2), .update([Cell(column: 3, .text("b"))])))
        try write(&replica, RowOperation(widget(number * 2 + 1), .delete))
        try replica.setOwned(.presence, [], [1, 2])
        try replica.finish()
        return replica
    }

    private static func write(_ replica: inout Replica<MemoryReplica>, _ operation: RowOperation) throws {
        try replica.perform(operation, now: now)
        try replica.finish()
    }
}
