import NIOCore
import Testing

@testable import TTRPC

@Suite("What a client's stream holds unread", .timeLimit(.minutes(5)))
struct StreamInboxTests {
    @Test("Relief is told when reading makes room again")
    func relief() async throws {
        let inbox = StreamInbox(comfortable: 100)
        #expect(inbox.deliver(ByteBuffer(repeating: 1, count: 150)) == 150)
        var isRelieved = false
        let message = try await inbox.next { isRelieved = true }
        #expect(message?.readableBytes == 150 && isRelieved)
    }

    @Test("Relief is told for a message that came while the reader went to wait for it")
    func reliefWhileGoingToWait() async throws {
        let inbox = StreamInbox(comfortable: 100)
        _ = inbox.deliver(ByteBuffer(repeating: 1, count: 150))
        var isRelieved = false
        let message = try await withUnsafeThrowingContinuation { isRelieved = inbox.wait($0) }
        #expect(message?.readableBytes == 150 && isRelieved)
    }
}
