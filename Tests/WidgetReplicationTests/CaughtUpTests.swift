import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

/// A link that is told of less than it lacks would leave a device behind; one that is told of more only costs time.
@Suite("Whether a link has seen all that is here")
struct CaughtUpTests {
    /// Two devices that have everything of each other, and the first one's session.
    private struct Pair {
        var (a, b): (TestDevice, TestDevice)
        var here: PeerSession

        init(_ a: TestDevice, _ b: TestDevice, sentPerStep: Int = ReplicationLimits.sentPerStep) throws {
            (self.a, self.b) = (a, b)
            var link = TestLink(&self.a, &self.b, sentPerStep: sentPerStep)
            try link.deliver(&self.a, &self.b)
            here = link.here
        }

        var time: SessionTime { SessionTime(wall: a.now, uptime: 0) }
        var isCaughtUp: Bool { get throws { try here.isCaughtUp(with: a.replica) } }

        mutating func write(_ count: UInt64) throws {
            for number in 1...count { try a.perform(RowKey.widget(number).insert("w\(number)")) }
        }

        /// - Returns: the batches of transactions that it sends.
        @discardableResult
        mutating func tellOfChange() throws -> [[LoggedTransaction]] { batches(try here.changed(&a.replica, time)) }

        /// The peer takes so many more bytes.
        /// - Returns: the batches of transactions that it sends.
        @discardableResult
        mutating func grant(_ bytes: Int) throws -> [[LoggedTransaction]] { batches(try here.receive(.credit(bytes), &a.replica, time)) }

        /// Uses up the peer's window but for some bytes: a request takes what its payload has.
        mutating func useUpWindow(butFor rest: Int) throws {
            try grant(ReplicationLimits.window)
            _ = here.ask("", Array(repeating: 0, count: ReplicationLimits.window - rest), time)
        }

        private func batches(_ effects: [SessionEffect]) -> [[LoggedTransaction]] {
            effects.compactMap { if case .send(.transactions(let batch)) = $0 { batch } else { nil } }
        }
    }

    private func pair() throws -> Pair { try Pair(TestDevice(1), TestDevice(2)) }

    @Test("it has, after it brought something itself")
    func taking() throws {
        var pair = try pair()
        #expect(try pair.isCaughtUp)
        try pair.b.perform(RowKey.widget(1).insert("of b"))
        _ = try pair.here.receive(.transactions(pair.b.log().suffix(1)), &pair.a.replica, pair.time)
        #expect(pair.a.isHere(.widget(1)))
        #expect(try pair.isCaughtUp)
    }

    @Test("it hasn't before it has said hello")
    func greeting() throws {
        let pair = try pair()
        let session = PeerSession(peer: pair.b.id, version: "1", time: pair.time)
        #expect(try !session.isCaughtUp(with: pair.a.replica))
    }

    @Test("it hasn't seen what another one brought, nor what is being written, before it is told")
    func others() throws {
        var pair = try pair()
        try pair.a.replica.perform(RowKey.widget(1).insert("of a"), now: pair.a.now)
        #expect(try !pair.isCaughtUp)
        try pair.a.replica.finish()
        #expect(try !pair.isCaughtUp)
        try pair.tellOfChange()
        #expect(try pair.isCaughtUp)
    }

    @Test("it hasn't while there is more to send than one step does, which others needn't wait for")
    func inSteps() throws {
        var pair = try pair()
        try pair.write(2_200)
        var steps: [[Int]] = []
        repeat {
            #expect(try !pair.isCaughtUp)
            steps.append(try pair.tellOfChange().map(\.count))
        } while pair.here.mayHaveMoreToSend
        #expect(steps == [[1_000], [1_000], [200]])
        #expect(try pair.isCaughtUp)
    }

