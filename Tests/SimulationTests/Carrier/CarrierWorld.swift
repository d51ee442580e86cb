import ReplicationTestSupport
import WidgetCore
import WidgetReplication

/// Some hubs and one engine, everything that goes wrong with them drawn from one seed. The rules and the sessions are the product's; disks, the engine and time
/// are simulated.
final class CarrierWorld {
    let seed: UInt64
    let bug: CarrierBug?
    let faults: CarrierFaults
    var random: SplitMix64
    /// True time, in milliseconds since 1970.
    var now: Int64 = World.beginning
    var hubs: [SimulatedHub] = []
    var engine: MemoryCarrier
    /// The engine's disk, which a crash leaves. It differs from the engine only with a planted bug.
    var engineDisk: MemoryCarrier
    var engineBackups: [MemoryCarrier] = []
    /// The highest number of each origin that any state of the engine had.
    var highest: [Origin: Int64] = [:]
    var edits: [Edit] = []
    var rows: [RowKey] = []
    var tally = CarrierTally()
    var isResting = false
    /// Writes to the engine.
    var writes = 0
    private let isTraced: Bool
    private(set) var trace: [String] = []

    init(seed: UInt64, bug: CarrierBug?, isTraced: Bool) {
        (self.seed, self.bug, self.isTraced) = (seed, bug, isTraced)
        random = SplitMix64(seed: seed)
        faults = CarrierFaults(using: &random)
        engine = MemoryCarrier(mark: random.next(), now: Timestamp(milliseconds: World.beginning))
        engine.bug = bug
        engineDisk = engine
    }

    // MARK: Chance

    func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

    func draw(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(random.next() % UInt64(range.upperBound - range.lowerBound + 1)) }

    func pick<T>(_ items: [T]) -> T? { items.isEmpty ? nil : items[Int(random.next() % UInt64(items.count))] }

    func note(_ line: @autoclosure () -> String) {
        guard isTraced else { return }
        trace.append("\(now - World.beginning) ms: \(line())")
    }

    var awake: [SimulatedHub] { hubs.filter(\.isOn) }

    // MARK: Transactions

    func time(_ hub: SimulatedHub) -> SessionTime {
        SessionTime(wall: Timestamp(milliseconds: now + hub.store.clockError), uptime: now - World.beginning)
    }

    /// Runs a transaction of a hub's store.
    @discardableResult
    func transact<T>(_ hub: SimulatedHub, _ body: (inout Replica<MemoryReplica>) throws -> T) throws -> (T, ReplicaChanges) {
        let store = hub.store
        var storage = store.live
        storage.begin(writesLeft: nil)
        var replica = Replica(storage, position: store.position, schema: store.schema, random: { [unowned self] in random.next() })
        do {
            let result = try body(&replica)
            try replica.finish()
            store.unsynced.append(store.live)
            store.live = replica.storage
            store.position = replica.position
            if let reason = replica.changes.reincarnation {
                tally.reincarnations += 1
                note("\(store.name) begins a new life: \(reason)")
                guard tally.restores > 0 else { throw Violation("\(store.name): \(reason), although no disk was ever put back") }
            }
            return (result, replica.changes)
        } catch let misuse as MemoryReplica.Misuse {
            throw Violation("\(store.name): \(misuse)")
        } catch let fault as ReplicationFault {
            throw Violation("\(store.name) refused what nobody made up: \(fault)")
        }
    }

    /// The hub's session goes on: it takes the answer that came, and asks for something.
    func step(_ hub: SimulatedHub) throws {
        guard hub.request == nil else { return }
        var session = hub.session
        let (answer, time) = (hub.answer, time(hub))
        hub.answer = nil
        let (request, changes) = try transact(hub) { try session.step(answer, &$0, time) }
        hub.session = session
        for note in hub.session.takeNotes() { try hear(note, hub) }
        if changes.mustBeDurable {
            hub.store.sync()
            if faults.crashes, !isResting, chance(30) { return try crash(hub) }
        }
        hub.request = request
        if let request { note("\(hub.store.name) asks: \(brief(request))") }
    }

