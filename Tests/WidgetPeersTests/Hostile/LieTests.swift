import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetPeers

/// Lies of a paired device, each over a real link: each is refused with a reason, nothing of it is applied, and the other links go on.
@Suite("A paired device that lies", .timeLimit(.minutes(10)))
struct LieTests {
    struct Lie: Sendable, CustomTestStringConvertible {
        var name: String
        var reason: String
        /// Told before anything else was said.
        var isFirst = false
        var tell: @Sendable (Liar, Scene) throws -> Void

        var testDescription: String { name }

        init(_ name: String, _ reason: String, isFirst: Bool = false, _ tell: @escaping @Sendable (Liar, Scene) throws -> Void) {
            (self.name, self.reason, self.isFirst, self.tell) = (name, reason, isFirst, tell)
        }
    }

    @Test("is refused with a reason", arguments: Lie.all)
    func refused(_ lie: Lie) async throws {
        try await Scene.run { scene in
            if !lie.isFirst {
                try await scene.liar.meet()
                try await scene.liar.waitUntilHeard()
            }
            let (rows, owned, sequences) = (scene.victim.store.rows, scene.victim.store.owned, scene.victim.store.sequences)
            try lie.tell(scene.liar, scene)
            let reason = try await scene.liar.reasonOfEnd()
            #expect(reason?.contains(lie.reason) == true, "the reason was: \(reason ?? "none")")
            #expect(scene.victim.store.rows == rows)
            #expect(scene.victim.store.owned == owned)
            #expect(scene.victim.store.sequences == sequences)
            try await scene.othersGoOn()
        }
    }

    @Test("about the time: its change is held, and it is told")
    func future() async throws {
        try await Scene.run { scene in
            try await scene.liar.meet()
            let batch = try scene.liar.transactions([[.widget(1)]], at: MeshNode.now + .minutes(6))
            try scene.liar.say(.transactions(batch))
            var held: BatchOutcome.Held?
            while held == nil, let message = await scene.liar.next() { if case .held(let value) = message { held = value } }
            #expect(held?.sequence == 2)
            #expect(!scene.victim.has(.widget(1)))
            try await scene.othersGoOn()
        }
    }

    @Test("about what the victim itself owns: it isn't taken")
    func ownRows() async throws {
        try await Scene.run { scene in
            try scene.victim.store.step { try $0.setOwned(.kinds, [1], [2]) }
            try await scene.liar.meet()
            let key = OwnedKey(device: scene.victim.identity.id, set: OwnedSet.kinds.rawValue)
            let row = OwnedRow(id: [1], counter: 9, value: [6, 6, 6])
            let version = OwnedVersion(incarnation: Incarnation(rawValue: .max), counter: 9, digest: row.digest)
            try scene.liar.say(.owned(.init(key: key, version: version, isWhole: true, rows: [row], hasMore: false)))
            try await scene.liar.waitUntilHeard()
            #expect(scene.victim.store.owned[key]?[[1]]?.row.value == [2])
            try await scene.othersGoOn()
        }
    }

    @Test("about the clock: a date at the end of all numbers is refused", arguments: [Int64.min, .max])
    func dates(_ date: Int64) async throws {
        for message in [PeerMessage.pong(sentAt: .init(milliseconds: date), now: .init(milliseconds: date)), .ping(sentAt: .init(milliseconds: date))] {
            try await Scene.run { scene in
                try await scene.liar.meet()
                try scene.liar.say(message)
                #expect(try await scene.liar.reasonOfEnd()?.contains("a date") == true)
                try await scene.othersGoOn()
            }
        }
    }
}

