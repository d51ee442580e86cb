import NIOCore
import TTRPCWire

/// Splits an event loop's read buffers into frames. A frame that lies in one buffer isn't copied.
///
/// It follows the rules of `FrameDecoder`, over `ByteBuffer`.
struct FrameBuffer {
    enum Event {
        /// More bytes are needed.
        case incomplete
        /// A frame has begun that needs more than `announceAbove` bytes of memory. It comes once, before the frame itself.
        case announced(FrameHeader)
        case frame(FrameHeader, ByteBuffer)
        /// The header of a frame over the limit; its data is skipped.
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

    /// The number of bytes that wait, of an unfinished frame or of whole frames that nobody has taken yet.
    var count: Int { bytes.readableBytes }

    /// Whether the header of the current frame has come. It stays true while the rest of an oversize frame is skipped.
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

    /// Skips the announced frame.
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
