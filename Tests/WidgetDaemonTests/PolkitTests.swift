import Glibc
import NIOPosix
import Synchronization
import Systemd
import TTRPCWire
import Testing

@testable import DaemonCore
@testable import TTRPC

/// The daemon's questions to polkit, and its use of the answers. Tests/Boot has the real polkit.
@Suite struct PolkitTests {
    /// A bus on which polkit answers as it is told, or isn't there.
    private final class FakeBus: Sendable {
        let calls = Mutex<[BusCall]>([])
        private let answer: [BusValue]?

        init(isAuthorized: Bool, isChallenge: Bool) {
            answer = [.structure([.bool(isAuthorized), .bool(isChallenge), .array(of: "{ss}", [])])]
        }
        init(saying answer: [BusValue]?) { self.answer = answer }

        func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
            calls.withLock { $0.append(call) }
            guard let answer else { throw BusError(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "nobody") }
            return answer
        }
        var count: Int { calls.withLock { $0.count } }
    }

    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private static let place = RequestedMethod(service: "widgetd.v1.Widgets", name: "Place", right: .manage)
    private static let usual = AccessDenial(place, uid: 7, has: nil)
    private let clock = Clock()

    private func polkit(_ bus: FakeBus) -> Polkit {
        let clock = clock
        return Polkit(call: { call throws(BusError) in try await bus.call(call) }, now: { clock.now })
    }

    /// A call of this process, over one end of a pair of sockets.
    private func context(_ metadata: Metadata = [:], connection: UInt64 = 1) throws -> CallContext {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let process = try #require(PeerProcess(socket: ends[0], pid: getpid()))
        #expect(process.isAlive)
        let peer = PeerIdentity(pid: getpid(), uid: 7, gid: 7, groups: [])
        let link = ConnectionLink(
            id: ConnectionID(connection), peer: peer, eventLoop: MultiThreadedEventLoopGroup.singleton.next(), attachment: process)
        return CallContext(
            link: link, requested: Self.place, streamID: 1, metadata: metadata, deadline: nil)
    }

    @Test func aYesLetsTheCallThroughAndIsKeptForTheConnectionAndSomeSeconds() async throws {
        let bus = FakeBus(isAuthorized: true, isChallenge: false)
        let polkit = polkit(bus)
        for _ in 0..<3 { #expect(await polkit.ask(try context(), Self.place, otherwise: Self.usual) == nil) }
        #expect(bus.count == 1)
        #expect(await polkit.ask(try context(connection: 2), Self.place, otherwise: Self.usual) == nil)
        #expect(bus.count == 2, "another connection is another question")
        clock.pass(DaemonCoreLimits.polkitGranted)
        #expect(await polkit.ask(try context(), Self.place, otherwise: Self.usual) == nil)
        #expect(bus.count == 3)
    }

    @Test func polkitIsToldTheProcessTheUserAndTheAction() async throws {
        let bus = FakeBus(isAuthorized: true, isChallenge: false)
        _ = await polkit(bus).ask(try context(), Self.place, otherwise: Self.usual)
        let call = try #require(bus.calls.withLock { $0.first })
        #expect(call.method == "CheckAuthorization" && call.startsService && call.timeout == DaemonCoreLimits.polkitAnswer)
        #expect(call.arguments.map(\.signature) == ["(sa{sv})", "s", "a{ss}", "u", "s"])
        let subject = call.arguments[0].elements?.last?.dictionary
        #expect(subject?["pid"]?.int == Int(getpid()) && subject?["uid"]?.int == 7)
        #expect(call.arguments[1].string == "org.widgetd.manage" && call.arguments[3].int == 0)
    }

    @Test func aPasswordIsAskedForOnlyWhereTheClientSaidSo() async throws {
        let bus = FakeBus(isAuthorized: false, isChallenge: true)
        let polkit = polkit(bus)
        let silent = await polkit.ask(try context(), Self.place, otherwise: Self.usual)
        #expect(silent?.status.code == .unauthenticated && silent?.rule == "polkit: org.widgetd.manage needs a password")
        let asked = await polkit.ask(try context(["widgetd-interactive": "yes"]), Self.place, otherwise: Self.usual)
        #expect(asked?.status.code == .permissionDenied && asked?.rule == "polkit: org.widgetd.manage was refused")
        let last = try #require(bus.calls.withLock { $0.last })
        #expect(last.arguments[3].int == 1 && last.timeout == DaemonCoreLimits.polkitPassword)
    }

    @Test func callsThatAskTheSameAreOneQuestion() async throws {
        let bus = FakeBus(isAuthorized: true, isChallenge: false)
        let gate = AsyncStream<Void>.makeStream()
        let polkit = Polkit(call: { [gate] call throws(BusError) in
            for await _ in gate.stream { break }
            return try await bus.call(call)
        })
        let contexts = try (0..<20).map { _ in try context() }
        let granted = await withTaskGroup(of: Bool.self) { group in
            for context in contexts { group.addTask { await polkit.ask(context, Self.place, otherwise: Self.usual) == nil } }
            group.addTask {
                gate.continuation.finish()
                return true
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(granted && bus.count == 1)
    }

    @Test func whereNobodyAnswersTheNextCallAsksAgain() async throws {
        let bus = FakeBus(saying: nil)
        let polkit = polkit(bus)
        for _ in 0..<3 { _ = await polkit.ask(try context(), Self.place, otherwise: Self.usual) }
        #expect(bus.count == 3)
    }

    @Test func aNoIsKeptForAMoment() async throws {
        let bus = FakeBus(isAuthorized: false, isChallenge: false)
        let polkit = polkit(bus)
        for _ in 0..<5 { #expect(await polkit.ask(try context(), Self.place, otherwise: Self.usual)?.status.code == .permissionDenied) }
        #expect(bus.count == 1)
        clock.pass(DaemonCoreLimits.polkitRefused)
        _ = await polkit.ask(try context(), Self.place, otherwise: Self.usual)
        #expect(bus.count == 2)
    }

    @Test(arguments: [nil, [], [.bool(true)]] as [[BusValue]?]) func withoutPolkitTheDenialIsTheUsualOne(answer: [BusValue]?) async throws {
        let denial = await polkit(FakeBus(saying: answer)).ask(try context(), Self.place, otherwise: Self.usual)
        #expect(denial?.status == Self.usual.status && denial?.rule.hasPrefix(Self.usual.rule) == true)
    }

    @Test func nobodyAsksAboutAProcessThatIsntKnown() async throws {
        let bus = FakeBus(isAuthorized: true, isChallenge: false)
        let stranger = CallContext(
            peer: PeerIdentity(pid: 1, uid: 7, gid: 7, groups: []), requested: Self.place, eventLoop: MultiThreadedEventLoopGroup.singleton.next())
        #expect(await polkit(bus).ask(stranger, Self.place, otherwise: Self.usual) != nil && bus.count == 0)
    }
}
