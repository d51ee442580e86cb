import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import WidgetPeers

/// A network namespace that a thread of the test lives in: sockets made and programs started on it see that network alone.
private struct Namespace {
    static let isPossible = getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/sbin/ip")

    private static let newNetwork: Int32 = 0x4000_0000

    /// Runs `body` in a new namespace, on a thread that ends with it.
    static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread {
                continuation.resume(
                    with: Result {
                        // The C library's module for Swift leaves unshare(2) out.
                        let symbol = try #require(dlsym(nil, "unshare"))
                        let unshare = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
                        try #require(unshare(newNetwork) == 0)
                        try body()
                    })
            }.start()
        }
    }

    static func ip(_ arguments: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/sbin/ip")
        process.arguments = arguments.split(separator: " ").map(String.init)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "ip \(arguments)")
    }
}

@Suite(.timeLimit(.minutes(10)))
struct NetworkTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: [String]
        let command: String
    }

    private static let cable = ["link add v0 type veth peer name v1", "link set v0 addrgenmode none up", "link set v1 addrgenmode none"]

    @Test(
        "a change of the network is noticed", .enabled(if: Namespace.isPossible, "needs root and ip(8): a network can't be made otherwise"),
        arguments: [
            Change(testDescription: "a cable is plugged in", before: cable, command: "link set v1 up"),
            Change(testDescription: "an address comes", before: cable + ["link set v1 up"], command: "addr add 10.77.0.1/24 dev v0"),
            Change(testDescription: "an address goes", before: cable + ["addr add 10.77.0.1/24 dev v0"], command: "addr del 10.77.0.1/24 dev v0"),
            Change(
                testDescription: "a route comes", before: cable + ["link set v1 up", "addr add 10.77.0.1/24 dev v0"],
                command: "route add default via 10.77.0.2"),
        ])
    func changes(change: Change) async throws {
        let (changes, changed) = AsyncStream.makeStream(of: Void.self)
        let monitor = NetworkMonitor(on: loop, logger: logger) { changed.yield() }
        // The namespace lives for as long as the monitor's socket.
        try await Namespace.run {
            for command in change.before { try Namespace.ip(command) }
            try monitor.start().wait()
            try Namespace.ip(change.command)
        }
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        monitor.stop()
    }

    @Test("what the kernel repeats is no change")
    func repeats() throws {
        var facts = NetworkFacts()
        let address = Message(type: 20, body: [2, 24, 0, 0, 7, 0, 0, 0], attributes: [(1, [10, 77, 0, 1])]).bytes
        #expect(address.withUnsafeBytes { facts.take($0) })
        #expect(!address.withUnsafeBytes { facts.take($0) })
        let gone = Message(type: 21, body: [2, 24, 0, 0, 7, 0, 0, 0], attributes: [(1, [10, 77, 0, 1])]).bytes
        #expect(gone.withUnsafeBytes { facts.take($0) })
        #expect(address.withUnsafeBytes { facts.take($0) })
    }

    @Test("an address that isn't usable yet doesn't count")
    func tentative() {
        var facts = NetworkFacts()
        let v6 = [UInt8](repeating: 0xFD, count: 16)
        let tentative = Message(type: 20, body: [10, 64, 0, 0, 7, 0, 0, 0], attributes: [(1, v6), (8, [0x40, 0, 0, 0])]).bytes
        let usable = Message(type: 20, body: [10, 64, 0, 0, 7, 0, 0, 0], attributes: [(1, v6), (8, [0x80, 0, 0, 0])]).bytes
        let ofHost = Message(type: 20, body: [2, 8, 0, 254, 1, 0, 0, 0], attributes: [(1, [127, 0, 0, 1])]).bytes
        #expect(!tentative.withUnsafeBytes { facts.take($0) })
        #expect(usable.withUnsafeBytes { facts.take($0) })
        #expect(!ofHost.withUnsafeBytes { facts.take($0) })
    }

    @Test("messages that are cut or lie about their length are passed over", arguments: 0..<64)
    func cut(length: Int) {
        var facts = NetworkFacts()
        let whole = Message(type: 20, body: [2, 24, 0, 0, 7, 0, 0, 0], attributes: [(1, [10, 77, 0, 1])]).bytes
        let cut = Array(whole.prefix(length))
        #expect(cut.withUnsafeBytes { facts.take($0) } == (length >= whole.count))
        var lying = whole
        lying[length % 4] = UInt8(length)
        _ = lying.withUnsafeBytes { facts.take($0) }
        lying = whole
        lying[24] = UInt8(length)
        _ = lying.withUnsafeBytes { facts.take($0) }
    }

    @Test("a burst is said once, and one that never ends is said all the same")
    func debounce() async throws {
        let (fired, fire) = AsyncStream.makeStream(of: Void.self)
        var iterator = fired.makeAsyncIterator()
        let once = Debounce(on: loop, quiet: .milliseconds(500), longest: .seconds(60)) { fire.yield() }
        for _ in 0..<100 { once.signal() }
        await iterator.next()
        once.stop()
        once.signal()
        // Never quiet for long enough: the longest wait ends it.
        let bounded = Debounce(on: loop, quiet: .seconds(3_600), longest: .milliseconds(500)) { fire.yield() }
        for _ in 0..<100 { bounded.signal() }
        await iterator.next()
        bounded.stop()
        fire.finish()
        #expect(await iterator.next() == nil, "a burst was said more than once")
    }
}

/// A message of rtnetlink, as the kernel lays it out.
private struct Message {
    var type: UInt16
    var body: [UInt8]
    var attributes: [(UInt16, [UInt8])]

    var bytes: [UInt8] {
        func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
        let rest = attributes.reduce(body) { $0 + little(UInt16(4 + $1.1.count)) + little($1.0) + $1.1 }
        return little(UInt32(16 + rest.count)) + little(type) + [UInt8](repeating: 0, count: 10) + rest
    }
}