    private func hear(_ sessionNote: SessionNote, _ hub: SimulatedHub) throws {
        note("\(hub.store.name): \(sessionNote)")
        switch sessionNote {
        case .fork:
            tally.forks += 1
            guard tally.restores > 0 else { throw Violation("\(hub.store.name) found a fork, although no disk was ever put back") }
        case .snapshotEnded: tally.snapshots += 1
        case .held: tally.held += 1
        case .live, .snapshotBegan, .divergence: break
        }
    }

    /// The engine does what the hub asks for. The answer may be lost.
    func perform(_ hub: SimulatedHub) throws {
        guard let request = hub.request else { return }
        hub.request = nil
        engine.now = Timestamp(milliseconds: now)
        if faults.lostAnswers, !isResting, chance(4) {
            tally.lost += 1
            note("a request of \(hub.store.name) is lost")
            return hub.session.lose()
        }
        try checkNeed(request, hub)
        let answer = try engine.perform(misread(request), mark: random.next())
        if case .done(let before, let after) = answer, before != after {
            writes += 1
            if case .publish = request { tally.published += 1 }
        }
        if bug == .appendBeforeCommit, case .append = request, !chance(20) {} else { engineDisk = engine }
        for head in engine.heads.values { highest[head.origin] = max(highest[head.origin] ?? 0, head.sequence) }
        if faults.lostAnswers, !isResting, chance(4) {
            tally.lost += 1
            note("the answer for \(hub.store.name) is lost")
            return hub.session.lose()
        }
        note("  \(brief(answer))")
        hub.answer = misread(answer, for: request, by: hub)
    }
}

/// A hub: a store, and a session with the engine.
final class SimulatedHub {
    let store: SimulatedDevice
    var session = CarrierSession()
    /// On its way to the engine.
    var request: CarrierRequest?
    /// On its way back.
    var answer: CarrierAnswer?
    var isOn = true

    init(_ store: SimulatedDevice) { self.store = store }

    var isResting: Bool { request == nil && answer == nil && session.isResting }
}

/// The faults of a run: many runs have few, so that one fault doesn't excuse another.
struct CarrierFaults {
    let restores, crashes, lostAnswers, putsBack, putsBackFar, empties, collects, trims, links: Bool
    let hubs: Int
    /// How many transactions of each origin stay in a hub's log.
    let tail: Int64

    init(using random: inout SplitMix64) {
        func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }
        restores = chance(40)
        crashes = chance(60)
        lostAnswers = chance(60)
        putsBack = chance(60)
        putsBackFar = chance(60)
        empties = chance(35)
        collects = chance(70)
        trims = chance(50)
        links = chance(35)
        hubs = [2, 2, 3, 3, 4][Int(random.next() % 5)]
        tail = [2, 4, 8][Int(random.next() % 3)]
    }

    /// Whether the hubs' logs always have what the engine lost.
    var keepsLogs: Bool { !restores && !empties && !putsBackFar && !trims && !links }
}

/// The events of a run.
struct CarrierTally: Sendable {
    var edits = 0, uncertain = 0, crashes = 0, engineCrashes = 0, restores = 0, putBack = 0, emptied = 0, lost = 0, collected = 0, trims = 0, published = 0
    var snapshots = 0, forks = 0, reincarnations = 0, held = 0, links = 0

    static func += (a: inout CarrierTally, b: CarrierTally) {
        a.edits += b.edits
        a.uncertain += b.uncertain
        a.crashes += b.crashes
        a.engineCrashes += b.engineCrashes
        a.restores += b.restores
        a.putBack += b.putBack
        a.emptied += b.emptied
        a.lost += b.lost
        a.collected += b.collected
        a.trims += b.trims
        a.published += b.published
        a.snapshots += b.snapshots
        a.forks += b.forks
        a.reincarnations += b.reincarnations
        a.held += b.held
        a.links += b.links
    }
}
