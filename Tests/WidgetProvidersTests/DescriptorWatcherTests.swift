import CLauncher
import Glibc
import Synchronization
import Testing
import WidgetCore
import WidgetProviders

@testable import Linux

/// A caller that reads a descriptor on the watcher's word must never read one that is closed by then, and must hear of everything.
@Suite("watched descriptors", .timeLimit(.minutes(10)))
struct DescriptorWatcherTests {
    private func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(widgetd_pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("where none could be made the next who needs one tries anew, and then all have the same")
    func retries() throws {
        let place = Mutex<DescriptorWatcher?>(nil)
        let failure = WidgetError(.resourceExhausted, "no descriptor is left")
        #expect(throws: failure) { try DescriptorWatcher.kept(in: place) { () throws(WidgetError) in throw failure } }
        let made = try DescriptorWatcher.kept(in: place) { () throws(WidgetError) in try DescriptorWatcher() }
        #expect(try DescriptorWatcher.kept(in: place) { () throws(WidgetError) in throw failure } === made)
    }

    @Test("what is written is heard, and then the end")
    func hears() async throws {
        let (read, write) = try pipe()
        let (heard, said) = AsyncStream.makeStream(of: Int.self)
        let watch = try DescriptorWatcher.watch(read) {
            var byte: UInt8 = 0
            said.yield(Glibc.read(read, &byte, 1))
        }
        var counts = heard.makeAsyncIterator()
        var byte: UInt8 = 1
        #expect(Glibc.write(write, &byte, 1) == 1)
        #expect(await counts.next() == 1)
        close(write)
        #expect(await counts.next() == 0)
        watch.cancel()
    }

    @Test("a cancelled watch closes its descriptor and is silent from then on")
    func cancels() async throws {
        let (read, write) = try pipe()
        defer { close(write) }
        let (heard, said) = AsyncStream.makeStream(of: Void.self)
        // A handler that cancels itself is the common case: a program's end cancels all its watches.
        let watch = Mutex<DescriptorWatch?>(nil)
        let calls = Atomic(0)
        try watch.withLock {
            $0 = try DescriptorWatcher.watch(read) {
                calls.add(1, ordering: .relaxed)
                watch.withLock { $0 }?.cancel()
                said.yield()
            }
        }
        var byte: UInt8 = 1
        #expect(Glibc.write(write, &byte, 1) == 1)
        var iterator = heard.makeAsyncIterator()
        await iterator.next()
        // Another descriptor's event comes after the batch in which the first was closed.
        let other = try pipe()
        defer { close(other.write) }
        let (passed, pass) = AsyncStream.makeStream(of: Void.self)
        let second = try DescriptorWatcher.watch(other.read) { pass.yield() }
        #expect(Glibc.write(other.write, &byte, 1) == 1)
        var turns = passed.makeAsyncIterator()
        await turns.next()
        second.cancel()
        #expect(calls.load(ordering: .relaxed) == 1)
        #expect(poll(for: write) & Int16(POLLERR) != 0, "a pipe whose reading end is open has no error")
    }

    private func poll(for descriptor: Int32) -> Int16 {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        Glibc.poll(&entry, 1, 10_000)
        return entry.revents
    }

    @Test("a delay ends once")
    func delays() async throws {
        let (heard, said) = AsyncStream.makeStream(of: Void.self)
        let watch = try DescriptorWatcher.after(.milliseconds(1)) { said.yield() }
        var iterator = heard.makeAsyncIterator()
        await iterator.next()
        watch.cancel()
    }
}
