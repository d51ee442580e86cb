import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

/// Devices that know each other only through an engine.
struct CarrierSessionTests {
    private struct Engine {
        var carrier: MemoryCarrier
        var sessions: [DeviceID: CarrierSession] = [:]

        /// Lets a device's session go on until it rests.
        mutating func exchange(_ device: inout TestDevice, uptime: Int64 = 0) throws {
            var session = sessions[device.id] ?? CarrierSession()
            session.hearNews()
            let time = SessionTime(wall: device.now, uptime: uptime)
            var request = try session.step(nil, &device.replica, time)
            while let current = request { request = try session.step(try carrier.perform(current), &device.replica, time) }
            try device.replica.finish()
            sessions[device.id] = session
        }

        /// Lets two devices' sessions go on until both have everything.
        mutating func exchange(_ a: inout TestDevice, _ b: inout TestDevice) throws {
            for _ in 0..<3 {
                try exchange(&a)
                try exchange(&b)
            }
        }
    }

    private static func make() throws -> (engine: Engine, a: TestDevice, b: TestDevice) {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let log = try a.log()
        try a.takeAll(from: b)
        try b.take(log, from: a)
        return (Engine(carrier: MemoryCarrier(mark: 1, now: a.now)), a, b)
    }

    @Test func devicesThatWereNotPairedDontBecomeOneSet() throws {
        var (engine, a, _) = try Self.make()
        var stranger = try TestDevice(3)
        try engine.exchange(&a)
        #expect(throws: ReplicationFault.self) { try engine.exchange(&stranger) }
        #expect(engine.carrier.summary.digest == a.replica.summary().digest)
        #expect(stranger.replica.position.origins.all.count == 1)
    }

    @Test func aChangeThatCantBeTakenDoesntKeepADeviceFromGiving() throws {
        var (engine, a, b) = try Self.make()
        try engine.exchange(&a, &b)
        // Another program writes a transaction that nobody can read.
        let head = try #require(engine.carrier.summary.origins.first { $0.origin.device == a.id })
        let hash = head.top.next(head.origin, sequence: head.sequence + 1, clock: head.clock, frame: [255, 255])
        let bad = LoggedTransaction(origin: head.origin, sequence: head.sequence + 1, clock: head.clock, hash: hash, frame: [255, 255])
        guard case .state(let state) = try engine.carrier.perform(.meet([:])),
            case .done = try engine.carrier.perform(.append([bad], closing: [], previous: [head.origin: head.top], seen: state.end))
        else { throw WidgetError(.internal, "it wasn't written") }
        try b.perform(RowKey.widget(1).insert("mine"))
        try engine.exchange(&b)
        let lag = try #require(engine.sessions[b.id]).lag(b.replica)
        #expect(lag.waits?.contains("can't be taken") == true)
        #expect(lag.ahead == 0)
        #expect(engine.carrier.log.contains { $0.transaction.origin.device == b.id && $0.transaction.sequence == b.sequence })
    }

    @Test func anEditReachesAnotherDevice() throws {
        var (engine, a, b) = try Self.make()
        try a.perform(RowKey.widget(1).insert("mine"))
        try engine.exchange(&a, &b)
        #expect(b.name(.widget(1)) == "mine")
        #expect(a.replica.summary() == b.replica.summary())
        #expect(engine.carrier.summary.digest == a.replica.summary().digest)
    }

    @Test func aSessionThatHasEverythingAsksForNothing() throws {
        var (engine, a, b) = try Self.make()
        try engine.exchange(&a, &b)
        var session = try #require(engine.sessions[a.id])
        #expect(try session.step(nil, &a.replica, SessionTime(wall: a.now, uptime: 0)) == nil)
        #expect(session.isResting)
        #expect(session.lag(a.replica).ahead == 0)
        #expect(session.lag(a.replica).logged == 2)
    }

    @Test func anEngineRefusesWhatIsFromTheFutureByItsClockAndTheDeviceStampsItAnew() throws {
        var (engine, a, b) = try Self.make()
        try engine.exchange(&a, &b)
        let clock = a.now
        a.now = clock + .hours(48)
        try a.perform(RowKey.widget(1).insert("early"))
        // The clock is set right before the device reaches the engine.
        a.now = clock
        try engine.exchange(&a, &b)
        #expect(b.name(.widget(1)) == "early")
        #expect(b.replica.position.clock.last.date <= clock + ReplicationLimits.clockAhead)
    }

    @Test func aDeviceWhoseClockIsAheadOfTheEnginesWaitsAndSaysSo() throws {
        var (engine, a, b) = try Self.make()
        try engine.exchange(&a, &b)
        a.now = a.now + .hours(1)
        try a.perform(RowKey.widget(1).insert("early"))
        try engine.exchange(&a)
        let session = try #require(engine.sessions[a.id])
        #expect(session.lag(a.replica).isRefused)
        #expect(session.nextStep(SessionTime(wall: a.now, uptime: 0)) == CarrierLimits.refusal.count)
        engine.carrier.now = a.now
        try engine.exchange(&a, uptime: CarrierLimits.refusal.count)
        b.now = a.now
        try engine.exchange(&b)
        #expect(b.name(.widget(1)) == "early")
    }

