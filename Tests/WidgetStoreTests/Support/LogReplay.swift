import Foundation
import GRDB
import WidgetCore
import WidgetReplication

@testable import WidgetStore

/// The widgets as the log alone tells of them, with the stamp of each field: what a peer would make of it.
struct LogReplay {
    static let columns = 1...6
    /// By row: each column's value and stamp, as text.
    private(set) var rows: [RowID: [String]] = [:]

    init(_ store: WidgetStore) async throws {
        let entries = try await store.replicate { try $0.storage.log(after: .start, limit: .max) }.0
        for transaction in entries.map(\.transaction) {
            for operation in try transaction.operations() where operation.row.table == SharedSchema.widget {
                switch operation.change {
                case .delete: rows[operation.row.id] = nil
                case .insert(let cells), .update(let cells):
                    var fields = rows[operation.row.id] ?? Self.columns.map { _ in "" }
                    for cell in cells { fields[cell.column - 1] = "\(cell.value) @\(transaction.clock.rawValue) \(transaction.sequence)" }
                    rows[operation.row.id] = fields
                }
            }
        }
    }

    static func actualRows(_ store: WidgetStore) async throws -> [RowID: [String]] {
        let found = try await store.replicate { try $0.storage.rows(after: nil, limit: .max) }.0.filter { $0.row.table == SharedSchema.widget }
        return Dictionary(
            uniqueKeysWithValues: found.map { row, cells in
                (row.id, cells.filter { $0.cell.column != StampedCell.birth }.map { "\($0.cell.value) @\($0.stamp.clock.rawValue) \($0.stamp.sequence)" })
            })
    }
}
