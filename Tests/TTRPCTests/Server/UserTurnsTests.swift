import NIOCore
import NIOEmbedded
import TTRPCWire
import Testing

@testable import TTRPC

/// The loop's time is the test's own.
@Suite("Turns of a user's connections")
struct UserTurnsTests {
    private let loop = EmbeddedEventLoop()
    private let shared = ServerShared(ServerConfiguration(services: [TestService().definition], authorize: { _, _ in .allowed }, limits: .patient))

    private func connect(uid: UInt32) throws -> EmbeddedChannel {
        let peer = PeerIdentity(pid: 1, uid: uid, gid: 1, groups: [])
        #expect(shared.ledger.takeConnection(uid: uid) == nil)
        let link = ConnectionLink(id: shared.nextConnectionID(), peer: peer, eventLoop: loop)
        let channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandler(ServerConnection(shared: shared, link: link, socket: nil))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/s")).wait()
        return channel
    }

    /// Calls that come in one piece.
    private func send(_ count: Int, _ method: String = "Echo", from first: Int = 0, to channel: EmbeddedChannel) throws {
        let calls = (first..<first + count).flatMap { request(UInt32(2 * $0 + 1), method) }
        try channel.writeInbound(ByteBuffer(bytes: calls))
    }

    /// The calls that have been answered since the last look.
    private func answers(of channel: EmbeddedChannel) throws -> Int {
        var (decoder, count) = (FrameDecoder(), 0)
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { bytes.withUnsafeReadableBytes { decoder.push($0) { _ in count += 1 } } }
        return count
    }

    @Test("A user with many connections does the work of one between two looks at the sockets, and all of it is done")
    func flood() throws {
        let calls = 2_000
        let flooding = try (0..<8).map { _ in try connect(uid: 1) }
        for channel in flooding { try send(calls, to: channel) }
        // Each may begin, and together they have the share of a period.
        var done = try flooding.map(answers)
        #expect(done.reduce(0, +) <= Tuning.unitsPerPeriod + 8 * Tuning.unitsPerCount)
        var rounds = 0
        while done.contains(where: { $0 < calls }), rounds < 1_000 {
            loop.advanceTime(by: Tuning.pollPause)
            rounds += 1
            let more = try flooding.map(answers)
            #expect(more.reduce(0, +) <= Tuning.unitsPerTurn + Tuning.unitsPerCount)
            for index in done.indices { done[index] += more[index] }
            // Meanwhile a call of another user is answered as it comes.
            if rounds == 10 {
                let other = try connect(uid: 2)
                try send(1, to: other)
                #expect(try answers(of: other) == 1)
            }
        }
        #expect(done == Array(repeating: calls, count: 8))
    }

    @Test("The rest of a turn isn't kept: connections that have few calls open have no more than the others")
    func fewOpenCalls() throws {
        let flooding = try (0..<8).map { _ in try connect(uid: 1) }
        let open = 100
        var sent = Array(repeating: 0, count: flooding.count)
        var answered = sent
        // All rounds lie within one period.
        for round in 0..<40 {
            for (index, channel) in flooding.enumerated() {
                let missing = open - (sent[index] - answered[index])
                if missing > 0 { try send(missing, from: sent[index], to: channel) }
                sent[index] += missing
            }
            let done = try flooding.map(answers)
            for index in done.indices { answered[index] += done[index] }
            // Once the share is used up, a turn's work is all that they have together.
            if round > 2 { #expect(done.reduce(0, +) <= Tuning.unitsPerTurn + Tuning.unitsPerCount, "round \(round)") }
            loop.advanceTime(by: Tuning.pollPause)
        }
        #expect(answered.allSatisfy { $0 >= 3 * open })
        #expect((answered.max() ?? 0) - (answered.min() ?? 0) <= 3 * open)
    }

    @Test("A user who stays below the share never waits")
    func polite() throws {
        let channel = try connect(uid: 1)
        for period in 0..<10 {
            try send(Tuning.unitsPerPeriod / 2, from: period * Tuning.unitsPerPeriod / 2, to: channel)
            #expect(try answers(of: channel) == Tuning.unitsPerPeriod / 2)
            loop.advanceTime(by: Tuning.turnPeriod)
        }
    }

    @Test("A large answer counts as many short ones")
    func large() throws {
        let channel = try connect(uid: 1)
        try send(10, "Big", to: channel)
        #expect(try answers(of: channel) == 1)
        loop.advanceTime(by: Tuning.pollPause)
        #expect(try answers(of: channel) == 1)
    }

    @Test("A connection that is gone before its turn keeps nobody waiting")
    func gone() throws {
        let channels = try (0..<3).map { _ in try connect(uid: 1) }
        for channel in channels { try send(1_000, to: channel) }
        try channels[1].close().wait()
        let before = try answers(of: channels[2])
        loop.advanceTime(by: .milliseconds(1))
        #expect(try before + answers(of: channels[2]) == 1_000)
    }
}
