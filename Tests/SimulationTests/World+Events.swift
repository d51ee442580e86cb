import ReplicationTestSupport
import WidgetCore
import WidgetReplication

extension World {
    var awake: [SimulatedDevice] { devices.filter(\.isOn) }

    /// One thing happens somewhere.
    func happen() throws {
        advance()
        guard let device = pick(awake) else { return }
        switch draw(0...99) {
        case 0..<22: try edit(faults.isLazy && chance(80) ? awake[0] : device)
        case 22..<26: try own(device)
        case 26..<58: try deliverSome(draw(1...8))
        case 58..<66: try meet(device)
        case 66..<69: if let id = pick(links.keys.sorted()) { breakLink(id) }
        case 69..<75: if let id = pick(device.links) { try tick(device, id) }
        case 75..<83: if !faults.isLazy || chance(25) { try release(device) }
        case 83..<87: if faults.crashes { try crash(device) }
        case 87: apart.insert(Pair(device.machine, draw(0...devices.count - 1)))
        case 88: apart = []
        case 89: mute()
        case 90: if faults.collects { try collect(device) }
        case 91:
            if faults.relays { try relayAcknowledgements(device) }
            if faults.collects { try collect(device) }
        case 92..<94: device.backups.append(device.disk)
        case 94: if faults.restores { try restore(pick(awake.filter { !$0.backups.isEmpty }) ?? device) } else { try deliverSome(4) }
        case 95: if faults.jumps { jump(device) }
        case 96: try rare(device)
        case 97: if faults.evicts { try evict(device) }
        case 98: if faults.upgrades, chance(50) { try upgrade(device) }
        default: try turn()
        }
        try sendOn()
        if chance(6) { try check(device) }
    }

    private func rare(_ device: SimulatedDevice) throws {
        switch draw(0...2) {
        case 0: if faults.joins, devices.count < 6 { try join(with: device) }
        case 1: if faults.clones, devices.count < 6 { try clone(device) }
        default: if faults.revokes, tally.revocations == 0, awake.count > 2 { try revoke(by: device) }
        }
    }

    private func advance() {
        switch draw(0...99) {
        case 0..<30: break
        case 30..<85: now += Int64(draw(1...2_000))
        case 85..<98: now += Int64(draw(1...30_000))
        default: now += Int64(draw(1...36_000_000))
        }
    }

    // MARK: People

