import ReplicationTestSupport
import WidgetCore
import WidgetReplication

extension World {
    /// The process is killed or the power is cut: what wasn't synced may be gone, from some point on.
    func crash(_ device: SimulatedDevice) throws {
        tally.crashes += 1
        let states = device.unsynced + [device.live]
        let kept = draw(0...states.count - 1)
        note("\(device.name) crashes and loses \(states.count - 1 - kept) of \(states.count - 1) transactions")
        try start(device, with: states[kept])
    }

    private func start(_ device: SimulatedDevice, with storage: MemoryReplica) throws {
        for id in device.links {
            links[id]?.isBroken = true
            chance(50) ? drop(id) : dropSession(device, id)
        }
        device.effects = []
        device.resume = [:]
        device.isPartial = true
        device.live = storage
        device.sync()
        // A store has a replica from its first transaction on.
        guard var position = try? storage.position() else { return }
        if bug == .forgetClock { position.clock = HybridLogicalClock() }
        device.position = position
        try settleHidden(of: device)
    }

    /// As each opening of a store does that an older version wrote.
    private func settleHidden(of device: SimulatedDevice) throws {
        guard bug != .noSettling, device.schema.version == SimulatedSchema.newer.version else { return }
        let wasResting = isResting
        isResting = true
        defer { isResting = wasResting }
        _ = try transact(device) { try $0.settleHidden() }
    }

    func restore(_ device: SimulatedDevice) throws {
        guard let backup = pick(device.backups) else { return }
        tally.restores += 1
        note("\(device.name) is restored from a backup")
        try start(device, with: backup)
        markLost()
    }

    /// The disk is copied into another machine, and both live on.
    func clone(_ device: SimulatedDevice) throws {
        tally.clones += 1
        guard let position = try? device.disk.position() else { return }
        let copy = SimulatedDevice(
            machine: devices.count, id: device.id, storage: device.disk, position: position, schema: device.schema, clockError: device.clockError)
        copy.latestWall = device.latestWall
        copy.isPartial = true
        copy.isRevoked = device.isRevoked
        devices.append(copy)
        note("\(copy.name) is a copy of \(device.name)")
        try settleHidden(of: copy)
    }

    func jump(_ device: SimulatedDevice) {
        tally.jumps += 1
        let year: Int64 = 365 * 86_400_000
        let ways: [Int64] = [-5_000_000, 3_000_000, -100_000, 100_000, 400_000] + (faults.years ? [3 * year, -3 * year, 700 * year] : [])
        device.clockError = chance(40) ? 0 : pick(ways) ?? 0
        note("\(device.name): its clock is \(device.clockError) ms off now")
    }

    func collect(_ device: SimulatedDevice) throws {
        guard let (count, _) = try? transact(device, { try $0.collect() }) else { return }
        if bug == .dropTombstones { device.live.dropStableTombstones() }
        if count > 0 { note("\(device.name) collects \(count)") }
        tally.collected += Int(count)
    }

    func upgrade(_ device: SimulatedDevice) throws {
        guard device.schema.version < SimulatedSchema.newer.version else { return }
        tally.upgrades += 1
        note("\(device.name) is upgraded")
        device.schema = SimulatedSchema.newer
        try start(device, with: device.live)
        try release(device)
    }

    func turn() throws {
        guard let device = pick(devices.filter { !$0.isRetired }) else { return }
        if !device.isOn {
            device.isOn = true
        } else if awake.count > 1 {
            note("\(device.name) is turned off")
            try start(device, with: device.live)
            device.isOn = false
        }
    }

    // MARK: Members

    static func id(_ index: Int) -> DeviceID {
        guard let id = DeviceID(bytes: [UInt8(index + 1)] + Array(repeating: 7, count: 31)) else { preconditionFailure("32 bytes are an id") }
        return id
    }

