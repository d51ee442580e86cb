import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication

@testable import WidgetStore

/// A lie of a paired device is refused as a whole, and leaves nothing behind.
@Suite("A paired device that lies")
struct LyingMemberTests {
    let place: TestStore
    let store: WidgetStore
    var peer: Peer

    init() async throws {
        place = try TestStore()
        store = try place.open()
        peer = Peer(9, at: place.now)
        try await peer.send([try peer.introduction()], to: store)
    }

    /// Gives the store a message of the peer, after its hello.
    private func say(_ message: PeerMessage) async throws -> [SessionEffect] {
        let (origin, device) = (peer.origin, peer.device)
        let time = SessionTime(wall: place.now, uptime: 1_000)
        return try await store.replicate { replica in
            var session = PeerSession(peer: device, version: "1", time: time)
            _ = session.open(&replica, time)
            _ = try session.receive(
                .hello(.init(protocols: 1...1, schema: SharedSchema.current.version, version: "1", origin: origin, now: time.wall, summary: 5)), &replica, time)
            return try session.receive(message, &replica, time)
        }.0
    }

    private func send(_ transaction: LoggedTransaction) async throws {
        try await peer.send([transaction], to: store)
    }

    private func isRefused(_ effects: [SessionEffect]) -> Bool {
        effects.contains { if case .close(.refused) = $0 { true } else { false } }
    }

    @Test("a revoked device can't put another one in its revocation's place")
    func takingBackARevocation() async throws {
        try await store.write { [now = place.now] in try $0.revoke(.sample(9), at: now) }
        var peer = peer
        let theft = try peer.transaction(
            [.insert(table: SharedSchema.revocation, RowID(DeviceID.sample(9)), [1: .blob(DeviceID.sample(77).bytes), 2: .integer(1)])],
            at: place.now + .seconds(200))
        await #expect(throws: ReplicationFault.self) { try await send(theft) }
        #expect(try store.devices().first { $0.id == .sample(9) }?.isRevoked == true)
    }

    @Test("nobody can be made impossible to revoke")
    func revocationOfNobody() async throws {
        var peer = peer
        let theft = try peer.transaction([
            .insert(table: SharedSchema.revocation, RowID(DeviceID.sample(9)), [1: .blob(DeviceID.sample(77).bytes), 2: .integer(1)])
        ])
        await #expect(throws: ReplicationFault.self) { try await send(theft) }
        try await store.write { [now = place.now] in try $0.revoke(.sample(9), at: now) }
        #expect(try store.devices().first { $0.id == .sample(9) }?.isRevoked == true)
    }

    @Test("a row about a device can't be given to another one")
    func anotherDevicesRow() async throws {
        var peer = peer
        let theft = try peer.transaction([.update(table: SharedSchema.device, RowID(DeviceID.sample(9)), [1: .blob(DeviceID.sample(77).bytes)])])
        await #expect(throws: ReplicationFault.self) { try await send(theft) }
    }

    @Test(
        "a life of this device after which there is no other is refused, and what is written afterwards counts",
        arguments: [Int64.max, Int64.max - 1] as [Int64])
    func lastLife(_ life: Int64) async throws {
        let origin = Origin(device: store.device, incarnation: Incarnation(rawValue: life))
        for _ in 0..<2 {
            let effects = try await say(.summary(ReplicaSummary(origins: [OriginState(origin: origin, sequence: 5, closedAt: 0)], owned: [:])))
            #expect(isRefused(effects))
        }
        try await store.write { try $0.put(.sample(2)) }
        let position = try await store.replicate { $0.position }.0
        let own = position.origins[position.own]
        #expect(own.accepts(own.sequence) && own.origin.incarnation.rawValue < life, "\(own)")
    }

    @Test("thousands of origins of nobody are refused before one is kept, and others find room")
    func originsOfNobody() async throws {
        let before = try await store.replicate { $0.position.origins.count }.0
        let lies = (1...ReplicationLimits.originsOfNonMembers + 1).map { number in
            OriginState(
                origin: Origin(device: DeviceID(certificate: [1, UInt8(number >> 8), UInt8(number & 255)]), incarnation: Incarnation(rawValue: 1)), closedAt: 0)
        }
        #expect(isRefused(try await say(.summary(ReplicaSummary(origins: lies, owned: [:])))))
        #expect(try await store.replicate { $0.position.origins.count }.0 == before)
        var third = Peer(10, at: place.now)
        try await peer.send([try third.introduction()], to: store)
    }

    @Test("lives of a member without end are refused before one is kept")
    func livesWithoutEnd() async throws {
        let device = peer.device
        let lies = (1...ReplicationLimits.incarnationsPerDevice).map {
            OriginState(origin: Origin(device: device, incarnation: Incarnation(rawValue: Int64($0))), closedAt: 0)
        }
        #expect(isRefused(try await say(.summary(ReplicaSummary(origins: lies, owned: [:])))))
        #expect(try await store.replicate { $0.position.origins.count }.0 == 2)
    }

    @Test("this device's life, said to be closed again and again, is given up at most so often a day")
    func closingThisDevice() async throws {
        for _ in 0..<ReplicationLimits.incarnationsPerDay + 10 {
            let own = try await store.replicate { $0.position.origin }.0
            if isRefused(try await say(.summary(ReplicaSummary(origins: [OriginState(origin: own, closedAt: 0)], owned: [:])))) { break }
        }
        let position = try await store.replicate { $0.position }.0
        #expect(position.origins.all.count { $0.origin.device == store.device } == ReplicationLimits.incarnationsPerDay)
        #expect(position.origins[position.own].closedAt == nil)
    }

    @Test("nothing but a hello is taken before it")
    func beforeHello() async throws {
        let device = peer.device
        let time = SessionTime(wall: place.now, uptime: 1_000)
        let effects = try await store.replicate { replica in
            var session = PeerSession(peer: device, version: "1", time: time)
            _ = session.open(&replica, time)
            return try session.receive(.request(id: 1, method: "x", payload: []), &replica, time)
        }.0
        #expect(isRefused(effects))
    }

    @Test("while a snapshot stands still, the session waits")
    func snapshotThatStandsStill() async throws {
        let (origin, device) = (peer.origin, peer.device)
        let now = place.now
        let begin = SessionTime(wall: now, uptime: 1_000)
        let later = SessionTime(wall: now + .seconds(20), uptime: 21_000)
        let next = try await store.replicate { replica in
            var session = PeerSession(peer: device, version: "1", time: begin)
            _ = session.open(&replica, begin)
            _ = try session.receive(
                .hello(.init(protocols: 1...1, schema: SharedSchema.current.version, version: "1", origin: origin, now: now, summary: 5)), &replica, begin)
            let state = OriginState(origin: Origin(device: device, incarnation: Incarnation(rawValue: 7)), sequence: 9, top: ChainHash(rawValue: 3), floor: 9)
            _ = try session.receive(.summary(ReplicaSummary(origins: [state], owned: [:])), &replica, begin)
            _ = try session.tick(&replica, later)
            return session.nextStep(replica, later)
        }.0
        #expect(next > later.uptime)
    }
}
