import Synchronization
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("How long the disk takes", .timeLimit(.minutes(5)))
struct CommitLatencyTests {
    @Test("one slow commit is remembered for some, and then forgotten")
    func remembers() {
        let commitLatency = CommitLatency()
        #expect(commitLatency.expected == .zero)
        commitLatency.note(.seconds(1))
        #expect(commitLatency.expected >= .milliseconds(200))
        commitLatency.note(.microseconds(50))
        #expect(commitLatency.expected >= .milliseconds(100))
        for _ in 0..<40 { commitLatency.note(.microseconds(50)) }
        #expect(commitLatency.expected < .milliseconds(1))
    }

    @Test("a write is done where the configuration says, once the disk's latency is known")
    func executor() async throws {
        let place = try TestStore()
        let asked = Mutex<[Duration]>([])
        var configuration = place.configuration()
        configuration.executor = { expected in
            asked.withLock { $0.append(expected) }
            return nil
        }
        let store = try WidgetStore.open(configuration).0
        defer { store.close() }
        for _ in 0..<2 { try await store.write { [now = place.now] in try $0.setPresence(Presence(version: "1", addresses: [], at: now)) } }
        let seen = asked.withLock { $0 }
        #expect(seen.count == 2 && seen[0] == .zero && seen[1] > .zero, "\(seen)")
    }
}
