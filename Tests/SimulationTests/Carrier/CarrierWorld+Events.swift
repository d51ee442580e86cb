import ReplicationTestSupport
import WidgetCore
import WidgetReplication

extension CarrierWorld {
    /// A whole run: faults, then peace, then what must be true.
    static func run(seed: UInt64, bug: CarrierBug? = nil) throws -> CarrierTally {
        let world = CarrierWorld(seed: seed, bug: bug, isTraced: false)
        try world.live()
        return world.tally
    }

    func live() throws {
        for _ in 0..<faults.hubs { try add() }
        for _ in 0..<150 { try happen() }
        try rest()
        try checkEnd()
    }

    private func happen() throws {
        now += [0, 0, 3, 20, 400, 3_000][draw(0...5)]
        guard let hub = pick(awake) else { return }
        switch draw(0...99) {
        case 0..<24: try edit(hub)
        case 24..<29: try own(hub)
        case 29..<66: for _ in 0..<draw(1...10) { try go(pick(awake) ?? hub) }
        case 66..<70: hub.store.sync()
        case 70..<74: if faults.crashes { try crash(hub) }
        case 74..<76: crashEngine()
        case 76..<79: engineBackups.append(engineDisk)
        case 79..<83: if faults.putsBack { putBack() }
        case 83: if faults.empties { empty() }
        case 84..<87: hub.store.backups.append(hub.store.disk)
        case 87..<89: if faults.restores { try restore(pick(awake.filter { !$0.store.backups.isEmpty }) ?? hub) }
        case 89..<94: if faults.collects { try collect(hub) }
        case 94: if faults.trims { trim(hub) }
        case 95..<97: if faults.links, let other = pick(awake) { try link(hub, other) }
        default: try turn(hub)
        }
    }

    /// One thing happens between a hub and the engine.
    func go(_ hub: SimulatedHub) throws {
        guard hub.isOn else { return }
        if hub.request != nil { return try perform(hub) }
        if hub.isResting { hub.session.hearNews() }
        try step(hub)
    }

    // MARK: People

    func add() throws {
        let id = World.id(hubs.count)
        let wall = Timestamp(milliseconds: now)
        var replica = try Replica.create(in: MemoryReplica(), device: id, now: wall, schema: SimulatedSchema.older, random: { [unowned self] in random.next() })
        // It was paired with the others.
        for id in (0..<max(faults.hubs, hubs.count + 1)).map(World.id) {
            let cells = [Cell(column: 1, .blob(id.bytes)), Cell(column: 2, .text("d")), Cell(column: 4, .integer(wall.milliseconds))]
            try replica.perform(RowOperation(SimulatedDevice.row(of: id), .insert(cells)), now: wall)
        }
        try replica.finish()
        hubs.append(
            SimulatedHub(
                SimulatedDevice(
                    machine: hubs.count, id: id, storage: replica.storage, position: replica.position, schema: SimulatedSchema.older,
                    clockError: Int64(draw(0...4_000)) - 2_000)))
    }

