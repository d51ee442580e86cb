import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import TTRPC

@Suite("Work after the next poll")
struct NextPollTests {
    /// The most parts of work that follow each other. A loop that isn't let to its sockets does them all.
    private static let parts = 1_000

    private final class Arrival: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private(set) var hasCome = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { hasCome = true }
    }

    /// Each part schedules the next one, until a byte has been read that was in a socket of the loop before the first.
    /// - Returns: how many parts there were by then.
    private func partsBeforeTheByte(_ schedule: @escaping @Sendable (any EventLoop, @escaping () -> Void) -> Void) async throws -> Int {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (near, far) = (ends[0], ends[1])
        defer { close(far) }
        let count = try await loop.flatSubmit { () -> EventLoopFuture<Int> in
            // Made before the work begins, as on a loop that has served for a while.
            _ = NextPoll.of(loop)
            let arrival = NIOLoopBound(Arrival(), eventLoop: loop)
            return ClientBootstrap(group: loop)
                .channelInitializer { channel in channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(arrival.value) } }
                .withConnectedSocket(near)
                .flatMap { _ in
                    let promise = loop.makePromise(of: Int.self)
                    var byte: UInt8 = 1
                    write(far, &byte, 1)
                    func part(_ number: Int) {
                        guard !arrival.value.hasCome, number < Self.parts else { return promise.succeed(number) }
                        schedule(loop) { part(number + 1) }
                    }
                    part(0)
                    return promise.futureResult
                }
        }.get()
        try await group.shutdownGracefully()
        return count
    }

    @Test("work that follows work lets the loop read its sockets")
    func socketsComeFirst() async throws {
        let parts = try await partsBeforeTheByte { loop, work in NextPoll.of(loop).execute(work) }
        #expect(parts <= 2)
    }

    @Test("tasks alone wouldn't")
    func tasksDoNot() async throws {
        let parts = try await partsBeforeTheByte { loop, work in loop.assumeIsolated().execute(work) }
        #expect(parts == Self.parts)
    }

    @Test("what is given during the work runs after another poll")
    func rounds() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let order = try await loop.flatSubmit { () -> EventLoopFuture<[Int]> in
            let promise = loop.makePromise(of: [Int].self)
            let seen = NIOLoopBoundBox([Int](), eventLoop: loop)
            NextPoll.of(loop).execute {
                seen.value.append(1)
                NextPoll.of(loop).execute {
                    seen.value.append(3)
                    promise.succeed(seen.value)
                }
            }
            NextPoll.of(loop).execute { seen.value.append(2) }
            return promise.futureResult
        }.get()
        try await group.shutdownGracefully()
        #expect(order == [1, 2, 3])
    }
}
