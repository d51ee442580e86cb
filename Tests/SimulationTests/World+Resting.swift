import ReplicationTestSupport
import WidgetCore

extension World {
    /// A whole run: faults, then peace, then what must be true.
    static func run(seed: UInt64, bug: PlantedBug? = nil, steps: Int = 150) throws -> Tally {
        let world = World(seed: seed, bug: bug, isTraced: false)
        try world.live(steps)
        return world.tally
    }

    func live(_ steps: Int) throws {
        try found()
        for _ in 0..<steps { try happen() }
        try rest()
        try waitForHeld()
        try checkEnd()
        guard faults.upgrades else { return }
        // The last devices are brought up to date: what waited for that comes to light.
        for device in connected { try upgrade(device) }
        try settle(rounds: 40)
        try checkEnd()
    }

    /// The first device, and others that join it.
    private func found() throws {
        isResting = true
        defer { isResting = false }
        let first = try create()
        for _ in 1..<faults.machines {
            let other = try create()
            paired.insert(Pair(Int(first.id.bytes[0]), Int(other.id.bytes[0])))
            try connect(first, other)
        }
        try drain()
    }

    /// Machines that count in the end.
    var connected: [SimulatedDevice] { devices.filter { $0.isOn && !$0.isRevoked } }

    /// Clocks are set right, links are up, everything is on; a copied disk's second machine is found out and turned off.
    private func rest() throws {
        isResting = true
        apart = []
        now += 3_600_000
        for id in links.keys { links[id]?.isMute = (false, false) }
        for device in devices {
            device.isOn = true
            device.clockError = 0
        }
        note("rest")
        leaveOutUnreachable()
        var copies: [SimulatedDevice] = []
        for device in devices where devices.contains(where: { $0.id == device.id && $0.machine < device.machine }) { copies.append(device) }
        try settle(rounds: copies.isEmpty ? 60 : 12, mustSettle: copies.isEmpty)
        guard !copies.isEmpty else { return }
        try waitForHeld(mustSettle: false)
        for copy in copies {
            for id in copy.links { drop(id) }
            (copy.isOn, copy.isRetired) = (false, true)
            note("\(copy.name) is turned off for good")
        }
        // A device that had too many lives gets another.
        now += 86_400_000
        try settle(rounds: 60)
    }

    /// A device that was paired only with one that was revoked since has nobody to talk to, and so has a copy of the only device that is left.
    private func leaveOutUnreachable() {
        var reached = connected.prefix(1).map(\.machine)
        var next = 0
        while next < reached.count {
            let device = devices[reached[next]]
            // Two copies of a device have nothing to say to each other: what one wrote, the other learns of a third.
            for other in connected where !reached.contains(other.machine) && trusts(device, other) { reached.append(other.machine) }
            next += 1
        }
        let unreached = connected.filter { !reached.contains($0.machine) }
        guard !unreached.isEmpty else { return }
        for device in unreached { device.isRevoked = true }
        markLost()
    }

    /// A change that all but one had taken before clocks were set right waits for its time there.
    private func waitForHeld(mustSettle: Bool = true) throws {
        guard let latest = connected.map(\.position.clock.last.date.milliseconds).max(), latest > now, tally.held > 0 else { return }
        now = latest + 3_600_000
        try settle(rounds: mustSettle ? 60 : 12, mustSettle: mustSettle)
    }

    func settle(rounds: Int, mustSettle: Bool = true) throws {
        var quiet = 0
        for _ in 0..<rounds {
            traffic = 0
            for a in devices where a.isOn {
                try comeBack(a)
                for b in devices where b.isOn && b.machine > a.machine && trusts(a, b) { try connect(a, b) }
            }
            try drain()
            now += 1_100
            try tickAll()
            now += 11_000
            try tickAll()
            quiet = traffic == 0 ? quiet + 1 : 0
            if quiet == 2 { return }
        }
        if mustSettle { throw Violation("no rest after \(rounds) rounds of peace") }
    }

    private func tickAll() throws {
        for device in devices where device.isOn { for id in device.links { try tick(device, id) } }
        try drain()
    }

    /// Delivers everything.
    func drain() throws {
        var delivered = 0
        while true {
            try sendOn()
            for device in devices where device.isOn && !(device.effects.isEmpty && device.unsynced.isEmpty) { try release(device) }
            let ready = links.values.filter { !($0.queues.0.isEmpty && $0.queues.1.isEmpty) }.map(\.id).sorted()
            guard !ready.isEmpty else { return }
            for id in ready {
                while let link = links[id], !link.queues.0.isEmpty { try deliver(id, fromFirst: true); delivered += 1 }
                while let link = links[id], !link.queues.1.isEmpty { try deliver(id, fromFirst: false); delivered += 1 }
            }
            guard delivered < 20_000 else { throw Violation("20,000 messages and no end") }
        }
    }
}
