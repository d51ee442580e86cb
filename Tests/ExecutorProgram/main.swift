// The daemon's executors where they are the process's own, which they can't be where tests run.
// For EventLoopJobQueueTests: prints how often the loop's thread did what.
import DaemonCore
import NIOCore
import NIOPosix

GlobalExecutor.install()
let loop = MultiThreadedEventLoopGroup.singleton.next()
try await EventLoopJobQueue.begin(on: loop)

func isOnLoop() -> Bool { MultiThreadedEventLoopGroup.currentEventLoop === loop }

actor Service {
    func call() -> Bool { isOnLoop() }
    func long() async -> Bool { await ThreadPoolExecutor.run { isOnLoop() } }
}

let service = Service()

/// How many of 20 the loop's thread did. On a busy machine some go another way: an actor may be held for a moment, a turn may be too long.
func count(_ body: @escaping @Sendable () async -> Bool) async throws -> Int {
    var count = 0
    for _ in 0..<20 where try await loop.submit({ Task { await body() } }).get().value { count += 1 }
    return count
}

print("call=\(try await count { await service.call() })")
print("long=\(try await count { await service.long() })")
print("long-into-actor=\(try await count { await ThreadPoolExecutor.run { await service.call() } })")