    func create() throws -> SimulatedDevice {
        let id = Self.id(Set(devices.map(\.id)).count)
        let schema = faults.upgrades && chance(50) ? SimulatedSchema.older : faults.upgrades ? SimulatedSchema.newer : SimulatedSchema.older
        let wall = Timestamp(milliseconds: now)
        var replica = try Replica.create(in: MemoryReplica(bug: bug), device: id, now: wall, schema: schema, random: { [unowned self] in random.next() })
        try replica.perform(
            RowOperation(
                SimulatedDevice.row(of: id),
                .insert([Cell(column: 1, .blob(id.bytes)), Cell(column: 2, .text("d")), Cell(column: 4, .integer(wall.milliseconds))])), now: wall)
        try replica.finish()
        let error = faults.skew == 0 ? 0 : Int64(draw(0...Int(2 * faults.skew))) - faults.skew
        let device = SimulatedDevice(machine: devices.count, id: id, storage: replica.storage, position: replica.position, schema: schema, clockError: error)
        device.latestWall = now
        devices.append(device)
        return device
    }

    func join(with inviter: SimulatedDevice) throws {
        tally.joins += 1
        let device = try create()
        paired.insert(Pair(Int(device.id.bytes[0]), Int(inviter.id.bytes[0])))
        note("\(device.name) joins \(inviter.name)")
        if trusts(device, inviter) { try connect(device, inviter) }
    }

    func evict(_ device: SimulatedDevice) throws {
        guard let other = pick(devices.filter { $0.id != device.id && (try? device.live.isKnown($0.id)) == true }) else { return }
        tally.evictions += 1
        note("\(device.name) evicts \(other.name)")
        try administer(device, RowOperation(SimulatedDevice.row(of: other.id), .update([Cell(column: 5, .integer(now))])))
    }

    /// A device that was away comes back.
    func comeBack(_ device: SimulatedDevice) throws {
        let row = SimulatedDevice.row(of: device.id)
        guard let evicted = device.live.rows[row.table]?[row.id]?.values[5], evicted != .integer(0) else { return }
        try administer(device, RowOperation(row, .update([Cell(column: 5, .integer(0))])))
    }

    func revoke(by device: SimulatedDevice) throws {
        guard let other = pick(devices.filter { $0.id != device.id && (try? device.live.isKnown($0.id)) == true }) else { return }
        tally.revocations += 1
        note("\(device.name) revokes \(other.name)")
        try administer(
            device,
            RowOperation(
                RowKey(table: SharedSchema.revocation, id: RowID(other.id)),
                .insert([Cell(column: 1, .blob(other.id.bytes)), Cell(column: 2, .integer(now))])))
        for machine in devices where machine.id == other.id { machine.isRevoked = true }
        markLost()
    }

    // MARK: Losses that are allowed

    /// Edits that are on no disk any more that stays may be lost.
    func markLost() {
        let disks = devices.filter { !$0.isRevoked }.map(\.disk)
        for index in edits.indices where !edits[index].mayBeLost {
            let edit = edits[index]
            let isKept = disks.contains { disk in
                guard let number = disk.states.firstIndex(where: { $0.origin == edit.origin }), disk.states[number].sequence >= edit.sequence else {
                    return false
                }
                return (try? disk.hash(OriginNumber(rawValue: UInt16(number + 1)), edit.sequence)) == edit.hash
            }
            if !isKept { edits[index].mayBeLost = true }
        }
    }

    /// Edits that a device writes anew because their clock is ahead of its own.
    func markRestamped(by device: SimulatedDevice) {
        let limit = HybridLogicalClock.Reading(date: Timestamp(milliseconds: now + device.clockError) + ReplicationLimits.clockAhead)
        let ahead = edits.indices.filter { edits[$0].clock > limit && !edits[$0].mayBeRestamped }
        guard !ahead.isEmpty else { return }
        tally.restamps += 1
        for index in ahead { edits[index].mayBeRestamped = true }
    }
}
