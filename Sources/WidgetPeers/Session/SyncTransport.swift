import NIOCore
import TTRPC
import TTRPCWire
import WidgetCore

/// The stream that a session runs on, whichever side opened it. From any thread.
struct SyncTransport: Sendable {
    /// Sends a message; it is queued as the peer's window allows, which the session sees to.
    let send: @Sendable ([UInt8]) -> Void
    /// Ends the stream; on the side that dialled the link with it, so that the other side's ends too.
    let close: @Sendable () -> Void
    let heard: LastHeard
}

/// The serving side of `Peer/Sync`: messages go from and to a mailbox.
final class SyncStreamHandler: ServerStreamHandler {
    private let mailbox: SessionMailbox
    private let outbox: SyncOutbox

    init(mailbox: SessionMailbox, outbox: SyncOutbox) {
        self.mailbox = mailbox
        self.outbox = outbox
    }

    func receive(_ message: ByteBuffer) throws {
        guard mailbox.post(.message(Array(message.readableBytesView))) else {
            throw RPCStatus(.resourceExhausted, "more than \(MeshLimits.mailboxBytes) bytes were sent and not taken in yet")
        }
    }

    func remoteClosed() { outbox.finish() }

    func next() throws -> StreamStep { outbox.next() }

    func draining() { mailbox.post(.end(reason: "the daemon stops")) }

    func closed() { mailbox.post(.closed(reason: "the link broke")) }
}
