import NIOCore
import TTRPC
import TTRPCWire
import WidgetCore

/// The stream that a session runs on, on either side. Any thread may use it.
struct SyncTransport: Sendable {
    /// Queues a message. The session keeps to the peer's window.
    let send: @Sendable ([UInt8]) -> Void
    /// Ends the stream. On the side that dialled, it also closes the link, so that the other side's stream ends too.
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
