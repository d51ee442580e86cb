import Foundation
import GRDB
import WidgetAPI
import WidgetCore

@testable import WidgetStore

/// The widgets as the log alone tells of them, with the stamp of each field: what a peer would make of it.
struct LogReplay {
    /// By row: each column's value and stamp, as text.
    private(set) var rows: [[UInt8]: [String]] = [:]

    init(_ store: WidgetStore) throws {
        let entries = try store.connections.writer?.unsafeRead { db in
            try Row.fetchAll(db, sql: "SELECT origin, seq, hlc, frame FROM log ORDER BY lseq").map {
                (origin: $0["origin"] as Int, sequence: $0["seq"] as Int64, clock: $0["hlc"] as Int64, frame: $0["frame"] as Data)
            }
        }
        for entry in entries ?? [] {
            for operation in try StoredFrame(serializedBytes: entry.frame).operations {
                let row = Array(operation.row)
                if operation.delete {
                    rows[row] = nil
                    continue
                }
                var cells = rows[row] ?? Array(repeating: "", count: 5)
                for cell in operation.cells {
                    cells[Int(cell.column) - 1] = "\(Self.text(cell)) @\(entry.clock) \(entry.origin) \(entry.sequence)"
                }
                rows[row] = cells
            }
        }
    }

    static func actualRows(_ store: WidgetStore) throws -> [[UInt8]: [String]] {
        let found = try store.connections.writer?.unsafeRead { db in
            try Row.fetchAll(db, sql: "SELECT id, clk, kind, family, name, hex(parameters) AS parameters, placed_at FROM widget").map { row in
                let clocks = PackedClocks(bytes: Array(row["clk"] as Data))
                let cells = (0..<5).map { column in
                    let stamp = clocks[column]
                    let value = row[column + 2] as DatabaseValue
                    let text = String.fromDatabaseValue(value) ?? Int64.fromDatabaseValue(value).map(String.init) ?? ""
                    return "\(text) @\(stamp?.clock.rawValue ?? 0) \(stamp?.origin ?? 0) \(stamp?.sequence ?? 0)"
                }
                return (Array(row["id"] as Data), cells)
            }
        }
        return Dictionary(uniqueKeysWithValues: found ?? [])
    }

    private static func text(_ cell: StoredCell) -> String {
        switch cell.value {
        case .integer(let integer): "\(integer)"
        case .text(let text): text
        case .blob(let blob): blob.map { String($0, radix: 16, uppercase: true) }.joined()
        case nil: ""
        }
    }
}
