import Foundation
import Linux
import Synchronization
import Testing
import WidgetProviders
import WidgetTestSupport

@testable import DaemonCore
@testable import WidgetDaemon

/// A pause ends when the test says so.
private final class GatedClock: Clock, Sendable {
    let pauses: AsyncStream<CheckedContinuation<Void, Never>>
    private let begin: AsyncStream<CheckedContinuation<Void, Never>>.Continuation

    init() { (pauses, begin) = AsyncStream.makeStream() }

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        await withCheckedContinuation { begin.yield($0) }
    }
}

@Suite("changed files", .timeLimit(.minutes(10))) struct FileChangeTests {
    @Test("What changes within a moment is looked at once, after it; what changes while it is looked at is looked at again") func together() async throws {
        let directory = try TemporaryDirectory()
        let files = ProviderFiles()
        let clock = GatedClock()
        let (looked, look) = AsyncStream.makeStream(of: Int.self)
        let count = Mutex(0)
        let service = FileChangeService(files: files, clock: clock) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 2 { _ = try? directory.write("during", "x") }
            look.yield(number)
        }
        let running = Task { await service.run() }
        var pauses = clock.pauses.makeAsyncIterator()
        var looks = looked.makeAsyncIterator()

        // A new watch is itself a reason to look.
        var watched = WatchedFiles()
        watched.add(directory: directory.path)
        #expect(files.follow(watched) == nil)
        await pauses.next()?.resume()
        #expect(await looks.next() == 1)

        try directory.write("first", "x")
        let pause = await pauses.next()
        for number in 0..<20 { try directory.write("more\(number)", "x") }
        #expect(count.withLock { $0 } == 1, "not before the moment is over")
        pause?.resume()
        #expect(await looks.next() == 2)
        await pauses.next()?.resume()
        #expect(await looks.next() == 3)
        #expect(count.withLock { $0 } == 3)
        running.cancel()
    }
}
