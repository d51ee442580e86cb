import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// The event loops of the links that other devices open.
///
/// The first links share the daemon's own loop, where a change goes from a link to the store without a change of threads. A hub has hundreds of leaves, and
/// encrypts each change for every one. So beyond ``PeerLimits/linksOnDaemonLoop`` open links, new ones are spread over loops of their own, one for each CPU.
final class LinkLoops: Sendable {
    private let links: PeerLinks
    private let limit: Int
    /// Made when they are first needed. They last as long as the process, since links outlive their listener.
    private let others = Mutex<MultiThreadedEventLoopGroup?>(nil)

    /// - Parameter links: the open links.
    init(links: PeerLinks, limits: PeerLimits) {
        self.links = links
        limit = limits.linksOnDaemonLoop
    }

    /// The loop for a new link. Nil: the daemon's own.
    func next() -> (any EventLoop)? {
        guard links.count >= limit else { return nil }
        return others.withLock { others in
            let group = others ?? MultiThreadedEventLoopGroup(numberOfThreads: min(System.coreCount, Tuning.linkLoops))
            others = group
            return group.next()
        }
    }

    /// Takes an accepted connection to another loop, before anything is read from it. NIO can't move a channel, so the connection gets a new one, by another
    /// descriptor. The caller closes the old one.
    /// - Parameter failed: called where there is no new channel, and `begin` wasn't called.
    static func move(
        _ channel: any Channel, to loop: any EventLoop, _ begin: @escaping @Sendable (any Channel) throws -> Void,
        failed: @escaping @Sendable (any Error) -> Void
    ) throws {
        let descriptor = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        guard let descriptor, descriptor >= 0 else { throw LinkFailure.refused("there is no descriptor left") }
        let hasBegun = Atomic(false)
        let begun: @Sendable (any Channel) throws -> Void = { channel in
            hasBegun.store(true, ordering: .relaxed)
            try begin(channel)
        }
        ClientBootstrap(group: loop)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: SocketOptions.readBuffers)
            .channelInitializer { channel in channel.eventLoop.makeCompletedFuture { try begun(channel) } }
            .withConnectedSocket(descriptor)
            .whenFailure { error in if !hasBegun.load(ordering: .relaxed) { failed(error) } }
    }
}
