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
            var contents: [ContentDigest: EngineContent] = [:]
            var verifiers: [HubAccount: String] = [:]
            var hasRevoked = false
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

        /// Keeps a content, and has a timeline name it by its digest's bytes.
        func give(_ content: EngineContent) async throws {
            state.withLock { $0.contents[content.digest] = content }
            try await replicate { replica in try replica.setOwned(.timelines, [1], content.digest.bytes) }
        }

        func hubVerifiers(joining: [DeviceID: String]) -> [HubAccount: String] {
            state.withLock { $0.verifiers }.merging(joining.map { (HubAccount(of: $0.key), $0.value) }) { own, _ in own }
        }

        func hasRevokedDevices() -> Bool { state.withLock { $0.hasRevoked } }

        func revoke() { state.withLock { $0.hasRevoked = true } }

        func setVerifiers(_ verifiers: [HubAccount: String]) { state.withLock { $0.verifiers = verifiers } }

        func contents(namedBy update: OwnedUpdate) -> Set<ContentDigest> { Set(update.rows.compactMap { $0.value.flatMap { ContentDigest(bytes: $0) } }) }

        func namedContents() throws -> [ContentDigest] { state.withLock { Array($0.contents.keys) } }

        func content(_ digest: ContentDigest) throws -> EngineContent? { state.withLock { $0.contents[digest] } }

        /// Waits until a timeline of another device names a content.
        func isNamed(_ digest: ContentDigest, by device: DeviceID) async {
            await wait { (try? $0.storage.owned(OwnedKey(device: device, set: OwnedSet.timelines.rawValue), [1]))??.value == digest.bytes }
        }

        var id: DeviceID { state.withLock { $0.replica.position.device } }

        /// Waits until a widget is here.
        func has(_ number: UInt64) async {
            let id = RowID(high: number, low: number)
            await wait { $0.storage.rows[SharedSchema.widget]?[id] != nil }
        }

        private func wait(_ isRight: @escaping @Sendable (Replica<MemoryReplica>) -> Bool) async {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    let ends: @Sendable (Replica<MemoryReplica>) -> Bool = { replica in
                        guard isRight(replica) else { return false }
                        continuation.resume()
                        return true
                    }
                    if !ends(state.replica) { state.waiters.append(ends) }
                }
            }
        }
    }

    /// Reports errors that are logged.
    private struct ErrorReporter: LogHandler {
        let report: @Sendable () -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        init(_ report: @escaping @Sendable () -> Void) { self.report = report }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { report() }
    }

    private static func file(_ server: PostgresServer, _ connection: String? = nil, _ more: String = "", mode: Int = 0o600) throws -> String {
        let path = "\(server.directory)/carrier"
        try Data("# The engine\n\(connection ?? server.connection) \(more)\n".utf8).write(to: URL(filePath: path))
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

    @Test(.timeLimit(.minutes(2))) func whoReadsATimelineInTheEngineFindsThereWhatItNames() async throws {
        let server = try PostgresServer()
        let file = try Self.file(server)
        let (a, b) = (try Store(1), try Store(2))
        let (first, second) = (Self.runner(file, a), Self.runner(file, b))
        func content(_ byte: UInt8, _ count: Int) -> EngineContent {
            let data = [UInt8](repeating: byte, count: count)
            return EngineContent(digest: ContentDigest(of: data), mediaType: byte == 1 ? "" : "image/png", data: data)
        }
        let (archive, image, large) = (content(1, 100_000), content(2, 1 << 20), content(3, 1 << 20 + 1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await first.run() }
            group.addTask { try await second.run() }
            for content in [archive, image, large] {
                try await a.give(content)
                first.changed()
                await b.isNamed(content.digest, by: a.id)
                let found = await second.contents([content.digest, ContentDigest(of: [9])])
                #expect(found == (content == large ? [] : [content]))
            }
            // They outlive the server's death.
            try server.kill()
            try server.start()
            try await b.place(1)
            second.changed()
            await a.has(1)
            while await Set(second.contents([archive.digest, image.digest])) != [archive, image] { await Task.yield() }
            first.stop()
            second.stop()
            try await group.waitForAll()
        }
        #expect(await second.contents([archive.digest]).isEmpty)
        // An engine that was emptied gets all that is named when a hub meets it.
        try server.sql("TRUNCATE widgetd.content")
        try server.sql("INSERT INTO widgetd.content VALUES ('\\x00', '', '', current_date - 40)")
        let again = Self.runner(file, a)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await again.run() }
            while try server.sql("SELECT count(*) FROM widgetd.content WHERE named_on < current_date") != "0\n" { await Task.yield() }
            again.stop()
            try await group.waitForAll()
        }
        #expect(try server.sql("SELECT count(*) FROM widgetd.content") == "2\n")
    }

    @Test(.timeLimit(.minutes(2))) func aHubSetsTheAccountsWhenTheDevicesChange() async throws {
        let engine = try HubServer()
        let (second, third) = (try HubServer.account(2), try HubServer.account(3))
        let store = try Store(1)
        let verifiers = [engine.first: try engine.verifier(engine.first), second: try engine.verifier(second), third: try engine.verifier(third)]
        store.setVerifiers(verifiers)
        let errors = Mutex(0)
        let runner = CarrierRunner(
            file: try Self.file(engine.server, engine.string(engine.first)), store: store, now: { .now },
            logger: Logger(label: "test") { _ in ErrorReporter { errors.withLock { $0 += 1 } } })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            // It does so when it is level for the first time.
            while !engine.accepts(second) || !engine.accepts(third) { await Task.yield() }
            store.setVerifiers(verifiers.filter { $0.key != second })
            runner.devicesChanged()
            while engine.accepts(second) { await Task.yield() }
            #expect(engine.accepts(third))
            // It joins again, and stays in until it has said so itself.
            let device = try #require(DeviceID(bytes: [2] + Array(repeating: 0, count: 31)))
            try await runner.letIn(device, verifier: try engine.verifier(second))
            #expect(engine.accepts(second) && engine.accepts(third))
            store.setVerifiers(verifiers.filter { $0.key == engine.first })
            runner.devicesChanged()
            while engine.accepts(third) { await Task.yield() }
            #expect(engine.accepts(second))
            // One try fails. The next one comes by itself.
            store.setVerifiers(verifiers.mapValues { $0 + "x" })
            runner.devicesChanged()
            while errors.withLock({ $0 }) == 0 { await Task.yield() }
            store.setVerifiers(verifiers)
            while !engine.accepts(third) { await Task.yield() }
            runner.stop()
            try await group.waitForAll()
        }
    }

    @Test(.timeLimit(.minutes(2))) func aRevokedHubIsShutOutThoughTheTablesCannotBeRead() async throws {
        let engine = try HubServer()
        let gone = try HubServer.account(2)
        try engine.set([engine.first, gone], by: engine.first)
        try engine.server.sql("UPDATE widgetd.state SET version = 99", in: "widgetd")
        let store = try Store(1)
        store.setVerifiers([engine.first: try engine.verifier(engine.first)])
        store.revoke()
        let runner = Self.runner(try Self.file(engine.server, engine.string(engine.first)), store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner.run() }
            while try engine.server.sql("SELECT rolcanlogin FROM pg_roles WHERE rolname = '\(gone.name)'") != "f\n" { await Task.yield() }
            while runner.status.lastError.isEmpty { await Task.yield() }
            #expect(runner.status.lastError.contains("version 99"))
            runner.stop()
            try await group.waitForAll()
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [("password=wrong", 0o600, "password authentication failed"), ("password=secret", 0o644, "chmod 600")])
    func theStatusSaysWhatIsWrong(more: String, mode: Int, text: String) async throws {
        let server = try PostgresServer(authentication: "scram-sha-256")
        let runner = Self.runner(try Self.file(server, nil, more, mode: mode), try Store(1))
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
