import NIOCore
import TTRPCWire

/// Takes an event loop's read buffers apart into frames, without copies where a frame lies in one of them.
///
/// The same rules as `FrameDecoder`, over `ByteBuffer`.
struct FrameBuffer {
    enum Event {
        /// More bytes are needed.
        case incomplete
        /// A frame that is going to need `length` bytes of memory has begun: comes once, before the frame itself.
        case announced(FrameHeader)
        case frame(FrameHeader, ByteBuffer)
        /// Over the limit; its data is passed over.
        case oversize(FrameHeader)
    }

    private let maximumFrameLength: Int
    /// Frames up to this size aren't announced.
    private let announceAbove: Int
    private var bytes = ByteBuffer()
    private var discarding = 0
    private var isAnnounced = false

    init(maximumFrameLength: Int, announceAbove: Int = .max) {
        self.maximumFrameLength = min(maximumFrameLength, WireLimits.maximumFrameLength)
        self.announceAbove = announceAbove
    }

    /// Bytes that wait: of an unfinished frame, or of whole ones that nobody took yet.
    var count: Int { bytes.readableBytes }

    /// The header of the frame in progress is whole, or was.
    var hasHeader: Bool { bytes.readableBytes >= WireLimits.headerLength || discarding > 0 }

    mutating func append(_ new: ByteBuffer) {
        var new = new
        if discarding > 0 {
            let count = min(discarding, new.readableBytes)
            new.moveReaderIndex(forwardBy: count)
            discarding -= count
        }
        guard new.readableBytes > 0 else { return }
        if bytes.readableBytes == 0 {
            bytes = new
        } else {
            bytes.discardReadBytes()
            bytes.writeBuffer(&new)
        }
    }

    mutating func next() -> Event {
        guard let header = bytes.withUnsafeReadableBytes({ FrameHeader($0) }) else { return released(.incomplete) }
        let length = Int(header.length)
        guard length <= maximumFrameLength else {
            bytes.moveReaderIndex(forwardBy: WireLimits.headerLength)
            discard(length)
            return released(.oversize(header))
        }
        guard bytes.readableBytes >= WireLimits.headerLength + length else {
            if length > announceAbove, !isAnnounced {
                isAnnounced = true
                return .announced(header)
            }
            return .incomplete
        }
        isAnnounced = false
        var frame = bytes
        frame.moveReaderIndex(forwardBy: WireLimits.headerLength)
        frame.moveWriterIndex(to: frame.readerIndex + length)
        bytes.moveReaderIndex(forwardBy: WireLimits.headerLength + length)
        return released(.frame(header, frame))
    }

    /// Passes over the announced frame.
    mutating func discardAnnounced() {
        guard isAnnounced, let header = bytes.withUnsafeReadableBytes({ FrameHeader($0) }) else { return }
        isAnnounced = false
        bytes.moveReaderIndex(forwardBy: WireLimits.headerLength)
        discard(Int(header.length))
    }

    private mutating func discard(_ length: Int) {
        let count = min(length, bytes.readableBytes)
        bytes.moveReaderIndex(forwardBy: count)
        discarding = length - count
    }

    /// Lets go of an emptied read buffer, so that the channel can use it again and an idle connection holds none.
    private mutating func released(_ event: Event) -> Event {
        if bytes.readableBytes == 0 { bytes = ByteBuffer() }
        return event
    }
}
