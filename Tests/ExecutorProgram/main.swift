// The daemon's executors where they are the process's own, which they can't be where tests run. For LoopJobsTests: prints `name=true` for each place where the loop's thread did something.
import NIOCore
import NIOPosix
import WidgetDaemon

GlobalExecutor.install()
let loop = MultiThreadedEventLoopGroup.singleton.next()
try await LoopJobs.begin(on: loop)

func isOnLoop() -> Bool { MultiThreadedEventLoopGroup.currentEventLoop === loop }

actor Service {
    func call() -> Bool { isOnLoop() }
    func long() async -> Bool { await JobPool.run { isOnLoop() } }
}

let service = Service()

func onLoop(_ body: @escaping @Sendable () async -> Bool) async throws -> Bool { try await loop.submit { Task { await body() } }.get().value }

print("call=\(try await onLoop { await service.call() })")
print("long=\(try await onLoop { await service.long() })")
print("long-into-actor=\(try await onLoop { await JobPool.run { await service.call() } })")
