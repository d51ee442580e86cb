import Foundation
import Logging
import ReplicationTestSupport
import Synchronization
import Testing
import WidgetCarrier
import WidgetCore
import WidgetReplication

/// Hubs that run by themselves with a real PostgreSQL.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "\(PostgresServer.missing ?? "")"))
struct CarrierRunnerTests {
    /// A replica in memory, which tells its waiters of changes.
    private final class Store: CarrierStore {
        private struct State {
            var replica: Replica<MemoryReplica>
            var waiters: [@Sendable (Replica<MemoryReplica>) -> Bool] = []
        }

        private let state: Mutex<State>

        init(_ byte: UInt8) throws {
            let id = try #require(DeviceID(bytes: [byte] + Array(repeating: 0, count: 31)))
            var replica = try Replica.create(in: MemoryReplica(), device: id, now: .now, random: { .random(in: 0 ... .max) })
            // They were paired.
            for byte: UInt8 in [1, 2] {
                let id = try #require(DeviceID(bytes: [byte] + Array(repeating: 0, count: 31)))
                try replica.perform(RowOperation(RowKey(table: SharedSchema.device, id: RowID(id)), .insert([Cell(column: 1, .blob(id.bytes))])), now: .now)
            }
            try replica.finish()
            state = Mutex(State(replica: replica))
        }

        func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<MemoryReplica>) throws -> T) async throws -> T {
            try state.withLock { state in
                var replica = state.replica
                let result = try body(&replica)
                try replica.finish()
                state.replica = replica
                let now = replica
                state.waiters.removeAll { $0(now) }
                return result
            }
        }

        func place(_ number: UInt64) async throws {
            try await replicate { replica in
                let row = RowKey(table: SharedSchema.widget, id: RowID(high: number, low: number))
                try replica.perform(RowOperation(row, .insert([Cell(column: 1, .text("kind"))])), now: .now)
            }
        }

        /// Waits until a widget is here.
        func has(_ number: UInt64) async {
            let id = RowID(high: number, low: number)
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    let isHere: @Sendable (Replica<MemoryReplica>) -> Bool = { replica in
                        guard replica.storage.rows[SharedSchema.widget]?[id] != nil else { return false }
                        continuation.resume()
                        return true
                    }
                    if !isHere(state.replica) { state.waiters.append(isHere) }
                }
            }
        }
    }

    private static func file(_ server: PostgresServer, _ more: String = "", mode: Int = 0o600) throws -> String {
        let path = "\(server.directory)/carrier"
        try Data("# The engine\n\(server.connection) \(more)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private static func runner(_ file: String, _ store: Store) -> CarrierRunner<Store> {
        CarrierRunner(file: file, store: store, now: { .now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test(.timeLimit(.minutes(2))) func hubsHearOfEachOthersChangesAndOutliveTheServersDeath() async throws {
        let server = try PostgresServer()
        let file = try Self.file(server)
        let (a, b) = (try Store(1), try Store(2))
        let (first, second) = (Self.runner(file, a), Self.runner(file, b))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await first.run() }
            group.addTask { try await second.run() }
            try await a.place(1)
            first.changed()
            await b.has(1)
            try await b.place(2)
            second.changed()
            await a.has(2)
            try server.kill()
            try await a.place(3)
            first.changed()
            try server.start()
            await b.has(3)
            // The status follows the commit.
            while !second.status.isConnected || second.status.lag.behind > 0 { await Task.yield() }
            first.stop()
            second.stop()
            try await group.waitForAll()
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [("password=wrong", 0o600, "password authentication failed"), ("password=secret", 0o644, "chmod 600")])
    func theStatusSaysWhatIsWrong(more: String, mode: Int, text: String) async throws {
        let server = try PostgresServer(authentication: "scram-sha-256")
        let runner = Self.runner(try Self.file(server, more, mode: mode), try Store(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            while runner.status.lastError.isEmpty { await Task.yield() }
            #expect(runner.status.lastError.contains(text))
            #expect(runner.status.nextTryAt != nil)
            #expect(!runner.status.lastError.contains("secret"))
            runner.stop()
            try await group.waitForAll()
        }
    }
}