extension LieTests.Lie {
    static let all: [LieTests.Lie] = [
        .init("a hello in another's name", "another device's name", isFirst: true) { liar, scene in
            var hello = liar.hello
            hello.origin.device = scene.friend.identity.id
            try liar.say(.hello(hello))
        },
        .init("no hello", "before hello", isFirst: true) { liar, _ in try liar.say(.summary(liar.replica.summary())) },
        .init("a second hello", "second hello") { liar, _ in try liar.say(.hello(liar.hello)) },
        .init("bytes that are cut off", "isn't protobuf") { liar, _ in
            liar.say(bytes: try PeerMessage.transactions(liar.transactions([[.widget(1)]])).encoded().dropLast(3))
        },
        .init("a message of no kind", "isn't known") { liar, _ in liar.say(bytes: []) },
        .init("a gap", "sent number 5 after 1") { liar, _ in
            // The first is compared anew, since it may be a mistake.
            for _ in 0..<2 { try liar.say(.transactions(liar.transactions([[.widget(1)]], from: 5))) }
        },
        .init("a broken chain", "doesn't continue") { liar, _ in
            try liar.say(.transactions(liar.transactions([[.widget(1)]], after: ChainHash(rawValue: 5))))
        },
        .init("a frame that is too great", "at most \(ReplicationLimits.frameBytes)") { liar, _ in
            try liar.say(.transactions(liar.frames([Array(repeating: 0, count: ReplicationLimits.frameBytes + 1)])))
        },
        .init("a frame that isn't one", "wire type") { liar, _ in try liar.say(.transactions(liar.frames([[7, 7, 7]]))) },
        .init("a value that is too great", "widget.name of") { liar, _ in
            try liar.say(.transactions(liar.transactions([[.widget(1, name: .text(String(repeating: "x", count: 100_000)))]])))
        },
        .init("a column of another type", "another type") { liar, _ in try liar.say(.transactions(liar.transactions([[.widget(1, name: .integer(1))]]))) },
        .init("a good change before a bad one", "another type") { liar, _ in
            try liar.say(.transactions(liar.transactions([[.widget(1)], [.widget(2, name: .integer(1))]])))
        },
        .init("too many transactions", "at most \(ReplicationLimits.transactionsPerBatch)") { liar, _ in
            try liar.say(.transactions(liar.frames(Array(repeating: [], count: ReplicationLimits.transactionsPerBatch + 1))))
        },
        .init("a change by nobody", "never was a member") { liar, _ in
            let nobody = Origin(device: DeviceID(certificate: [1, 2, 3]), incarnation: Incarnation(rawValue: 5))
            try liar.say(.transactions(liar.transactions([[.widget(1)]], from: 1, of: nobody, after: .start)))
        },
        .init("the delete of a device", "never deleted") { liar, scene in
            let row = RowOperation.membership(scene.friend.identity.id).row
            try liar.say(.transactions(liar.transactions([[RowOperation(row, .delete)]])))
        },
        .init("the change of a revocation", "never changed") { liar, _ in
            let row = RowKey(table: SharedSchema.revocation, id: RowID(high: 1, low: 1))
            try liar.say(.transactions(liar.transactions([[RowOperation(row, .update([Cell(column: 2, .integer(0))]))]])))
        },
        .init("an owned row that is newer than its set", "newer than its set") { liar, _ in
            let version = OwnedVersion(incarnation: liar.origin.incarnation, counter: 1, digest: 0)
            let row = OwnedRow(id: [1], counter: 2, value: [1])
            try liar.say(.owned(.init(key: .init(device: liar.id, set: 1), version: version, isWhole: true, rows: [row], hasMore: false)))
        },
        .init("an owned row that is too great", "at most \(ReplicationLimits.ownedValueBytes)") { liar, _ in
            let version = OwnedVersion(incarnation: liar.origin.incarnation, counter: 1, digest: 0)
            let row = OwnedRow(id: [1], counter: 1, value: Array(repeating: 1, count: ReplicationLimits.ownedValueBytes + 1))
            try liar.say(.owned(.init(key: .init(device: liar.id, set: 1), version: version, isWhole: true, rows: [row], hasMore: false)))
        },
        .init("a summary of 10,000 origins", "10000 origins") { liar, _ in
            let states = (1...10_000).map { OriginState(origin: Origin(device: liar.id, incarnation: Incarnation(rawValue: $0)), sequence: 1) }
            try liar.say(.summary(.init(origins: states, owned: [:])))
        },
        .init("a page of too many rows", "more than \(ReplicationLimits.snapshotRowsPerPage) rows") { liar, _ in
            try liar.say(page: Array(repeating: [], count: ReplicationLimits.snapshotRowsPerPage + 1))
        },
        .init("a row of too many fields", "more than \(ReplicationLimits.columnsPerRow) fields") { liar, _ in
            let stamp = Stamp(clock: .init(date: MeshNode.now), origin: OriginNumber(rawValue: 1), sequence: 1)
            let cell = StampedCell(Cell(column: 1, .integer(1)), stamp)
            try liar.say(page: [Array(repeating: cell, count: ReplicationLimits.columnsPerRow + 2)])
        },
        .init("a credit beyond the window", "a credit of") { liar, _ in try liar.say(.credit(ReplicationLimits.window + 1)) },
        .init("a hundred hashes at once", "asked for at once") { liar, _ in try liar.say(.hashesWanted(liar.origin, Array(1...100))) },
    ]
}
