import Foundation
import GRDB
import ReplicationTestSupport
import Testing
import WidgetCore

@testable import WidgetStore

@Suite("SQLite holds what the rules were tested with")
struct ConformanceTests {
    @Test("after every transaction of any history a database and dictionaries hold the same, however many steps it has", arguments: 1...4, [1, 8, 80])
    func history(seed: UInt64, length: Int) throws {
        let place = try TestStore()
        mkdir(place.directory, 0o700)
        let queue = try DatabaseQueue(path: place.database)
        try Schema.migrator.migrate(queue)
        let expected = try ReplicaHistory.run(seed: seed, steps: 80, perTransaction: length, in: MemoryReplica())
        let statements = ReplicaStatements(.current)
        let found = try queue.write { db in
            try ReplicaHistory.run(seed: seed, steps: 80, perTransaction: length, in: SQLiteReplica(db, statements, now: { place.now }))
        }
        statements.drop()
        for (step, (mine, theirs)) in zip(found, expected).enumerated() where mine != theirs {
            Issue.record("step \(step), \(theirs.what):\n\(mine)\ninstead of\n\(theirs)")
            return
        }
        #expect(found.count == 80 / length && expected.last?.rows.contains { $0.hasPrefix("hidden") } == true)
    }
}
