import Logging
import NIOEmbedded
import ReplicationTestSupport
import Synchronization
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetPeers

/// When a session is looked after.
@Suite("A session is woken in time", .timeLimit(.minutes(1)))
struct SessionRunnerTests {
    private struct Nobody: SessionObserver {
        func sessionChanged(_ peer: DeviceID, _ session: ObjectIdentifier, _ status: SessionStatus) {}
        func session(_ peer: DeviceID, notes note: SessionNote) {}
        func session(_ peer: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void) {}
    }

    @Test("a peer that owes an answer is looked after 5 s later, not with the next keep-alive")
    func probe() async throws {
        let (loop, peer, now) = (NIOAsyncTestingEventLoop(), DeviceID(certificate: [2]), Timestamp(milliseconds: 1_800_000_000_000))
        let store = try MemoryStore(DeviceID(certificate: [1]), members: [peer], now: now)
        let (mailbox, sent) = (SessionMailbox(loop: loop), AsyncStream<Void>.makeStream())
        let runner = SessionRunner(
            session: PeerSession(peer: peer, version: "1", time: SessionRunner<MemoryStore>.time(now)), store: store, mailbox: mailbox,
            transport: SyncTransport(send: { _ in sent.continuation.yield() }, close: {}, heard: LastHeard()), loop: loop, now: { now }, observer: Nobody(),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let running = Task { await runner.run() }
        var messages = sent.stream.makeAsyncIterator()
        _ = await messages.next()
        mailbox.post(.ask(method: "press", payload: []) { _ in })
        _ = await messages.next()
        let before = store.steps
        await loop.advanceTime(by: .milliseconds(ReplicationLimits.probeAfter.count - 1_000))
        #expect(store.steps == before)
        await loop.advanceTime(by: .seconds(2))
        try await until { store.steps > before }
        mailbox.post(.end(reason: "the test is over"))
        _ = await running.value
        await loop.shutdownGracefully()
    }
}
