import Foundation
import GRDB
import Synchronization

@testable import WidgetStore

extension WidgetStore {
    /// The first column of a query's first row, from the connection that writes.
    func value<T: DatabaseValueConvertible>(_ sql: String, as type: T.Type = T.self) throws -> T? {
        try connections.writer?.unsafeRead { try T.fetchOne($0, sql: sql) }
    }

    func values<T: DatabaseValueConvertible>(_ sql: String, as type: T.Type = T.self) throws -> [T] {
        try connections.writer?.unsafeRead { try T.fetchAll($0, sql: sql) } ?? []
    }

    /// The same of a blob.
    func blob(_ sql: String) throws -> [UInt8]? { try value(sql, as: Data.self).map(Array.init) }

    /// Calls `body` with each statement that the connection that writes runs, as it was written: without its values.
    func traceStatements(_ body: @escaping @Sendable (String) -> Void) {
        connections.writer?.writeWithoutTransaction { db in
            db.trace(options: .statement) { event in
                if case .statement(let statement) = event { body(statement.sql) }
            }
        }
    }

    /// The statements that the reading connection ran for `body`, as ``traceStatements(_:)`` gives them.
    func statementsRead(_ body: () throws -> Void) rethrows -> [String] {
        let statements = Mutex<[String]>([])
        func trace(_ body: (@Sendable (Database.TraceEvent) -> Void)?) { connections.reader.unsafeRead { $0.trace(options: .statement, body) } }
        trace { event in if case .statement(let statement) = event { statements.withLock { $0.append(statement.sql) } } }
        defer { trace(nil) }
        try body()
        return statements.withLock(\.self)
    }

    /// Runs a statement past the store's own code.
    func execute(_ sql: String) throws {
        try connections.writer?.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}