    @Test func aDeviceWhoseClockIsBehindHoldsWhatIsFromTheFutureForIt() throws {
        var (engine, a, b) = try Self.make()
        try engine.exchange(&a, &b)
        let clock = b.now
        a.now = clock + .hours(1)
        engine.carrier.now = a.now
        try a.perform(RowKey.widget(1).insert("later"))
        try engine.exchange(&a)
        try engine.exchange(&b)
        let lag = try #require(engine.sessions[b.id]).lag(b.replica)
        #expect(lag.heldUntil == a.now + Milliseconds(-ReplicationLimits.clockAhead.count))
        #expect(!b.isHere(.widget(1)))
        b.now = a.now
        try engine.exchange(&b)
        #expect(b.name(.widget(1)) == "later")
    }

    @Test func anEngineThatWasEmptiedIsFilledAgain() throws {
        var (engine, a, b) = try Self.make()
        try a.perform(RowKey.widget(1).insert("mine"))
        try engine.exchange(&a, &b)
        engine.carrier = MemoryCarrier(mark: 2, now: a.now)
        try engine.exchange(&a, &b)
        let summary = engine.carrier.summary
        #expect(summary.digest == b.replica.summary().digest)
        #expect(!engine.carrier.hasSnapshot)
    }

    @Test func aLogThatWasCutIsReplacedByASnapshot() throws {
        var (engine, a, b) = try Self.make()
        try a.perform(RowKey.widget(1).insert("mine"))
        try engine.exchange(&a, &b)
        try a.replica.collect(inEngine: engine.carrier.summary.origins, tail: 0, before: a.now + .hours(1))
        engine.carrier = MemoryCarrier(mark: 2, now: a.now)
        try engine.exchange(&a)
        let hasSnapshot = engine.carrier.hasSnapshot
        #expect(hasSnapshot)
        // It was paired with the first.
        var c = try TestDevice(3)
        try c.perform(RowOperation(RowKey(table: SharedSchema.device, id: RowID(a.id)), .insert([Cell(column: 1, .blob(a.id.bytes))])))
        try engine.exchange(&c)
        #expect(c.name(.widget(1)) == "mine")
    }

    @Test func theTailOfALogFillsAnEngineThatWasPutBack() throws {
        var (engine, a, b) = try Self.make()
        try engine.exchange(&a, &b)
        let backup = engine.carrier
        for number: UInt64 in 1...5 { try a.perform(RowKey.widget(number).insert("\(number)")) }
        try engine.exchange(&a)
        try a.replica.collect(inEngine: engine.carrier.summary.origins, tail: 5, before: a.now + .hours(1))
        engine.carrier = backup
        try engine.exchange(&a)
        let (hasSnapshot, summary) = (engine.carrier.hasSnapshot, engine.carrier.summary)
        #expect(!hasSnapshot)
        #expect(summary.origins == a.replica.summary().origins.map { OriginState(origin: $0.origin, sequence: $0.sequence, top: $0.top, clock: $0.clock) })
    }

    @Test func youngTransactionsStayInTheLog() throws {
        var (engine, a, _) = try Self.make()
        for number: UInt64 in 1...5 { try a.perform(RowKey.widget(number).insert("\(number)")) }
        try engine.exchange(&a)
        let cut = try a.replica.collect(inEngine: engine.carrier.summary.origins, tail: 0, before: a.now + Milliseconds(-CarrierLimits.age.count))
        #expect(cut == 0)
        #expect(try a.log().count == 7)
    }

    @Test func whoClosesAForkAdoptsWhatStandsInTheEngine() throws {
        var (engine, a, b) = try Self.make()
        try a.perform(RowKey.widget(1).insert("first"))
        try engine.exchange(&a, &b)
        // The store is put back, and edited before it reaches the engine. Nobody else has the first edit.
        let backup = a
        try a.perform(RowKey.widget(2).insert("only in the engine"))
        try engine.exchange(&a)
        a = backup
        engine.sessions[a.id] = nil
        a.now = a.now + .milliseconds(1_000)
        try a.perform(RowKey.widget(3).insert("after the backup"))
        try engine.exchange(&a, &b)
        #expect(b.name(.widget(2)) == "only in the engine")
        #expect(a.name(.widget(2)) == "only in the engine")
        #expect(b.name(.widget(3)) == "after the backup")
        #expect(a.replica.summary().digest == b.replica.summary().digest)
    }

    @Test func anEngineCantForgeATransaction() throws {
        var (engine, a, b) = try Self.make()
        try a.perform(RowKey.widget(1).insert("mine"))
        try engine.exchange(&a)
        var session = CarrierSession()
        var request = try session.step(nil, &b.replica, SessionTime(wall: b.now, uptime: 0))
        #expect(throws: ReplicationFault.self) {
            while let current = request {
                var answer = try engine.carrier.perform(current)
                if case .items(var items, let end, let isLast) = answer {
                    for index in items.indices {
                        if case .transaction(var transaction) = items[index], transaction.sequence == 2 {
                            transaction.frame[transaction.frame.count - 1] ^= 1
                            items[index] = .transaction(transaction)
                        }
                    }
                    answer = .items(items, through: end, isLast: isLast)
                }
                request = try session.step(answer, &b.replica, SessionTime(wall: b.now, uptime: 0))
            }
        }
        #expect(!b.isHere(.widget(1)))
    }
}
