import NIOCore
import TTRPCWire

/// The output of a client's connection: the frames that wait for the next flush, what the channel still holds of earlier ones, and the senders that wait for
/// room.
///
/// It calls nothing of the connection. It hands back the bytes that the socket doesn't take at once, for the channel.
struct ClientOutput {
    typealias Sender = UnsafeContinuation<Void, any Error>

    private var frames = OutputBuffer()
    /// Nil where other handlers change the bytes.
    private let socket: DirectSocket?
    /// Writes that the channel hasn't finished, and their bytes.
    private var writesUnderWay = 0
    private var bytesUnderWay = 0
    private var senders: [Sender] = []

    init(socket: DirectSocket?) { self.socket = socket }

    /// Bytes that wait for the next flush.
    var count: Int { frames.count }

    /// Bytes that the socket hasn't taken.
    var unsent: Int { count + bytesUnderWay }

    // MARK: Frames

    mutating func write(_ request: OutgoingRequest, _ id: UInt32, size: Int) { request.write(to: &frames, streamID: id, size: size) }

    mutating func send(_ message: [UInt8], on id: UInt32) { frames.writeData(streamID: id, flags: [], message: message) }

    /// Says that this side of a stream sends no more.
    mutating func closeSend(_ id: UInt32) { frames.writeData(streamID: id, flags: [.remoteClosed, .noData], message: []) }

    // MARK: Flushing

    /// Sends what the socket takes at once.
    /// - Returns: the rest, which goes through the channel; nil: all is sent.
    mutating func flush(_ channel: any Channel) -> ByteBuffer? {
        guard let rest = frames.flush(to: writesUnderWay == 0 && channel.isActive ? socket : nil) else { return nil }
        writesUnderWay += 1
        bytesUnderWay += rest.readableBytes
        return rest
    }

    /// The channel has finished a write of `size` bytes.
    mutating func writeEnded(_ size: Int) {
        writesUnderWay -= 1
        bytesUnderWay -= size
    }

    // MARK: Senders

    /// Keeps a sender until there is room.
    mutating func add(_ sender: Sender) { senders.append(sender) }

    /// The senders that waited: the caller resumes them.
    mutating func takeSenders() -> [Sender] {
        guard !senders.isEmpty else { return [] }
        defer { senders = [] }
        return senders
    }
}
