import BusTestSupport
import Foundation
import Systemd
import Testing

@Suite(.enabled(if: PrivateBus.daemon != nil, "needs dbus-daemon (Debian: dbus)"), .timeLimit(.minutes(10)))
struct BusTests {
    let daemon: PrivateBus
    let service: BusService

    init() throws {
        daemon = try PrivateBus()
        service = try BusService("org.example.Test", at: daemon.address)
    }

    private func call(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall("org.example.Test", "/test", "org.example.Test", method, arguments)
    }

    private func with(_ call: BusCall, _ change: (inout BusCall) -> Void) -> BusCall {
        var call = call
        change(&call)
        return call
    }

    @Test("every kind of value comes back as it was sent")
    func values() async throws {
        let bus = try Bus(.address(daemon.address))
        let values: [BusValue] = [
            .bool(true), .byte(200), .int16(-3), .uint16(65_535), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max), .double(1.5), .string("Grüße"),
            .path("/a/b"), .signature("a{sv}"), .bytes([0, 1, 255]), .bytes([]), .strings(["one", ""]), .array(of: "i", []),
            .options(["level": .int32(7), "names": .strings(["x"])]), .structure([.string("s"), .variant(.structure([.bool(false)]))]),
            .array(of: "ay", [.bytes([1]), .bytes([])]),
        ]
        #expect(try await bus.call(call("Echo", values)) == values)
    }

    @Test("a dictionary is read by its keys, through variants")
    func dictionary() async throws {
        let answer = try await Bus(.address(daemon.address)).call(call("Echo", [.variant(.options(["Percentage": .double(81), "State": .uint32(2)]))]))
        let dictionary = try #require(answer.first?.dictionary)
        #expect(dictionary["Percentage"]?.double == 81)
        #expect(dictionary["State"]?.int == 2)
        #expect(dictionary["State"]?.string == nil)
    }

    @Test("an error keeps its name and what it says")
    func errors() async throws {
        let bus = try Bus(.address(daemon.address))
        await #expect(throws: BusError(name: "org.example.Error", message: "as was asked")) { try await bus.call(call("Fail")) }
        let absent = await #expect(throws: BusError.self) { try await bus.call(BusCall("org.example.Nobody", "/", "org.example.Nobody", "Call")) }
        #expect(absent?.isServiceAbsent == true)
        #expect(try await bus.owner(of: "org.example.Nobody") == nil)
        #expect(try await bus.owner(of: "org.example.Test")?.hasPrefix(":") == true)
    }

    @Test("an argument that isn't what it says fails the call, not the connection")
    func badArgument() async throws {
        let bus = try Bus(.address(daemon.address))
        await #expect(throws: BusError.self) { try await bus.call(call("Echo", [.path("not a path")])) }
        await #expect(throws: BusError.self) { try await bus.call(call("Echo", [.array(of: "i", [.string("x")])])) }
        #expect(try await bus.call(call("Echo", [.byte(1)])) == [.byte(1)])
    }

    @Test("a call ends at its timeout, when its task is cancelled, and when the bus goes")
    func endings() async throws {
        let (closed, close) = AsyncStream.makeStream(of: BusError.self)
        let bus = try Bus(.address(daemon.address)) { close.yield($0) }
        let impatient = with(call("Wait")) { $0.timeout = .milliseconds(50) }
        let late = await #expect(throws: BusError.self) { try await bus.call(impatient) }
        #expect(late?.name != BusError.disconnected)

        let cancelled = Task { [call = call("Wait")] in try await bus.call(call) }
        cancelled.cancel()
        let error = await #expect(throws: BusError.self) { try await cancelled.value }
        #expect(error?.name == BusError.cancelled)

        let waiting = Task { [call = call("Wait")] in try await bus.call(call) }
        _ = try await bus.call(call("Echo"))
        daemon.stop()
        await #expect(throws: BusError.self) { try await waiting.value }
        var closings = closed.makeAsyncIterator()
        #expect(await closings.next() != nil)
        let after = await #expect(throws: BusError.self) { try await bus.call(call("Echo")) }
        #expect(after?.name == BusError.disconnected)
    }

    @Test("nobody at the address is said at once")
    func nobody() {
        #expect(throws: BusError.self) { try Bus(.address("unix:path=/nonexistent/bus")) }
    }

    @Test("signals come while they are listened to, those that match alone")
    func signals() async throws {
        let bus = try Bus(.address(daemon.address))
        let (stream, incoming) = AsyncStream.makeStream(of: BusSignal.self)
        let subscription = try await bus.subscribe(to: BusMatch(sender: "org.example.Test", path: "/a", member: "Changed")) { incoming.yield($0) }
        service.send("Changed", true, path: "/other", interface: "org.example.Test")
        service.send("Changed", false, path: "/a", interface: "org.example.Test")
        var signals = stream.makeAsyncIterator()
        let signal = try #require(await signals.next())
        #expect(signal.path == "/a" && signal.arguments == [.bool(false)])
        let owner = try await bus.owner(of: "org.example.Test")
        #expect(signal.sender == owner)
        subscription.cancel()
        service.send("Changed", true, path: "/a", interface: "org.example.Test")
        // A second subscription that sees the signal proves that it has passed the first.
        let (second, passed) = AsyncStream.makeStream(of: BusSignal.self)
        let other = try await bus.subscribe(to: BusMatch(member: "Changed")) { passed.yield($0) }
        service.send("Changed", true, path: "/a", interface: "org.example.Test")
        var passing = second.makeAsyncIterator()
        _ = await passing.next()
        other.cancel()
        incoming.finish()
        #expect(await signals.next() == nil)
    }

    @Test("the owner of a name is followed from now on")
    func owners() async throws {
        let bus = try Bus(.address(daemon.address))
        let (owners, told) = AsyncStream.makeStream(of: String?.self)
        let watch = try await bus.watchOwner(of: "org.example.Other") { told.yield($0) }
        var iterator = owners.makeAsyncIterator()
        #expect(await iterator.next() == .some(nil))
        var other: BusService? = try BusService("org.example.Other", at: daemon.address)
        #expect(await iterator.next()??.hasPrefix(":") == true)
        withExtendedLifetime(other) {}
        other = nil
        #expect(await iterator.next() == .some(nil))
        watch.cancel()
    }

    @Test("a match can't smuggle a condition in")
    func matchInjection() async throws {
        let bus = try Bus(.address(daemon.address))
        await #expect(throws: BusError.self) { try await bus.subscribe(to: BusMatch(argument: "x',eavesdrop='true")) { _ in } }
    }

    @Test("a resume is told, going to sleep isn't")
    func resume() async throws {
        let login = try BusService("org.freedesktop.login1", at: daemon.address)
        let bus = try Bus(.address(daemon.address))
        let (events, told) = AsyncStream.makeStream(of: String.self)
        let resumes = try await SleepSignals.resumes(on: bus) { told.yield("resumed") }
        let others = try await bus.subscribe(to: BusMatch(member: "PrepareForShutdown")) { _ in told.yield("asleep") }
        for (member, value) in [("PrepareForSleep", true), ("PrepareForShutdown", true), ("PrepareForSleep", false)] {
            login.send(member, value, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager")
        }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == "asleep")
        #expect(await iterator.next() == "resumed")
        resumes.cancel()
        others.cancel()
    }
}
