import Glibc
import NIOCore

/// Sends on a channel's socket without the channel's own machinery, which costs as much again as the system call.
///
/// Only for output that the socket takes at once, and only while the channel itself has nothing to write, which keeps the
/// bytes in order; the rest goes through the channel, which then waits for the socket as ever. Not for channels whose
/// pipeline changes the bytes (TLS).
struct DirectWriter {
    private static let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    /// The channel's; valid as long as the channel is active, which whoever writes must see to.
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Sends what the socket takes and moves the reader index past it. The rest is the channel's, after an error too.
    func write(_ bytes: inout ByteBuffer) {
        let count = bytes.withUnsafeReadableBytes { send(descriptor, $0.baseAddress, $0.count, Self.flags) }
        if count > 0 { bytes.moveReaderIndex(forwardBy: count) }
    }
}
