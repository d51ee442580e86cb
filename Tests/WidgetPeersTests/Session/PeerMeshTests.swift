import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetPeers

/// A device between two others.
@Suite("Links to several devices", .timeLimit(.minutes(10)))
struct PeerMeshTests {
    private func link(_ node: MeshNode, to peer: MeshNode) throws -> ObjectIdentifier {
        try #require(node.mesh.state.withLock { $0.peers[peer.identity.id]?.session?.id })
    }

    @Test("what one of them brought isn't told to its link, and is to the others")
    func knownTo() async throws {
        try await Scene.run { scene in
            let (victim, friend) = (scene.victim, scene.friend)
            try await scene.liar.meet()
            try await scene.liar.waitUntilHeard()
            try friend.write(.widget(1))
            try await until { victim.has(.widget(1)) }
            let link = try link(victim, to: friend)
            #expect(victim.store.changes.knownTo == link)

            try victim.store.step { try $0.perform(.widget(2), now: MeshNode.now) }
            victim.mesh.changed(knownTo: link, began: .now)
            let written = victim.store.sequences.first { $0.key.device == victim.identity.id }
            while let message = await scene.liar.next() {
                if case .transactions(let batch) = message, batch.contains(where: { $0.origin == written?.key && $0.sequence == written?.value }) { break }
            }
            // Earlier messages on that link are there when the answer is.
            _ = try? await victim.mesh.ask(friend.identity.id, "broken", [])
            #expect(!friend.has(.widget(2)))
            victim.mesh.changed(began: .now)
            try await until { friend.has(.widget(2)) }
        }
    }

    @Test("what came is there at once, and acknowledged only once it is durable")
    func durable() async throws {
        try await Scene.run { scene in
            let (victim, liar) = (scene.victim, scene.liar)
            try await liar.meet()
            try await liar.waitUntilHeard()
            victim.store.refuseToSync()
            let batch = try liar.transactions([[.widget(5)]])
            try liar.say(.transactions(batch))
            try await until { victim.has(.widget(5)) }
            var reason: String?
            while let message = await liar.next() {
                if case .acknowledge(let news) = message { #expect(!news.origins.contains { $0.origin == liar.origin && $0.sequence == batch[0].sequence }) }
                if case .bye(let said) = message { reason = said }
            }
            #expect(reason == "its store can't be written: the disk refuses to sync")
        }
    }

    @Test("what one step leaves to send follows at once, also to a device that says nothing")
    func cutShort() async throws {
        try await Scene.run { scene in
            let (victim, liar) = (scene.victim, scene.liar)
            try await liar.meet()
            try await liar.waitUntilHeard()
            let rows = (0..<2_000).map { RowOperation.widget(100 + $0) }
            for row in rows { try victim.store.step { try $0.perform(row, now: MeshNode.now) } }
            victim.mesh.changed(began: .now)
            var (missing, batches) = (rows.count, 0)
            while missing > 0, let message = await liar.next() {
                guard case .transactions(let batch) = message else { continue }
                missing -= batch.count { $0.origin.device == victim.identity.id }
                batches += 1
            }
            #expect(missing <= 0 && batches > 1)
        }
    }

    @Test("whether an answer came is never what a device answers")
    func unanswered() async throws {
        try await Scene.run { scene in
            let (victim, friend) = (scene.victim, scene.friend)
            let said = await #expect(throws: WidgetError.self) { try await victim.mesh.ask(friend.identity.id, "broken", []) }
            #expect(said?.message == WidgetError.brokenLink.message && said?.isUnanswered == false)
            async let asked = victim.mesh.ask(friend.identity.id, "slow", [])
            try await until { friend.events.asked == 2 }
            friend.mesh.stop()
            let broken: WidgetError?
            do {
                _ = try await asked
                broken = nil
            } catch {
                broken = error as? WidgetError
            }
            #expect(broken == .brokenLink && broken?.isUnanswered == true)
        }
    }

    @Test("a snapshot that stands still isn't coming, however alive the link is")
    func standingSnapshot() async throws {
        try await Scene.run { scene in
            let mesh = scene.victim.mesh
            // It says that its log begins behind what it has: that is to be had by snapshot alone.
            var summary = scene.liar.replica.summary()
            for index in summary.origins.indices { summary.origins[index].floor = summary.origins[index].sequence }
            try scene.liar.say(.hello(scene.liar.hello))
            try scene.liar.say(.summary(summary))
            try await until { mesh.status[scene.liar.id]?.session?.isSnapshotComing == true }
            #expect(mesh.isSnapshotComing(within: .hours(1)))
            try await until {
                try scene.liar.say(.ping(sentAt: MeshNode.now))
                return !mesh.isSnapshotComing(within: Milliseconds(100))
            }
            #expect(mesh.status[scene.liar.id]?.session?.isSnapshotComing == true)
            try await scene.othersGoOn()
        }
    }
}
