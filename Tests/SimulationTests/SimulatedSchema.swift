import WidgetCore
import WidgetReplication

/// Two neighbouring versions of a small schema: the numbers of devices and revocations are the product's.
enum SimulatedSchema {
    static let older = SharedSchema(version: 1, tables: [widget([]), device, revocation])
    /// Has one more column and one more table.
    static let newer = SharedSchema(
        version: 2,
        tables: [
            widget([.init("shade", .integer)]), device, revocation,
            .init(number: shelf, name: "shelf", columns: [.init("place", .integer), .init("label", .text, maximumBytes: 32)]),
        ])

    static let shelf = 4

    private static func widget(_ more: [SharedSchema.Column]) -> SharedSchema.Table {
        .init(
            number: SharedSchema.widget, name: "widget",
            columns: [.init("size", .integer), .init("name", .text, maximumBytes: 32), .init("parameters", .blob, maximumBytes: 32)] + more)
    }

    private static let device = SharedSchema.Table(
        number: SharedSchema.device, name: "device",
        columns: [
            .init("device", .blob, maximumBytes: 32), .init("name", .text, maximumBytes: 64), .init("addresses", .text, maximumBytes: 64),
            .init("added_at", .integer),
            .init("evicted_at", .integer), .init("forgotten_at", .integer),
        ], editing: .permanent, isOfDevices: true)

    private static let revocation = SharedSchema.Table(
        number: SharedSchema.revocation, name: "revocation", columns: [.init("device", .blob, maximumBytes: 32), .init("revoked_at", .integer)],
        editing: .insertOnly, isOfDevices: true)

    /// A value of a column's type that says which edit wrote it.
    static func value(_ edit: Int, _ column: SharedSchema.Column) -> CellValue {
        switch column.kind {
        case .integer: .integer(Int64(edit))
        case .text: .text(String(edit))
        case .blob: .blob((0..<8).map { UInt8(truncatingIfNeeded: edit >> (8 * $0)) })
        }
    }

    /// The edit that wrote a value.
    static func edit(_ value: CellValue) -> Int? {
        switch value {
        case .integer(let integer): Int(integer)
        case .text(let text): Int(text)
        case .blob(let bytes): bytes.count == 8 ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : nil
        }
    }
}