    func edit(_ device: SimulatedDevice) throws {
        let number = edits.count
        var operations: [RowOperation] = []
        for _ in 0..<draw(1...3) {
            let kind = draw(0...99)
            let used = operations.map(\.row)
            if kind < 35 || rows.isEmpty {
                let tables = device.schema.tables.count > 3 ? [SharedSchema.widget, SharedSchema.widget, SimulatedSchema.shelf] : [SharedSchema.widget]
                let row = RowKey(table: pick(tables) ?? 1, id: RowID(high: UInt64(rows.count + 1), low: seed))
                rows.append(row)
                operations.append(RowOperation(row, .insert(cells(number, row, device) { _ in true })))
            } else if let row = (0..<4).lazy.compactMap({ _ in self.pick(self.rows) }).first(where: {
                device.live.rows[$0.table]?[$0.id] != nil && !used.contains($0)
            }) {
                let mask = draw(1...15)
                let some = cells(number, row, device) { mask >> ($0 - 1) & 1 == 1 }
                operations.append(RowOperation(row, kind < 88 && !some.isEmpty ? .update(some) : .delete))
            }
        }
        guard !operations.isEmpty else { return }
        let causes = Dictionary(device.position.origins.all.filter { $0.sequence > 0 }.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        let wall = time(device).wall
        do {
            _ = try transact(device) { replica in for operation in operations { try replica.perform(operation, now: wall) } }
        } catch is MemoryReplica.Full {
            return
        } catch let error as WidgetError where error.code == .failedPrecondition {
            return try refuse(error)
        }
        let state = device.position.origins[device.position.own]
        let changes = operations.map { operation -> (RowKey, Edit.Change) in
            switch operation.change {
            case .insert(let cells): (operation.row, .insert(cells.map(\.column)))
            case .update(let cells): (operation.row, .update(cells.map(\.column)))
            case .delete: (operation.row, .delete)
            }
        }
        edits.append(
            Edit(
                machine: device.machine, origin: state.origin, sequence: state.sequence, hash: state.top, clock: device.position.clock.last, changes: changes,
                causes: causes,
                mayBeLost: device.isRevoked))
        editOf[EditKey(origin: state.origin, sequence: state.sequence)] = number
        tally.edits += 1
        note("\(device.name) edits \(number) as \(name(state.origin))/\(state.sequence): \(changes.map { "\($0.0.table):\($0.0.id.high) \($0.1)" })")
        try checkOwn(device, number)
        if bug != .normalLocal { try release(device) }
        try tellOthers(device, but: nil)
    }

    private func cells(_ edit: Int, _ row: RowKey, _ device: SimulatedDevice, _ isChosen: (Int) -> Bool) -> [Cell] {
        let columns = device.schema.table(row.table)?.columns ?? []
        return columns.indices.filter { isChosen($0 + 1) }.map { Cell(column: $0 + 1, SimulatedSchema.value(edit, columns[$0])) }
    }

    func own(_ device: SimulatedDevice) throws {
        let set = [OwnedSet.kinds, .timelines, .surfaces][draw(0...2)]
        let value: [UInt8]? = chance(25) ? nil : [UInt8(truncatingIfNeeded: random.next())]
        let id = [UInt8(draw(0...4))]
        do {
            _ = try transact(device) { try $0.setOwned(set, id, value) }
        } catch is MemoryReplica.Full {
            return
        }
        if bug != .normalLocal { try release(device) }
        try tellOthers(device, but: nil)
    }

    /// An edit of the table of devices.
    func administer(_ device: SimulatedDevice, _ operation: RowOperation) throws {
        let wall = time(device).wall
        do {
            _ = try transact(device) { try $0.perform(operation, now: wall) }
        } catch is MemoryReplica.Full {
            return
        } catch let error as WidgetError where error.code == .failedPrecondition {
            return try refuse(error)
        }
        try release(device)
        try tellOthers(device, but: nil)
    }

    /// Only what a snapshot brought from the future can't be changed.
    private func refuse(_ error: WidgetError) throws {
        tally.refused += 1
        guard tally.snapshots + tally.restamps > 0 else { throw Violation("an edit was refused: \(error)") }
    }

    // MARK: Links

    func meet(_ device: SimulatedDevice) throws {
        guard let other = pick(awake), trusts(device, other) else { return }
        try connect(device, other)
    }

    func trusts(_ a: SimulatedDevice, _ b: SimulatedDevice) -> Bool {
        guard a.machine != b.machine, a.id != b.id, !apart.contains(Pair(a.machine, b.machine)), !a.live.isRevoked(b.id), !b.live.isRevoked(a.id) else {
            return false
        }
        if paired.contains(Pair(Int(a.id.bytes[0]), Int(b.id.bytes[0]))) { return true }
        return (try? a.live.isKnown(b.id)) == true && (try? b.live.isKnown(a.id)) == true
    }

    func connect(_ a: SimulatedDevice, _ b: SimulatedDevice) throws {
        for old in links.values where Pair(old.ends.0, old.ends.1) == Pair(a.machine, b.machine) {
            guard old.isBroken || a.sessions[old.id] == nil || b.sessions[old.id] == nil else { return }
            drop(old.id)
        }
        let id = nextLink
        nextLink += 1
        note("link \(id): \(a.name) and \(b.name)")
        links[id] = SimulatedLink(id: id, ends: (a.machine, b.machine))
        for (end, other) in [(a, b), (b, a)] {
            guard links[id] != nil else { return }
            let time = time(end)
            end.sessions[id] = PeerSession(
                peer: other.id, version: "simulated", resume: end.resume[other.id], sentPerStep: sentPerStep, comparedOnEachSide: comparedOnEachSide,
                time: time)
            try step(end, id) { session, replica in session.open(&replica, time) }
        }
        tellLinks(a)
        tellLinks(b)
    }

    /// The device's sessions learn with whom it is linked.
    func tellLinks(_ device: SimulatedDevice) {
        guard faults.tellsLinks else { return }
        let linked = Set(device.sessions.values.map(\.peer))
        for id in device.links { device.sessions[id]?.setLinks(linked) }
    }

    /// A device asks another one what those have that it isn't linked with.
    func relayAcknowledgements(_ device: SimulatedDevice) throws {
        guard let id = pick(device.links), let session = device.sessions[id], let link = links[id], !link.isBroken else { return }
        let teller = devices[link.other(device.machine)]
        guard teller.id == session.peer, teller.isOn else { return }
        // The other one tells only what is on its disk.
        try release(teller)
        let linked = Set(device.sessions.values.map(\.peer))
        let told = Replica(teller.live, position: teller.position, schema: teller.schema, random: { 0 })
        for member in try told.storage.members() where member != device.id && !linked.contains(member) {
            let states = try told.acknowledgements(of: member)
            guard (try? transact(device, { try $0.acknowledge(states, by: member, toldBy: teller.id) })) != nil else { return }
        }
    }

    /// The link breaks mid-way: a part of what was on its way still arrives, and one end may notice late.
    func breakLink(_ id: Int) {
        guard let link = links[id] else { return }
        note("link \(id) breaks")
        if chance(50) { return drop(id) }
        links[id]?.isBroken = true
        links[id]?.queues.0.removeLast(draw(0...link.queues.0.count))
        links[id]?.queues.1.removeLast(draw(0...link.queues.1.count))
        dropSession(devices[chance(50) ? link.ends.0 : link.ends.1], id)
    }

    private func mute() {
        guard let id = pick(links.keys.sorted()) else { return }
        links[id]?.isMute = (chance(30), chance(30))
    }

    /// Messages arrive, from any link in any order.
    func deliverSome(_ count: Int) throws {
        for _ in 0..<count {
            let ready = links.values.sorted { $0.id < $1.id }.flatMap { link in
                [(link.id, true, link.queues.0.isEmpty || link.isMute.0), (link.id, false, link.queues.1.isEmpty || link.isMute.1)].filter { !$0.2 }
            }
            guard let (id, isFirst, _) = pick(ready) else { return }
            try deliver(id, fromFirst: isFirst)
        }
    }

    func deliver(_ id: Int, fromFirst: Bool) throws {
        guard var link = links[id] else { return }
        var queue = fromFirst ? link.queues.0 : link.queues.1
        if faults.noise, !isResting, queue.count > 1, queue[0].mayMove, queue[1].mayMove, chance(10) { queue.swapAt(0, 1) }
        let message = queue.removeFirst()
        if faults.noise, !isResting, message.mayRepeat, chance(8) {
            queue.insert(message, at: 0)
            tally.duplicates += 1
        }
        if fromFirst { link.queues.0 = queue } else { link.queues.1 = queue }
        links[id] = link
        let device = devices[fromFirst ? link.ends.1 : link.ends.0]
        guard device.isOn, device.sessions[id] != nil else { return }
        tally.messages += 1
        if message.isWork { traffic += 1 }
        note("\(device.name) takes over link \(id): \(brief(message))")
        let before = device.position
        let time = time(device, taking: message)
        let read = misread(message, device)
        try step(device, id) { session, replica in try session.receive(read, &replica, time) }
        if case .acknowledge = message, faults.collects, !isResting, chance(25) { try collect(device) }
        if case .transactions(let batch) = message { try checkCauses(batch, device, before) }
    }

    func tick(_ device: SimulatedDevice, _ id: Int) throws {
        let time = time(device)
        try step(device, id) { session, replica in try session.tick(&replica, time) }
    }
}

extension PeerMessage {
    /// Whether it may overtake another one on a link that keeps no order.
    var mayMove: Bool {
        switch self {
        case .hello, .summary, .snapshot, .snapshotWanted, .credit: false
        default: true
        }
    }

    var mayRepeat: Bool {
        switch self {
        case .hello, .credit: false
        default: true
        }
    }

    /// Whether it shows that both ends aren't at rest.
    var isWork: Bool {
        switch self {
        case .transactions, .owned, .snapshot, .summary, .hashes: true
        default: false
        }
    }
}
