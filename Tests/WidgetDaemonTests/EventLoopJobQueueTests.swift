import NIOCore
import NIOPosix
import Synchronization
import Testing
import WidgetTestSupport

@testable import DaemonCore

@Suite("Jobs of an event loop's thread", .timeLimit(.minutes(5)))
struct EventLoopJobQueueTests {
    private static let loop = MultiThreadedEventLoopGroup.singleton.next()

    init() async throws { if try await Self.loop.submit({ EventLoopJobQueue.current == nil }).get() { try await EventLoopJobQueue.begin(on: Self.loop) } }

    private static var isOnLoop: Bool { MultiThreadedEventLoopGroup.currentEventLoop === loop }

    /// Begins a task on the loop's thread, where the daemon's global executor would.
    private func onLoop<T: Sendable>(_ body: @escaping @Sendable () async -> T) async throws -> T {
        try await Self.loop.submit { Task(executorPreference: Executor()) { await body() } }.get().value
    }

    @Test("what begins there goes on there, from one actor to the next")
    func staysThere() async throws {
        actor Other { func isOnLoop() -> Bool { EventLoopJobQueueTests.isOnLoop } }
        let (first, second) = (Other(), Other())
        let seen = try await onLoop { [Self.isOnLoop, await first.isOnLoop(), await second.isOnLoop(), await Task { Self.isOnLoop }.value] }
        #expect(seen.prefix(3).allSatisfy { $0 })
    }

    @Test("what a job leads to runs in its turn, before what the loop was given meanwhile")
    func sameTurn() async throws {
        let loop = Self.loop
        var order: [String] = []
        // Where this machine is busy, the turn may be over before.
        for _ in 0..<100 where order.first != "next" {
            order = try await loop.submit {
                let box = NIOLoopBoundBox<[String]>([], eventLoop: loop)
                return Task(executorPreference: Executor()) {
                    loop.execute { box.value.append("loop") }
                    async let next: Void = box.value.append("next")
                    await next
                    await EventLoopYield.pass()
                    return box.value
                }
            }.get().value
        }
        #expect(order == ["next", "loop"])
    }

    @Test("jobs that lead to one another without end leave the loop time for its sockets")
    func looksAtSockets() async throws {
        let (directory, ear) = (try TemporaryDirectory(), Ear())
        let server = try await ServerBootstrap(group: Self.loop).childChannelInitializer { $0.pipeline.addHandler(ear) }
            .bind(unixDomainSocketPath: directory.file("socket")).get()
        let other = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = try await ClientBootstrap(group: other).connect(unixDomainSocketPath: directory.file("socket")).get()
        var wasOnLoop = false
        // After a turn that was too long, on a busy machine, the pool does these jobs, and the loop is free anyway.
        for _ in 0..<100 where !wasOnLoop {
            wasOnLoop = try await onLoop {
                let heard = ear.heard.load(ordering: .relaxed)
                client.writeAndFlush(ByteBuffer(string: "news"), promise: nil)
                while ear.heard.load(ordering: .relaxed) == heard, Self.isOnLoop { await Task(executorPreference: Executor()) {}.value }
                return Self.isOnLoop
            }
        }
        #expect(wasOnLoop)
        try await client.close()
        try await server.close()
        try await other.shutdownGracefully()
    }

    @Test("what takes long is done on a thread of the pool, and what follows isn't lost")
    func runsAside() async throws {
        let seen = try await onLoop { [Self.isOnLoop, await ThreadPoolExecutor.run { Self.isOnLoop }] }
        #expect(seen == [true, false])
    }

    @Test("where they are the process's executors a call of an actor stays on the loop's thread, and what takes long leaves it, an actor's too")
    func ofTheProcess() throws {
        let (status, output, errors) = try Programs.run(Programs.path("ExecutorProgram"), [])
        #expect(status == 0, "\(errors)")
        let counts = output.split(separator: "\n").compactMap { $0.split(separator: "=").last.flatMap { Int($0) } }
        try #require(counts.count == 3, "\(output)")
        #expect(counts[0] > 10 && counts[1] < 10 && counts[2] < 10, "\(output)")
    }

    @Test("after a turn that was too long the pool takes over what waits")
    func longTurn() async throws {
        // Where this machine was busy, the turn before was too long as well, and all of them are the pool's.
        var seen: (long: Bool, others: [Bool])
        repeat {
            seen = try await onLoop {
                async let long = {
                    let end = NIODeadline.now() + EventLoopJobQueue.longestTurn + EventLoopJobQueue.longestTurn
                    while NIODeadline.now() < end {}
                    return Self.isOnLoop
                }()
                async let first = Self.isOnLoop
                async let second = Self.isOnLoop
                return (await long, [await first, await second])
            }
        } while !seen.long
        #expect(seen.others == [false, false])
    }

    @Test("whoever passes lets the loop do first what it has to do by then")
    func passes() async throws {
        let loop = Self.loop
        let order = try await loop.submit {
            let box = NIOLoopBoundBox<[String]>([], eventLoop: loop)
            let task = Task(executorPreference: Executor()) {
                box.value.append("job")
                await EventLoopYield.pass()
                box.value.append("job again")
                return box.value
            }
            loop.execute { box.value.append("loop") }
            return task
        }.get().value
        #expect(order == ["job", "loop", "job again"])
    }

    @Test("whoever passes after more than a turn lets go first what other jobs lead to: a link's step, and its write")
    func passesAfterMore() async throws {
        let loop = Self.loop
        var order: [String] = []
        // Where this machine is busy, the pool takes the step.
        for _ in 0..<100 where order != ["step", "write", "job again"] {
            order = try await onLoop {
                let order = Mutex<[String]>([])
                let step = Task(executorPreference: Executor()) {
                    order.withLock { $0.append(Self.isOnLoop ? "step" : "step elsewhere") }
                    return loop.submit { order.withLock { $0.append("write") } }
                }
                let end = NIODeadline.now() + .microseconds(200)
                while NIODeadline.now() < end {}
                await EventLoopYield.pass()
                order.withLock { $0.append("job again") }
                try? await step.value.get()
                return order.withLock(\.self)
            }
        }
        #expect(order == ["step", "write", "job again"])
    }

    @Test("a commit that the disk takes its time for isn't done on the loop's thread")
    func slowDisk() async throws {
        let (quick, slow) = try await onLoop {
            (ThreadPoolExecutor.prepareToWait(.microseconds(100)) == nil, ThreadPoolExecutor.prepareToWait(.milliseconds(20)) == nil)
        }
        #expect(quick && !slow)
        #expect(await ThreadPoolExecutor.run { ThreadPoolExecutor.prepareToWait(.milliseconds(20)) == nil }, "one that is on the pool already stays there")
    }
}

/// The daemon's global executor, for one task.
private final class Executor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { GlobalExecutor.enqueue(UnownedJob(job)) }
}

/// Counts what has come.
private final class Ear: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    let heard = Atomic(0)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { heard.add(1, ordering: .relaxed) }
}
