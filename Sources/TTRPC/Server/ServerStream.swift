import NIOCore
import Synchronization
public import TTRPCWire

/// A stream's handle for whoever has news for it. From any thread.
public final class ServerStream: Sendable {
    /// The stream's id on its connection.
    public let id: UInt32
    private let link: ConnectionLink
    /// A wake is on its way to the event loop: a thousand changes between two turns cost one hop.
    private let isWaking = Atomic(false)

    init(id: UInt32, link: ConnectionLink) {
        self.id = id
        self.link = link
    }

    /// Says that ``ServerStreamHandler/next()`` has something to send. Cheap to call often; no effect after the end.
    public func wake() {
        guard !isWaking.exchange(true, ordering: .acquiringAndReleasing) else { return }
        link.withConnection { [self] connection in
            isWaking.store(false, ordering: .releasing)
            connection.wake(streamID: id)
        }
    }

    /// Ends the stream with a status. No effect after the end.
    public func fail(_ status: RPCStatus) {
        link.withConnection { [id] in $0.cancel(streamID: id, status: status) }
    }
}
