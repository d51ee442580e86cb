import NIOCore
import TTRPCWire

/// A call of which it isn't decided yet whether its caller may make it, with what its client has sent. For the connection's event loop.
final class UndecidedCall {
    let context: CallContext
    let entry: MethodTable.Entry
    let started: NIODeadline
    /// The request said that no more follows.
    let isRemoteClosed: Bool
    let payload: ByteBuffer
    var question: Task<Void, Never>?

    /// The frames that came after the request.
    private(set) var frames: [(FrameHeader, ByteBuffer)] = []
    private var bytes = 0

    init(_ context: CallContext, _ entry: MethodTable.Entry, started: NIODeadline, isRemoteClosed: Bool, payload: ByteBuffer) {
        self.context = context
        self.entry = entry
        self.started = started
        self.isRemoteClosed = isRemoteClosed
        self.payload = payload
    }

    /// Keeps a frame for later.
    /// - Returns: why it can't be kept.
    func keep(_ header: FrameHeader, _ data: ByteBuffer) -> RPCStatus? {
        let limit = Tuning.keptWhileAsked
        bytes += data.readableBytes
        guard frames.count < limit.frames, bytes <= limit.bytes else {
            return RPCStatus(
                .resourceExhausted,
                "more than \(limit.frames) messages or \(limit.bytes) bytes came before it was decided who may call this; send them after the first answer")
        }
        frames.append((header, data))
        return nil
    }
}
