import ReplicationTestSupport
import WidgetCore
import WidgetReplication

/// Some machines, links and clocks, everything that goes wrong with them drawn from one seed. The rules and the sessions are the product's; disks, links and
/// time are simulated.
final class World {
    let seed: UInt64
    let bug: PlantedBug?
    let faults: Faults
    var random: SplitMix64
    /// True time, in milliseconds since 1970.
    var now: Int64 = World.beginning
    var devices: [SimulatedDevice] = []
    var links: [Int: SimulatedLink] = [:]
    var nextLink = 0
    /// Pairs of machines that don't reach each other.
    var apart: Set<Pair> = []
    /// Pairs of devices that were paired by a user.
    var paired: Set<Pair> = []
    var edits: [Edit] = []
    var editOf: [EditKey: Int] = [:]
    var rows: [RowKey] = []
    var written: [EditKey: ChainHash] = [:]
    /// The device that closed each origin first.
    private var closers: [Origin: DeviceID] = [:]
    var tally = Tally()
    var isResting = false
    /// Messages since something was last counted that changes a replica.
    var traffic = 0
    private let isTraced: Bool
    private(set) var trace: [String] = []

    static let beginning: Int64 = 1_790_000_000_000

    init(seed: UInt64, bug: PlantedBug?, isTraced: Bool) {
        (self.seed, self.bug, self.isTraced) = (seed, bug, isTraced)
        random = SplitMix64(seed: seed)
        faults = Faults(using: &random)
    }

    struct Pair: Hashable {
        let a: Int
        let b: Int
        init(_ a: Int, _ b: Int) { (self.a, self.b) = (min(a, b), max(a, b)) }
    }

    struct EditKey: Hashable {
        var origin: Origin
        var sequence: Int64
    }

    /// A third of the worlds send one message a step, so that anything may happen between two. Not where disks are copied: two machines that are one device
    /// outdo each other with every message,
    /// and are refused after a hundred lives.
    var sentPerStep: Int { seed % 3 == 0 && !faults.clones ? 1 : ReplicationLimits.sentPerStep }
    /// With few, some changes have no step on some links until something else happens there.
    var comparedOnEachSide: Int { seed % 2 == 0 ? 1 : ReplicationLimits.comparedOnEachSide }

    // MARK: Chance

    func chance(_ percent: Int) -> Bool { Int(random.next() % 100) < percent }

    func draw(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(random.next() % UInt64(range.upperBound - range.lowerBound + 1)) }

    func pick<T>(_ items: [T]) -> T? { items.isEmpty ? nil : items[Int(random.next() % UInt64(items.count))] }

    func note(_ line: @autoclosure () -> String) {
        guard isTraced else { return }
        trace.append("\(now - Self.beginning) ms: \(line())")
    }

    // MARK: Transactions

    func time(_ device: SimulatedDevice) -> SessionTime {
        let wall = now + device.clockError
        device.latestWall = max(device.latestWall, wall)
        return SessionTime(wall: Timestamp(milliseconds: wall), uptime: now - Self.beginning)
    }

    /// Runs a transaction of a device's store: it is kept whole or undone.
    func transact<T>(_ device: SimulatedDevice, _ body: (inout Replica<MemoryReplica>) throws -> T) throws -> (T, ReplicaChanges) {
        var storage = device.live
        storage.begin(writesLeft: faults.fullDisks && !isResting && chance(3) ? draw(0...6) : nil)
        var replica = Replica(storage, position: device.position, schema: device.schema, random: { [unowned self] in random.next() })
        do {
            let result = try body(&replica)
            try replica.finish()
            device.unsynced.append(device.live)
            device.live = replica.storage
            device.live.writesLeft = nil
            let life = device.position.origin
            device.position = replica.position
            for origin in device.position.origins.closed.keys where closers[origin] == nil { closers[origin] = device.id }
            if let reason = replica.changes.reincarnation {
                tally.reincarnations += 1
                note("\(device.name) begins a new life: \(reason)")
                let isEndedElsewhere = reason == .ended && tally.held > 0 && closers[life] != device.id
                guard reason == .clockAhead || tally.copies > 0 || isEndedElsewhere else {
                    throw Violation("\(device.name): \(reason), although no disk was ever put back or copied")
                }
            }
            try checkClock(device)
            return (result, replica.changes)
        } catch let full as MemoryReplica.Full {
            tally.fullDisks += 1
            note("\(device.name): the disk is full, the transaction is undone")
            if bug == .torn { device.live = replica.storage }
            throw full
        } catch let misuse as MemoryReplica.Misuse {
            throw Violation("\(device.name): \(misuse)")
        }
    }