    private func edit(_ hub: SimulatedHub) throws {
        let number = edits.count
        var operations: [RowOperation] = []
        for _ in 0..<draw(1...2) {
            let kind = draw(0...99)
            let used = operations.map(\.row)
            if kind < 30 || rows.isEmpty {
                let row = RowKey(table: SharedSchema.widget, id: RowID(high: UInt64(rows.count + 1), low: seed))
                rows.append(row)
                operations.append(RowOperation(row, .insert(cells(number) { _ in true })))
            } else if let row = pick(rows.filter({ hub.store.live.rows[$0.table]?[$0.id] != nil && !used.contains($0) })) {
                let mask = draw(1...7)
                operations.append(RowOperation(row, kind < 88 ? .update(cells(number) { mask >> ($0 - 1) & 1 == 1 }) : .delete))
            }
        }
        guard !operations.isEmpty else { return }
        let wall = time(hub).wall
        do {
            try transact(hub) { replica in for operation in operations { try replica.perform(operation, now: wall) } }
        } catch let error as WidgetError where error.code == .failedPrecondition {
            // A clock that is some seconds ahead wrote what a snapshot brought.
            guard tally.snapshots > 0 else { throw Violation("an edit was refused: \(error)") }
            return
        }
        let state = hub.store.position.origins[hub.store.position.own]
        let changes = operations.map { operation -> (RowKey, Edit.Change) in
            switch operation.change {
            case .insert(let cells): (operation.row, .insert(cells.map(\.column)))
            case .update(let cells): (operation.row, .update(cells.map(\.column)))
            case .delete: (operation.row, .delete)
            }
        }
        edits.append(
            Edit(
                machine: hub.store.machine, origin: state.origin, sequence: state.sequence, hash: state.top, clock: hub.store.position.clock.last,
                changes: changes, causes: [:]))
        tally.edits += 1
        note("\(hub.store.name) edits \(number): \(changes.map { "\($0.0.id.high) \($0.1)" })")
        hub.store.sync()
    }

    private func cells(_ edit: Int, _ isChosen: (Int) -> Bool) -> [Cell] {
        let columns = SimulatedSchema.older.table(SharedSchema.widget)?.columns ?? []
        return columns.indices.filter { isChosen($0 + 1) }.map { Cell(column: $0 + 1, SimulatedSchema.value(edit, columns[$0])) }
    }

    private func own(_ hub: SimulatedHub) throws {
        let set = [OwnedSet.kinds, .timelines, .intents][draw(0...2)]
        let value: [UInt8]? = chance(25) ? nil : [UInt8(truncatingIfNeeded: random.next())]
        try transact(hub) { try $0.setOwned(set, [UInt8(draw(0...4))], value) }
        hub.store.sync()
    }

    // MARK: Faults of hubs

    func crash(_ hub: SimulatedHub) throws {
        tally.crashes += 1
        let states = hub.store.unsynced + [hub.store.live]
        let kept = draw(0...states.count - 1)
        note("\(hub.store.name) crashes and loses \(states.count - 1 - kept) of \(states.count - 1) transactions")
        try start(hub, with: states[kept])
    }

    private func start(_ hub: SimulatedHub, with storage: MemoryReplica) throws {
        hub.store.live = storage
        hub.store.sync()
        hub.store.position = try storage.position()
        hub.session = CarrierSession()
        (hub.request, hub.answer) = (nil, nil)
    }

    private func restore(_ hub: SimulatedHub) throws {
        guard let backup = pick(hub.store.backups) else { return }
        tally.restores += 1
        note("\(hub.store.name) is restored from a backup")
        try start(hub, with: backup)
        markLost()
    }

    private func turn(_ hub: SimulatedHub) throws {
        if let off = hubs.first(where: { !$0.isOn }) {
            off.isOn = true
        } else if awake.count > 1 {
            try start(hub, with: hub.store.live)
            hub.isOn = false
        }
    }

    private func collect(_ hub: SimulatedHub) throws {
        let heads = hub.session.heads
        let tail = bug == .cutWithoutTail ? 0 : faults.tail
        let (count, _) = try transact(hub) { try $0.collect(inEngine: heads, tail: tail, before: Timestamp(milliseconds: .max)) }
        tally.collected += Int(count)
        if count > 0 { note("\(hub.store.name) cuts \(count) from its log") }
    }

    private func trim(_ hub: SimulatedHub) {
        tally.trims += 1
        note("\(hub.store.name) is to trim the engine")
        hub.session.trim(keeping: Int64(draw(0...3)))
    }

