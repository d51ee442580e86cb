import Glibc
import TTRPCWire

/// Frames over a connected socket, with plain system calls. It needs no thread and no event loop.
///
/// Reads and writes wait in poll(2), so each has a deadline, and the descriptor may be blocking or not. One thread at a time may use the connection.
public final class BlockingConnection {
    /// A frame, or the header of a frame that was skipped.
    enum Event {
        case frame(FrameHeader, [UInt8])
        /// The header of a frame over the limit; its data is skipped.
        case oversize(FrameHeader)
    }

    private static let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    private static let receiveFlags = Int32(MSG_DONTWAIT)

    /// The socket; closed with the connection.
    public let descriptor: Int32

    private var decoder = FrameDecoder()
    private var readBuffer: [UInt8] = []
    private var unread = 0..<0
    private var isOpen = true

    /// Takes over a connected stream socket.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close()
    }

    /// Closes the socket. Further calls do nothing.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        _ = Glibc.close(descriptor)
    }

    /// Sends bytes, all of them.
    ///
    /// - Throws: ``ConnectionError``; `RPCStatus` with `DEADLINE_EXCEEDED` when the other side doesn't take them in time.
    func send(_ bytes: [UInt8], until deadline: Deadline) throws {
        guard isOpen else { throw ConnectionError.closed }
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Self.sendFlags)
            }
            if count >= 0 {
                sent += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait(for: Int16(POLLOUT), until: deadline)
            case EPIPE, ECONNRESET: throw ConnectionError.closed
            default: throw ConnectionError.last("send")
            }
        }
    }

    /// The next frame, or `nil` at the end of the stream between two frames.
    ///
    /// - Throws: ``ConnectionError``; `RPCStatus` with `DEADLINE_EXCEEDED` when no whole frame comes in time.
    func receive(until deadline: Deadline) throws -> Event? {
        while true {
            if !unread.isEmpty {
                let (taken, event) = readBuffer.withUnsafeBytes { decoder.push(UnsafeRawBufferPointer(rebasing: $0[unread])) }
                unread = unread.lowerBound + taken..<unread.upperBound
                switch event {
                case .frame(let header, let data): return .frame(header, data)
                case .oversize(let header): return .oversize(header)
                case nil: break
                }
            }
            guard try fill(until: deadline) else { return nil }
        }
    }

    /// Reads once more; `false` at the end of the stream.
    private func fill(until deadline: Deadline) throws -> Bool {
        guard isOpen else { throw ConnectionError.closed }
        if readBuffer.isEmpty { readBuffer = [UInt8](repeating: 0, count: BlockingLimits.readLength) }
        while true {
            let count = readBuffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Self.receiveFlags) }
            if count > 0 {
                unread = 0..<count
                return true
            }
            if count == 0 {
                guard decoder.isBetweenFrames else { throw ConnectionError.protocolViolation("the stream ends inside a frame") }
                return false
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait(for: Int16(POLLIN), until: deadline)
            case ECONNRESET: throw ConnectionError.closed
            default: throw ConnectionError.last("recv")
            }
        }
    }

    private func wait(for events: Int16, until deadline: Deadline) throws {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        while true {
            let count = poll(&entry, 1, deadline.pollTimeout)
            if count > 0 { return }
            if count == 0 {
                if deadline.hasPassed { throw RPCStatus.noAnswer }
                continue
            }
            if errno != EINTR { throw ConnectionError.last("poll") }
        }
    }
}
