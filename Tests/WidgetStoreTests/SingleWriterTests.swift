import Foundation
import GRDB
import Synchronization
import Testing
import WidgetCore
import WidgetPeers

@testable import WidgetStore

@Suite("Replicated tables are written through one door")
struct SingleWriterTests {
    let place: TestStore
    init() throws { place = try TestStore() }

    /// Runs every kind of change that a transaction can make.
    private func exerciseEverything(_ store: WidgetStore) async throws {
        let date = place.now
        for round in 0..<3 {
            try await store.write { transaction in
                try transaction.put(.sample(1, name: "\(round)"))
                try transaction.put(.sample(10 + round))
                try transaction.setKinds([StoredKind(kind: Kind(id: "k\(round)", displayName: "", families: [.systemSmall]), fingerprint: "")])
                try transaction.setTimeline(.sample(1), .sample([round, round + 1], images: [100 + round]), receivedAt: date)
                try transaction.setReloadRecord(.sample(1), ReloadRecord(failures: round))
                try transaction.append(.sample(round))
                _ = try transaction.beginIntent(key: "\(round)", widget: .sample(1), action: "a", at: date)
                try transaction.finishIntent(key: "\(round)", error: nil, at: date)
                _ = try transaction.placement(key: "\(round)")
                try transaction.recordPlacement(key: "\(round)", widget: .sample(1), at: date)
            }
            try await store.write { try $0.remove(.sample(10 + round)) }
            place.now = place.now + .hours(1)
        }
        try await exercisePeers(store)
    }

    /// The same of what peers do.
    private func exercisePeers(_ store: WidgetStore) async throws {
        let date = place.now
        var peer = Peer(1, at: date)
        let batch = [
            try peer.introduction(),
            try peer.transaction([.update(.sample(50), [3: .text("early")])]),
            try peer.transaction([.insert(.sample(51)), .update(.sample(1), [3: .text("lost")])], at: date + .hours(-20)),
            try peer.transaction([.delete(.sample(51))]),
        ]
        try await peer.send(batch, to: store, at: date)
        let device = peer.device
        try await store.replicate { replica in
            try replica.acknowledge(replica.summary().origins, by: device)
            try replica.reincarnate(.moved, now: date)
        }
        try await store.write { transaction in
            try transaction.rename(device, to: "desk")
            try transaction.addLeaf(.sample(90), name: "hall", at: date)
            try transaction.renameLeaf(.sample(90), to: "lobby")
            try transaction.put(DisplayGroup(name: "lobby", pages: [1]))
            try transaction.moveLeaf(.sample(90), to: "lobby")
            try transaction.add(Enrolment(id: ContentDigest(of: [1]), group: "lobby", uses: 1, createdAt: date, expiresAt: date))
            try transaction.revoke(device, at: date)
            try transaction.put(.sample(70, parameters: ["token": .text("x")]))
        }
    }

    /// The tables that a statement writes, from SQLite's own words for it.
    private func writtenTable(_ sql: String) -> String? {
        let words = sql.split { " \n(".contains($0) }.map(String.init)
        switch words.first?.uppercased() {
        case "INSERT", "REPLACE": return words.firstIndex { $0.uppercased() == "INTO" }.map { words[$0 + 1] }
        case "UPDATE": return words[1]
        case "DELETE": return words[2]
        default: return nil
        }
    }

    @Test("every statement that wrote one belongs to the door")
    func statements() async throws {
        let identity = try DeviceIdentity.make()
        var configuration = place.configuration()
        (configuration.device, configuration.keys) = (identity.id, identity)
        let store = try WidgetStore.open(configuration).0
        let seen = Mutex<Set<String>>([])
        store.traceStatements { sql in seen.withLock { _ = $0.insert(sql) } }
        try await exerciseEverything(store)
        let written = seen.withLock { $0 }.filter { writtenTable($0).map(Schema.replicatedTables.contains) ?? false }
        #expect(Set(written.compactMap(writtenTable)) == Schema.replicatedTables, "the test must reach every table")

        let door = try Self.sources(in: "Replication").map(Self.normalized).joined(separator: "\n")
        let generated = store.statements.tables.flatMap(\.written).map(Self.normalized)
        for statement in written {
            let text = Self.normalized(statement)
            #expect(generated.contains(text) || door.contains(text), "written past SQLiteReplica: \(statement)")
        }
    }

    @Test("no other source file names a replicated table in a statement that writes")
    func sources() throws {
        let writes = try Regex(#"(?i)\b(INSERT(\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)"?"#)
        var files = 0
        for folder in ["", "Coding", "Opening", "Schema", "Secrets", "SQL", "Store", "Transaction"] {
            for source in try Self.sources(in: folder) {
                files += 1
                for match in source.matches(of: writes) {
                    let table = match.output[3].substring.map(String.init) ?? ""
                    #expect(!Schema.replicatedTables.contains(table), "\(match.output[0].substring ?? "") outside Replication/")
                }
            }
        }
        #expect(files > 12)
    }

    @Test("the rows show exactly what the log says, after any history of edits")
    func logExplainsRows() async throws {
        let store = try place.open()
        var random = Seeded(state: 42)
        for _ in 0..<200 {
            let numbers = (0..<3).map { _ in Int.random(in: 0..<12, using: &random) }
            let name = "\(Int.random(in: 0..<4, using: &random))"
            let removes = Int.random(in: 0..<20, using: &random) == 0
            place.now = place.now + .milliseconds(Int64.random(in: -500...1_000, using: &random))
            // The id of a removed widget is refused: such a transaction leaves nothing.
            try? await store.write { transaction in
                for number in numbers { try transaction.put(.sample(number, name: name)) }
                if removes { try transaction.remove(.sample(numbers[0])) }
            }
        }
        #expect(try await LogReplay(store).rows == LogReplay.actualRows(store))
        #expect(try store.value("SELECT count(*) FROM tombstone", as: Int.self) ?? 0 > 3)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func sources(in folder: String) throws -> [String] {
        let directory = root.appending(path: "Sources/WidgetStore/\(folder)")
        return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private static func normalized(_ sql: String) -> String { sql.split { $0.isWhitespace }.joined(separator: " ") }
}