    /// Two hubs meet over a link of their own, which breaks at some time.
    private func link(_ a: SimulatedHub, _ b: SimulatedHub) throws {
        guard a !== b, try a.store.live.isKnown(b.store.id), try b.store.live.isKnown(a.store.id) else { return }
        tally.links += 1
        note("\(a.store.name) and \(b.store.name) are linked")
        var ends = [(a, PeerSession(peer: b.store.id, version: "1", time: time(a))), (b, PeerSession(peer: a.store.id, version: "1", time: time(b)))]
        var queues: [[PeerMessage]] = [[], []]
        func step(_ end: Int, _ body: (inout PeerSession, inout Replica<MemoryReplica>, SessionTime) throws -> [SessionEffect]) throws {
            let (hub, time) = (ends[end].0, time(ends[end].0))
            var session = ends[end].1
            let (effects, _) = try transact(hub) { try body(&session, &$0, time) }
            ends[end].1 = session
            hub.store.sync()
            for case .send(let message) in effects { queues[1 - end].append(message) }
        }
        for end in 0...1 { try step(end) { session, replica, time in session.open(&replica, time) } }
        for _ in 0..<draw(1...30) {
            for end in 0...1 where !queues[end].isEmpty {
                let message = queues[end].removeFirst()
                if case .snapshot = message { tally.snapshots += 1 }
                try step(end) { session, replica, time in try session.receive(message, &replica, time) }
            }
        }
    }

    // MARK: Faults of the engine

    private func crashEngine() {
        tally.engineCrashes += 1
        note("the engine crashes")
        engine = engineDisk
        for hub in hubs {
            guard hub.request != nil || hub.answer != nil else { continue }
            (hub.request, hub.answer) = (nil, nil)
            hub.session.lose()
        }
    }

    private func replace(_ state: MemoryCarrier) {
        engine = state
        engineDisk = state
        markLost()
    }

    /// The engine is put back to an older state. The hubs don't hear of it.
    private func putBack() {
        let near = engineBackups.filter { backup in highest.allSatisfy { $0.value - (backup.heads[$0.key]?.sequence ?? 0) <= faults.tail } }
        guard let backup = pick(faults.putsBackFar ? engineBackups : near) else { return }
        tally.putBack += 1
        note("the engine is put back to \(backup.log.count) transactions from \(engine.log.count)")
        replace(backup)
    }

    private func empty() {
        tally.emptied += 1
        note("the engine is emptied")
        var empty = MemoryCarrier(mark: random.next(), now: Timestamp(milliseconds: now))
        empty.bug = bug
        replace(empty)
    }

    // MARK: Planted bugs

    /// The request that a planted bug makes of a hub's.
    func misread(_ request: CarrierRequest) -> CarrierRequest {
        switch (bug, request) {
        case (.uploadBeforeRead, .publish(let publication, _)):
            guard case .state(let state)? = try? engine.perform(.meet([:])) else { return request }
            return .publish(publication, end: state.end)
        default: return request
        }
    }

    /// The answer that a planted bug makes of the engine's.
    func misread(_ answer: CarrierAnswer, for request: CarrierRequest, by hub: SimulatedHub) -> CarrierAnswer {
        switch (bug, request, answer) {
        case (.adoptOneSide, .meet, .state(var state)):
            // As if a snapshot had what stands in the engine behind the ends that this hub knows.
            let closed = hub.store.position.origins.closed
            for index in state.summary.origins.indices where closed[state.summary.origins[index].origin] != nil {
                state.summary.origins[index].floor = state.summary.origins[index].sequence
            }
            return .state(state)
        case (.uploadBeforeRead, .read(_, _, let seen), .items): return .items([], through: seen, isLast: true)
        default: return answer
        }
    }

    /// A hub that has lost nothing of its log never uploads a snapshot.
    func checkNeed(_ request: CarrierRequest, _ hub: SimulatedHub) throws {
        guard case .publish = request, faults.keepsLogs else { return }
        throw Violation("\(hub.store.name) fills the engine by a snapshot, although no more was lost than the tail of each log")
    }
}