    /// A step of a session, in a transaction; what tells what is durable waits until the disk has all of it, and whatever follows it on that link.
    func step(_ device: SimulatedDevice, _ link: Int, _ body: (inout PeerSession, inout Replica<MemoryReplica>) throws -> [SessionEffect]) throws {
        guard var session = device.sessions[link] else { return }
        let closed = device.position.origins.closed
        let (effects, changes): ([SessionEffect], ReplicaChanges)
        do {
            (effects, changes) = try transact(device) { try body(&session, &$0) }
        } catch is MemoryReplica.Full {
            return drop(link)
        }
        device.sessions[link] = session
        for case .note(let note) in effects { try hear(note, device) }
        if changes.hasOwn, tally.held > 0, device.position.origins.closed != closed { markRestamped(by: device) }
        if changes.mustBeDurable, bug != .ownVolatile { try release(device) }
        if effects.contains(where: \.waitsForDisk) || device.effects.contains(where: { $0.link == link }) || chance(25) {
            if !effects.isEmpty { device.effects.append((link, effects)) }
        } else {
            try perform([(link, effects)], device)
        }
        if bug == .ackVolatile { try perform(device) }
        // Few steps do that, and what they wrote must be there afterwards; at rest too, where clocks are set right.
        if changes.hasOwn, faults.crashes, chance(80) { return try crash(device) }
        if !changes.isNothing { try tellOthers(device, of: changes, but: link) }
        if session.mayHaveMoreToSend { device.sending.insert(link) }
    }

    /// Those that were cut short send on, each perhaps, and all where the world rests.
    func sendOn() throws {
        for device in awake {
            for link in device.sending.sorted() where isResting || chance(50) {
                device.sending.remove(link)
                let time = time(device)
                try step(device, link) { session, replica in try session.changed(&replica, time) }
            }
        }
    }

    /// Others learn of what a link brought, or a user did.
    /// - Parameter changes: nil: a user's, of which each link hears.
    func tellOthers(_ device: SimulatedDevice, of changes: ReplicaChanges? = nil, but link: Int?) throws {
        let revoked = device.live.rows[SharedSchema.revocation] != nil
        for other in device.links where other != link {
            if revoked, let session = device.sessions[other], device.live.isRevoked(session.peer) {
                drop(other)
                continue
            }
            if let authors = changes?.authors, !authors.isEmpty, let session = device.sessions[other] {
                let replica = Replica(device.live, position: device.position, schema: device.schema, random: { 0 })
                if authors.isSubset(of: session.unconcernedDevices(replica)) { continue }
            }
            let time = time(device)
            try step(device, other) { session, replica in try session.changed(&replica, time) }
        }
    }

    /// The disk has everything now, and what waited for that is done.
    func release(_ device: SimulatedDevice) throws {
        device.sync()
        try checkNumbers(device)
        try perform(device)
    }

    private func perform(_ device: SimulatedDevice) throws {
        let waiting = device.effects
        device.effects = []
        try perform(waiting, device)
    }

    private func perform(_ waiting: [(link: Int, effects: [SessionEffect])], _ device: SimulatedDevice) throws {
        for (link, effects) in waiting {
            for effect in effects {
                switch effect {
                case .send(let message):
                    try checkIsDurable(message, device)
                    enqueue(message, link, from: device)
                case .close(let end): try ended(end, link, device)
                case .note, .perform, .answered: break
                }
            }
        }
    }

    private func enqueue(_ message: PeerMessage, _ id: Int, from device: SimulatedDevice) {
        guard let link = links[id], !link.isBroken, let message = bug.map({ spoil(message, for: $0) }) ?? message else { return }
        note("  \(device.name) sends over link \(id): \(brief(message))")
        if links[id]?.ends.0 == device.machine { links[id]?.queues.0.append(message) } else { links[id]?.queues.1.append(message) }
    }