    @Test("while the peer takes no more there is nothing to go on with, and then there is")
    func withoutCredit() throws {
        var pair = try pair()
        try pair.useUpWindow(butFor: 1)
        try pair.write(2_200)
        let first = try pair.tellOfChange()
        #expect(first.map(\.count) == [1_000])
        #expect(!pair.here.mayHaveMoreToSend)
        // As much as that overdrew: then there is room for one byte again.
        let second = try pair.grant(first.map { PeerMessage.transactions($0).cost }.reduce(0, +))
        #expect(second.map(\.count) == [1_000])
        #expect(!pair.here.mayHaveMoreToSend)
        try pair.grant(ReplicationLimits.window)
        #expect(try pair.isCaughtUp)
    }

    @Test("what comes while it is cut short doesn't make it send in the same step")
    func oneShare() throws {
        var pair = try pair()
        try pair.write(2_200)
        try pair.tellOfChange()
        let answers = try pair.here.receive(.ping(sentAt: pair.b.now), &pair.a.replica, pair.time)
        #expect(!answers.contains { if case .send(.transactions) = $0 { true } else { false } })
        #expect(pair.here.mayHaveMoreToSend)
    }

    @Test("it has no more to send once it has ended")
    func ended() throws {
        var pair = try pair()
        try pair.write(2_200)
        try pair.tellOfChange()
        #expect(pair.here.mayHaveMoreToSend)
        _ = pair.here.end("enough", pair.time)
        #expect(!pair.here.mayHaveMoreToSend)
    }

    @Test("it hasn't seen an owned row that the peer lacks")
    func owned() throws {
        var pair = try pair()
        try pair.a.replica.setOwned(.kinds, [1], [1])
        try pair.a.replica.finish()
        #expect(try !pair.isCaughtUp)
        try pair.tellOfChange()
        #expect(try pair.isCaughtUp)
    }

    @Test("it hasn't told of an origin that was closed meanwhile")
    func closed() throws {
        var (a, third) = (try TestDevice(1), try TestDevice(3))
        try third.perform(RowKey.widget(1).insert("of the third"))
        try a.takeAll(from: third)
        var pair = try Pair(a, TestDevice(2))
        let end = try pair.a.replica.storage.end()
        // After its last transaction: the log stays as it is.
        try pair.a.replica.close(third.replica.position.origin, after: third.sequence, now: pair.a.now)
        try pair.a.replica.finish()
        #expect(try end == pair.a.replica.storage.end())
        #expect(try !pair.isCaughtUp)
        try pair.tellOfChange()
        #expect(try pair.isCaughtUp)
    }

    @Test("what it wrote anew itself, as this clock was set right, it sends along")
    func restamped() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let right = a.now
        a.now = right + .hours(1)
        var link = TestLink(&a, &b)
        try link.deliver(&a, &b)
        try a.perform(RowKey.widget(1).insert("an hour ahead"))
        try link.wait(ReplicationLimits.acknowledgeInterval.count, times: 4, &a, &b)
        #expect(!b.isHere(.widget(1)))
        a.now = right
        var here = link.here
        let effects = try here.tick(&a.replica, SessionTime(wall: right, uptime: 10_000))
        #expect(a.replica.changes.reincarnation == .clockAhead)
        let isSent = effects.contains { if case .send(.transactions) = $0 { true } else { false } }
        #expect(try here.isCaughtUp(with: a.replica) == isSent)
    }

    @Test("it hasn't while the peer takes no more")
    func credit() throws {
        var pair = try pair()
        try pair.useUpWindow(butFor: 0)
        #expect(try !pair.isCaughtUp)
    }

    @Test("it hasn't while a snapshot is going out")
    func snapshot() throws {
        // A page a step.
        var pair = try Pair(TestDevice(1), TestDevice(2), sentPerStep: 1)
        _ = try pair.here.receive(.snapshotWanted(.start, vector: []), &pair.a.replica, pair.time)
        #expect(try !pair.isCaughtUp)
        while pair.here.mayHaveMoreToSend { try pair.tellOfChange() }
        #expect(try pair.isCaughtUp)
    }
}
