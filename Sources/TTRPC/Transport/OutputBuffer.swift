import Glibc
import NIOCore
import TTRPCWire

/// Frames that wait for the next flush, written one behind the other into one buffer.
struct OutputBuffer {
    private var bytes = ByteBuffer()
    /// Bytes of the last flush. The next one probably has as many.
    private var usual = 0

    /// Bytes that wait for the next flush.
    var count: Int { bytes.readableBytes }

    // MARK: Flushing

    /// Sends what the socket takes at once.
    /// - Parameter socket: nil where all must go through the channel.
    /// - Returns: the rest, which goes through the channel; nil: all is sent.
    mutating func flush(to socket: DirectSocket?) -> ByteBuffer? {
        usual = count
        socket?.write(&bytes)
        let rest = count == 0 ? nil : bytes
        // A connection that waits holds no large buffer.
        if rest == nil, bytes.storageCapacity <= Tuning.keptOutput { bytes.clear() } else { bytes = ByteBuffer() }
        return rest
    }

    // MARK: Frames

    /// Appends a frame with `length` bytes of data that `body` writes.
    mutating func writeFrame(_ header: FrameHeader, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        let size = WireLimits.headerLength + Int(header.length)
        // A buffer that grew with each frame would copy all bytes of a batch once more.
        if bytes.storageCapacity == 0 { bytes.reserveCapacity(max(size, min(usual, Tuning.flushThreshold))) }
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { target in
            header.write(into: target)
            body(UnsafeMutableRawBufferPointer(rebasing: target[WireLimits.headerLength..<size]))
            return size
        }
    }

    mutating func writeResponse(streamID: UInt32, payload: [UInt8]) {
        let size = ResponseEnvelope.size(payloadCount: payload.count)
        writeFrame(FrameHeader(length: UInt32(size), streamID: streamID, type: .response)) { target in
            payload.withUnsafeBytes { _ = ResponseEnvelope.write($0, into: target) }
        }
    }

    mutating func writeResponse(streamID: UInt32, status: RPCStatus) {
        let status = status.bounded
        let size = ResponseEnvelope.size(status)
        writeFrame(FrameHeader(length: UInt32(size), streamID: streamID, type: .response)) { target in
            _ = ResponseEnvelope.write(status, into: target)
        }
    }

    mutating func writeData(streamID: UInt32, flags: FrameFlags, message: [UInt8]) {
        writeFrame(FrameHeader(length: UInt32(message.count), streamID: streamID, type: .data, flags: flags)) { target in
            message.withUnsafeBytes { target.copyMemory(from: $0) }
        }
    }
}

extension RPCStatus {
    /// The status, shortened so that it fits into a frame.
    fileprivate var bounded: RPCStatus {
        var status = self
        if message.utf8.count > Tuning.statusMessageLength {
            status.message = String(decoding: message.utf8.prefix(Tuning.statusMessageLength), as: UTF8.self) + "…"
        }
        if details.reduce(0, { $0 + $1.count }) > Tuning.statusDetailsLength { status.details = [] }
        return status
    }
}

/// A channel's socket, used directly. A write through the channel would cost about twice as much as the system call alone.
///
/// It sends only the bytes that the socket takes at once, and only while the channel has nothing to write, so the bytes stay in order. The rest goes through
/// the channel, which waits for the socket as usual. It isn't for channels whose pipeline changes the bytes, as TLS does.
struct DirectSocket {
    private static let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    /// The channel's descriptor. It is valid while the channel is active; the caller checks that.
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Sends what the socket takes and moves the reader index past it. The rest is the channel's, after an error too.
    func write(_ bytes: inout ByteBuffer) {
        let count = bytes.withUnsafeReadableBytes { send(descriptor, $0.baseAddress, $0.count, Self.flags) }
        if count > 0 { bytes.moveReaderIndex(forwardBy: count) }
    }
}