    private func ended(_ end: SessionEnd, _ link: Int, _ device: SimulatedDevice) throws {
        note("\(device.name) ends link \(link): \(end)")
        switch end {
        // Two machines that are one device outdo each other until they are refused for a day; what the daemon does against that, it rests between lives, isn't
        // the session's.
        case .refused(.forbidden(let what)) where faults.clones && what.contains("lives of one device in a day"): break
        case .refused(.malformed(let what)), .refused(.forbidden(let what)): throw Violation("\(device.name) refused what nobody made up: \(what)")
        case .incompatible(let what): throw Violation(what)
        case .bye, .itself, .silent, .refused(.gap), .refused(.brokenChain): break
        }
        drop(link)
    }

    private func hear(_ sessionNote: SessionNote, _ device: SimulatedDevice) throws {
        note("\(device.name): \(sessionNote)")
        switch sessionNote {
        case .live: break
        case .fork: tally.forks += 1
        case .held: tally.held += 1
        case .divergence:
            tally.repairs += 1
            guard tally.copies > 0 else { throw Violation("\(device.name): equal vectors and different content, although no disk was ever put back or copied") }
        case .snapshotBegan:
            tally.snapshots += 1
            device.isPartial = true
            guard tally.copies + tally.joins + tally.evictions > 0 else {
                throw Violation("\(device.name) fell below a log's floor, although nobody was away, new or put back")
            }
        case .snapshotEnded: device.isPartial = false
        }
    }

    /// A link is gone, with all that was on its way.
    func drop(_ id: Int) {
        guard let link = links.removeValue(forKey: id) else { return }
        for machine in [link.ends.0, link.ends.1] { dropSession(devices[machine], id) }
    }

    func dropSession(_ device: SimulatedDevice, _ id: Int) {
        guard let session = device.sessions.removeValue(forKey: id) else { return }
        device.resume[session.peer] = session.resume
        tellLinks(device)
    }
}

extension ReplicaChanges {
    var isNothing: Bool { rows.isEmpty && owned.isEmpty && !hasLogged && reincarnation == nil }
}

/// The events of a run.
struct Tally: Sendable {
    var edits = 0, messages = 0, crashes = 0, restores = 0, clones = 0, joins = 0, evictions = 0, revocations = 0, upgrades = 0, jumps = 0, reincarnations = 0,
        forks = 0
    var held = 0, restamps = 0, snapshots = 0, repairs = 0, collected = 0, fullDisks = 0, duplicates = 0, refused = 0

    /// Disks that were put back or copied.
    var copies: Int { restores + clones }

    static func += (a: inout Tally, b: Tally) {
        a.edits += b.edits
        a.messages += b.messages
        a.crashes += b.crashes
        a.restores += b.restores
        a.clones += b.clones
        a.joins += b.joins
        a.evictions += b.evictions
        a.revocations += b.revocations
        a.upgrades += b.upgrades
        a.jumps += b.jumps
        a.reincarnations += b.reincarnations
        a.forks += b.forks
        a.held += b.held
        a.restamps += b.restamps
        a.snapshots += b.snapshots
        a.repairs += b.repairs
        a.collected += b.collected
        a.fullDisks += b.fullDisks
        a.duplicates += b.duplicates
        a.refused += b.refused
    }
}

/// The faults of a run: many runs have few, so that one fault doesn't excuse another.
struct Faults {
    let restores, clones, crashes, jumps, years, collects, joins, evicts, revokes, upgrades, fullDisks, noise: Bool
    /// One user's machine writes, others only sync, and seldom.
    let isLazy: Bool
    /// Milliseconds.
    let skew: Int64
    let machines: Int
    /// Devices say with whom they are linked, and ask each other what third ones have.
    let tellsLinks, relays: Bool

    init(using random: inout SplitMix64) {
        func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }
        restores = chance(35)
        clones = chance(15)
        crashes = chance(60)
        jumps = chance(30)
        years = chance(40)
        collects = chance(70)
        joins = chance(20)
        evicts = chance(15)
        revokes = chance(10)
        upgrades = chance(30)
        fullDisks = chance(20)
        noise = chance(30)
        isLazy = chance(35)
        skew = [0, 0, 2_000, 120_000][Int(random.next() % 4)]
        machines = [2, 2, 3, 3, 4, 5][Int(random.next() % 6)]
        tellsLinks = chance(75)
        relays = chance(60)
    }
}
