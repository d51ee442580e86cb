import Glibc
import NIOCore
import NIOPosix

/// The options of a peer's connection.
enum SocketOptions {
    static var readBuffers: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: Tuning.readBuffer.minimum, initial: Tuning.readBuffer.initial, maximum: Tuning.readBuffer.maximum)
    }

    /// For TCP: answers go at once, and a peer that is gone without a word is noticed.
    static let tcp: [(ChannelOptions.Types.SocketOption, SocketOptionValue)] = [
        (.init(level: .tcp, name: .tcp_nodelay), 1),
        (.init(level: .socket, name: .so_keepalive), 1),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPIDLE)), SocketOptionValue(Tuning.keepAlive.idle)),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPINTVL)), SocketOptionValue(Tuning.keepAlive.interval)),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPCNT)), SocketOptionValue(Tuning.keepAlive.count)),
        (.init(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT)), SocketOptionValue(Tuning.unacknowledged)),
    ]
}
