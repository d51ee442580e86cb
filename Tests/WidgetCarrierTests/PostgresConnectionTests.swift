import Testing
import WidgetCore

@testable import WidgetCarrier

/// Statements that are sent without a wait for the answers to those before them.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "\(PostgresServer.missing ?? "")"))
struct PostgresConnectionTests {
    private static func connect(_ server: borrowing PostgresServer) throws -> PostgresConnection {
        let connection = try PostgresConnection(server.connection, deadline: Milliseconds(60_000))
        try connection.run("CREATE TEMPORARY TABLE kept (number bigint PRIMARY KEY)")
        return connection
    }

    private static func numbers(_ connection: PostgresConnection) throws -> [Int64?] {
        let rows = try connection.run("SELECT number FROM kept ORDER BY number")
        return (0..<rows.count).map { rows.integer($0, 0) }
    }

    @Test func resultsComeInTheOrderOfTheStatements() throws {
        let server = try PostgresServer()
        let connection = try Self.connect(server)
        for number: Int64 in 1...3 { try connection.queue("INSERT INTO kept VALUES ($1)", .integer(number)) }
        try connection.queue("SELECT max(number) FROM kept")
        try connection.queue("SELECT min(number) FROM kept")
        let found = try connection.finish()
        #expect(found.count == 5)
        #expect(found.suffix(2).map { $0.integer(0, 0) } == [3, 1])
        #expect(try connection.finish().isEmpty)
    }

    @Test func aFailureUndoesItsTransactionAndTheConnectionGoesOn() throws {
        let server = try PostgresServer()
        let connection = try Self.connect(server)
        let error = #expect(throws: WidgetError.self) {
            try connection.transaction("BEGIN") {
                try connection.queue("INSERT INTO kept VALUES ($1)", .integer(1))
                try connection.queue("INSERT INTO kept SELECT 2 FROM kept WHERE number / 0 = 1")
                // Parsed first here, behind the failure.
                try connection.queue("INSERT INTO kept VALUES ($1 + 1)", .integer(3))
            }
        }
        #expect(error?.message.contains("division by zero") == true)
        #expect(error?.cause?.contains("INSERT INTO kept SELECT 2") == true)
        #expect(try Self.numbers(connection) == [])
        try connection.transaction("BEGIN") { try connection.queue("INSERT INTO kept VALUES ($1 + 1)", .integer(3)) }
        #expect(try Self.numbers(connection) == [4])
    }

    @Test func whatATransactionThrowsUndoesWhatIsQueued() throws {
        struct Change: Error {}
        let server = try PostgresServer()
        let connection = try Self.connect(server)
        #expect(throws: Change.self) {
            try connection.transaction("BEGIN") {
                try connection.queue("INSERT INTO kept VALUES (1)")
                throw Change()
            }
        }
        #expect(try Self.numbers(connection) == [])
    }

    /// A late answer would be taken for that of a later statement.
    @Test func aConnectionWhoseAnswerIsLateIsUsedNoMore() throws {
        let server = try PostgresServer()
        let connection = try PostgresConnection(server.connection, deadline: Milliseconds(300))
        let late = #expect(throws: WidgetError.self) { try connection.run("SELECT 1 FROM pg_sleep(30)") }
        #expect(late?.code == .unavailable)
        let next = #expect(throws: WidgetError.self) { try connection.run("SELECT 2") }
        #expect(next?.code == .unavailable)
    }
}
