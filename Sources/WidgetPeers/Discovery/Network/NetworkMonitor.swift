import CLinux
import Glibc
public import Logging
public import NIOCore
import NIOPosix
import Synchronization

/// Reports changes of the network: an interface got a carrier, an address came or went, or a route came. It reads rtnetlink on the event loop, and costs
/// nothing between changes.
public final class NetworkMonitor: Sendable {
    private struct State {
        var channel: (any Channel)?
        var isStopped = false
    }

    private let loop: any EventLoop
    private let logger: Logger
    private let changed: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter changed: called on the loop for each change. A network that comes up causes several.
    public init(on loop: any EventLoop, logger: Logger, changed: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.logger = logger
        self.changed = changed
    }

    /// Begins to listen. Where the system doesn't allow it, this is logged, and the monitor reports nothing.
    /// - Returns: a future that succeeds when changes are reported from now on, or when they can't be.
    @discardableResult
    public func start() -> EventLoopFuture<Void> {
        let descriptor: Int32
        do throws(SocketFailure) {
            descriptor = try Self.open()
        } catch {
            logger.info("changes of the network aren't noticed; other devices are tried again at growing intervals", metadata: ["error": "\(error)"])
            return loop.makeSucceededVoidFuture()
        }
        return NIOPipeBootstrap(group: loop)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: DiscoveryLimits.netlinkMessage))
            .channelInitializer { [changed, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NetlinkHandler(changed: changed, logger: logger))
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .map { [self] channel in
                let isStopped = state.withLock { state in
                    state.channel = state.isStopped ? nil : channel
                    return state.isStopped
                }
                guard !isStopped else { return channel.close(promise: nil) }
                channel.closeFuture.whenComplete { [weak self] _ in self?.reopen() }
            }
            .flatMapErrorThrowing { [logger] error in
                Glibc.close(descriptor)
                logger.info("changes of the network aren't noticed", metadata: ["error": "\(error)"])
            }
    }

    /// Stops listening.
    public func stop() {
        let channel = state.withLock { state in
            state.isStopped = true
            return state.channel
        }
        channel?.close(promise: nil)
    }

    /// Opens a new socket. Usually the kernel's queue has overflowed, and a lost message may have been a change.
    private func reopen() {
        guard !state.withLock({ $0.isStopped }) else { return }
        loop.scheduleTask(in: DiscoveryLimits.netlinkPause) { [weak self] in
            guard let self, !self.state.withLock({ $0.isStopped }) else { return }
            self.start().whenSuccess { self.changed() }
        }
    }

    private struct SocketFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// Opens a socket for the multicast groups that matter. It needs no privilege, but a sandbox that limits address families must allow AF_NETLINK.
    private static func open() throws(SocketFailure) -> Int32 {
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_NETLINK, kind, NETLINK_ROUTE)
        guard descriptor >= 0 else { throw SocketFailure(description: "no netlink socket: \(String(cString: strerror(errno)))") }
        var address = sockaddr_nl()
        address.nl_family = UInt16(AF_NETLINK)
        address.nl_groups = UInt32(RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size)) }
        }
        guard bound == 0 else {
            let failure = SocketFailure(description: "the netlink socket can't listen: \(String(cString: strerror(errno)))")
            Glibc.close(descriptor)
            throw failure
        }
        return descriptor
    }
}

/// Reads what the kernel says, on the loop.
private final class NetlinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var facts = NetworkFacts()
    private let changed: @Sendable () -> Void
    private let logger: Logger

    init(changed: @escaping @Sendable () -> Void, logger: Logger) {
        self.changed = changed
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if unwrapInboundIn(data).withUnsafeReadableBytes({ facts.take($0) }) { changed() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.debug("the kernel's word on the network was lost", metadata: ["error": "\(error)"])
        context.close(promise: nil)
    }
}
