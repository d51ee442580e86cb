import Testing
import WidgetCore

@testable import WidgetPeers
@testable import WidgetReplication

/// A paired device that sends without end: what it costs is bounded, and the other links go on.
@Suite("A paired device that floods", .timeLimit(.minutes(10)))
struct FloodTests {
    @Test("with requests is answered that they are too many")
    func requests() async throws {
        try await Scene.run { scene in
            try await scene.liar.meet()
            let most = ReplicationLimits.requestsAtOnce
            for id in 1...UInt64(most + 50) { try scene.liar.say(.request(id: id, method: "slow", payload: [])) }
            var refused = 0
            while refused < 50, let message = await scene.liar.next() {
                if case .response(_, let response) = message, response.code == .resourceExhausted { refused += 1 }
            }
            #expect(refused == 50)
            #expect(scene.victim.events.asked == most)
            try await scene.othersGoOn()
        }
    }

    @Test("and doesn't read what it asked for is cut off")
    func unread() async throws {
        try await Scene.run { scene in
            try await scene.liar.meet()
            try await until { scene.victim.mesh.isConnected(to: scene.liar.id) }
            try await scene.liar.stopReading()
            for id in 1...UInt64(MeshLimits.outboxBytes >> 20 + 40) { try scene.liar.say(.request(id: id, method: "much", payload: [])) }
            try await until { !scene.victim.mesh.isConnected(to: scene.liar.id) }
            try await scene.othersGoOn()
        }
    }

    @Test("a victim whose disk is slow is cut off")
    func slowDisk() async throws {
        try await Scene.run { scene in
            try await scene.liar.meet()
            try await scene.liar.waitUntilHeard()
            scene.victim.store.hold()
            for id in 1...UInt64(MeshLimits.mailboxBytes >> 20 + 4) { try scene.liar.say(.request(id: id, method: "slow", payload: .megabyte)) }
            #expect(try await scene.liar.reasonOfEnd() == nil)
            scene.victim.store.letGo()
            try await until { !scene.victim.mesh.isConnected(to: scene.liar.id) }
            try await scene.othersGoOn()
        }
    }

    @Test("with pings is heard, and so are the others")
    func pings() async throws {
        try await Scene.run { scene in
            try await scene.liar.meet()
            for _ in 0..<10_000 { try scene.liar.say(.ping(sentAt: MeshNode.now)) }
            try await scene.othersGoOn()
            try await scene.liar.waitUntilHeard()
        }
    }
}
