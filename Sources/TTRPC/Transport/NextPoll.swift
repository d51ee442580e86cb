import CLinux
import Glibc
package import NIOCore
import NIOPosix

/// Runs an event loop's work after the loop has looked at its sockets.
///
/// A loop runs its tasks and due timers until there are none, and only then it polls its sockets. So tasks that follow each other keep the sockets waiting. A
/// timer that isn't due yet lets the loop poll. But it also lets the loop sleep, which costs four system calls and two changes of threads. This makes a
/// descriptor readable instead: the poll returns at once, and the work runs when all that it found has been handled.
///
/// Only the loop's thread uses it.
package final class NextPoll: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer

    nonisolated(unsafe) private static let ofThisThread = ThreadSpecificVariable<NextPoll>()

    private var waiting: [() -> Void] = []
    /// An eventfd that the loop polls. Nil on a loop that polls no sockets, as in tests.
    private var bell: Int32?
    private let loop: any EventLoop

    /// A loop has one, made with the first use.
    package static func of(_ loop: any EventLoop) -> NextPoll {
        loop.assertInEventLoop()
        if let known = ofThisThread.currentValue, known.loop === loop { return known }
        let new = NextPoll(loop)
        ofThisThread.currentValue = new
        return new
    }

    private init(_ loop: any EventLoop) {
        self.loop = loop
        register()
    }

    private func register() {
        guard let bootstrap = NIOPipeBootstrap(validatingGroup: loop) else { return }
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { return }
        let view = NIOLoopBound(self, eventLoop: loop)
        bootstrap
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8))
            .channelInitializer { channel in channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(view.value) } }
            .takingOwnershipOfDescriptor(input: descriptor)
            .whenComplete { result in
                switch result {
                case .success: view.value.bell = descriptor
                case .failure: close(descriptor)
                }
            }
    }

    /// Runs `body` after the next poll and what it leads to.
    package func execute(_ body: @escaping () -> Void) {
        waiting.append(body)
        guard waiting.count == 1 else { return }
        let rings = bell.map { eventfd_write($0, 1) == 0 } ?? false
        if !rings { loop.assumeIsolated().scheduleTask(in: Tuning.pollPause) { self.runWaiting() } }
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The sockets that the same poll found ready come first.
        loop.assumeIsolated().execute { self.runWaiting() }
    }

    package func channelInactive(context: ChannelHandlerContext) { bell = nil }

    private func runWaiting() {
        let work = waiting
        waiting = []
        for body in work { body() }
    }
}
