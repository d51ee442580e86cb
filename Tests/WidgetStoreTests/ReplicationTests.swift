import Synchronization
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("What peers send is applied whole, once and in order")
struct ReplicationTests {
    let place: TestStore
    let store: WidgetStore
    var peer: Peer

    init() throws {
        place = try TestStore()
        store = try place.open()
        peer = Peer(1, at: place.now)
    }

    private func names() throws -> [String] { try store.load().widgets.map(\.name) }

    @Test("a batch that comes twice changes nothing the second time")
    mutating func idempotent() async throws {
        let batch = [
            try peer.introduction(), try peer.transaction([.insert(.sample(1), name: "a")]), try peer.transaction([.update(.sample(1), [3: .text("b")])]),
        ]
        let first = try await peer.send(batch, to: store)
        #expect(first.0.applied == 3 && first.1.hasLogged && first.1.rows.contains(RowKey(table: 1, id: RowID(WidgetID.sample(1)))))
        let before = try store.value("SELECT max(lseq) FROM log", as: Int.self)
        let second = try await peer.send(batch, to: store)
        #expect(second.0.applied == 0 && !second.1.hasLogged && second.1.rows.isEmpty)
        #expect(try store.value("SELECT max(lseq) FROM log") == before)
        #expect(try names() == ["b"])
    }

    @Test("a gap is refused with both numbers, typed, and nothing of the batch is kept")
    mutating func gap() async throws {
        let first = try peer.introduction()
        let lost = try peer.transaction([.insert(.sample(1))])
        let late = try peer.transaction([.insert(.sample(2))])
        #expect(lost.sequence == 2)
        let (sender, store) = (peer, store)
        let fault = try await #require(throws: ReplicationFault.self) { try await sender.send([first, late], to: store) }
        #expect(fault == .gap(peer.origin, have: 1, got: 3))
        #expect(try store.load().devices.count == 1)
        #expect(try store.value("SELECT count(*) FROM origin") == 1)
    }

    @Test("an error of the database in the middle of a batch undoes all of it, and the same batch is taken afterwards")
    mutating func atomic() async throws {
        let batch = [try peer.introduction(), try peer.transaction([.insert(.sample(1))]), try peer.transaction([.insert(.sample(2))])]
        try store.execute("CREATE TRIGGER broken BEFORE INSERT ON log WHEN NEW.seq = 3 AND NEW.origin = 2 BEGIN SELECT RAISE(ABORT, 'no'); END")
        let (sender, store) = (peer, store)
        try await #require(throws: WidgetError.self) { try await sender.send(batch, to: store) }
        #expect(try store.value("SELECT count(*) FROM origin") == 1)
        #expect(try store.load().widgets.isEmpty)
        let origins = try await store.replicate { $0.position.origins.count }.0
        #expect(origins == 1)
        try store.execute("DROP TRIGGER broken")
        let outcome = try await peer.send(batch, to: store).0
        #expect(outcome.applied == 3)
        #expect(try store.load().widgets.count == 2)
    }

    @Test("a widget that a batch edits many times is written at the first edit and at the end, as it is then")
    mutating func writtenTwice() async throws {
        try await peer.send([try peer.introduction(), try peer.transaction([.insert(.sample(1))])], to: store)
        let updates = Mutex(0)
        store.traceStatements { sql in if sql.hasPrefix("UPDATE widget") { updates.withLock { $0 += 1 } } }
        let edits: [[Int: CellValue]] = [[3: .text("a")], [3: .text("b"), 5: .integer(2)], [5: .integer(3)], [3: .text("c")]]
        let (outcome, changes) = try await peer.send(try edits.map { try peer.transaction([.update(.sample(1), $0)]) }, to: store)
        #expect(outcome.applied == 4 && changes.rows.count == 1)
        #expect(updates.withLock { $0 } == 2)
        #expect(try names() == ["c"])
        #expect(try store.load().widgets.map(\.placedAt) == [Timestamp(milliseconds: 3)])
        // The clocks too: what is written before the last edit loses, what is after wins.
        try await peer.send([try peer.transaction([.update(.sample(1), [3: .text("old")])], at: place.now + .hours(-1))], to: store)
        try await peer.send([try peer.transaction([.update(.sample(1), [5: .integer(9)])])], to: store)
        #expect(try names() == ["c"])
        #expect(try store.load().widgets.map(\.placedAt) == [Timestamp(milliseconds: 9)])
    }

    @Test("more widgets than are held until the end are each as they were edited last")
    mutating func beyondTheHand() async throws {
        let count = StoreLimits.pendingRows + 100
        let parts = stride(from: 1, through: count, by: 700).map { $0..<min($0 + 700, count + 1) }
        try await peer.send([try peer.introduction()] + (try parts.map { try peer.transaction($0.map { .insert(.sample($0)) }) }), to: store)
        // The second edit finds no room for the last hundred.
        var batch: [LoggedTransaction] = []
        for edit in 1...3 { for part in parts { batch.append(try peer.transaction(part.map { .update(.sample($0), [3: .text("\(edit) of \($0)")]) })) } }
        let outcome = try await peer.send(batch, to: store).0
        #expect(outcome.applied == batch.count)
        #expect(Set(try names()) == Set((1...count).map { "3 of \($0)" }))
    }

    @Test("what a transaction has changed is what it reads, before it is written")
    mutating func readsWhatItChanged() async throws {
        try await peer.send([try peer.introduction(), try peer.transaction([.insert(.sample(1), name: "a")])], to: store)
        let batch = try ["b", "c"].map { try peer.transaction([.update(.sample(1), [3: .text($0)])]) }
        let (device, date) = (peer.device, peer.now)
        let (rows, digest) = try await store.replicate { replica in
            _ = try replica.apply(batch, from: device, now: date)
            return (try replica.storage.rows(after: nil, limit: 10), try replica.digest().tables)
        }.0
        #expect(rows.first { $0.row.table == SharedSchema.widget }?.cells.contains { $0.cell == Cell(column: 3, .text("c")) } == true)
        #expect(try await store.contentDigests() == digest)
    }

    @Test("where a widget can't be written at a batch's end nothing of the batch is kept, and the same batch is taken afterwards")
    mutating func atomicAtTheEnd() async throws {
        try await peer.send([try peer.introduction(), try peer.transaction([.insert(.sample(1), name: "a")])], to: store)
        try store.execute("CREATE TRIGGER broken BEFORE UPDATE ON widget WHEN NEW.name = 'd' BEGIN SELECT RAISE(ABORT, 'no'); END")
        let batch = try ["b", "c", "d"].map { try peer.transaction([.update(.sample(1), [3: .text($0)])]) }
        let (sender, store) = (peer, store)
        try await #require(throws: WidgetError.self) { try await sender.send(batch, to: store) }
        #expect(try names() == ["a"])
        #expect(try store.value("SELECT max(seq) FROM log WHERE origin = 2") == 2)
        let end = try await store.replicate { try $0.storage.end() }.0.rawValue
        #expect(try store.value("SELECT max(lseq) FROM log") == end)
        try store.execute("DROP TRIGGER broken")
        let outcome = try await peer.send(batch, to: store).0
        #expect(outcome.applied == 3)
        #expect(try names() == ["d"])
    }

    @Test("of two who wrote the same in one batch neither lost; of two who didn't, the earlier one is noted")
    mutating func conflictsWithinABatch() async throws {
        var other = Peer(2, at: peer.now)
        let (later, earlier) = (peer.now + .seconds(20), peer.now + .seconds(10))
        try await peer.send(
            [
                try peer.introduction(), try other.introduction(), try peer.transaction([.insert(.sample(1))]),
                try peer.transaction([.update(.sample(1), [3: .text("w")])], at: earlier),
                try peer.transaction([.update(.sample(1), [3: .text("x")])], at: later),
                try other.transaction([.update(.sample(1), [3: .text("x")])], at: earlier),
            ], to: store)
        #expect(try store.value("SELECT count(*) FROM conflict") == 0)
        try await peer.send([try other.transaction([.update(.sample(1), [3: .text("y")])], at: earlier)], to: store)
        #expect(try store.value("SELECT count(*) FROM conflict") == 1)
        #expect(try names() == ["x"])
    }

    @Test("an edit that comes before its widget waits, also through a restart, and counts when the widget comes")
    mutating func hidden() async throws {
        let early = try peer.introduction()
        try await peer.send([early, try peer.transaction([.update(.sample(1), [3: .text("kitchen")])])], to: store)
        #expect(try store.load().widgets.isEmpty)
        store.close()
        let again = try place.open()
        // Written before the edit, by a device whose changes come later.
        var other = Peer(2, at: place.now + .hours(-1))
        try await other.send([try other.introduction(), try other.transaction([.insert(.sample(1), name: "old")])], to: again)
        #expect(try again.load().widgets.map(\.name) == ["kitchen"])
        #expect(try again.value("SELECT count(*) FROM hidden") == 0)
        again.close()
    }

    @Test("a widget that a peer removed takes its timeline and its plan with it, and stays removed")
    mutating func removedByPeer() async throws {
        try await store.write { transaction in
            try transaction.put(.sample(1))
            try transaction.setTimeline(.sample(1), .sample([1]), receivedAt: .init(milliseconds: 1))
            try transaction.setReloadRecord(.sample(1), ReloadRecord(failures: 1))
        }
        let (_, changes) = try await peer.send([try peer.introduction(), try peer.transaction([.delete(.sample(1))])], to: store)
        let state = try store.load()
        #expect(state.widgets.isEmpty && state.timelines.isEmpty && state.reloadRecords.isEmpty)
        #expect(changes.owned.keys.map(\.set) == [OwnedSet.timelines.rawValue])
        try await peer.send([try peer.transaction([.update(.sample(1), [3: .text("again")])])], to: store)
        #expect(try store.load().widgets.isEmpty)
    }

    @Test("what a link did itself is known to its peer, but not what this device did because of it")
    mutating func known() async throws {
        try await store.write { transaction in
            try transaction.put(.sample(1))
            try transaction.put(.sample(2))
            try transaction.setTimeline(.sample(2), .sample([1]), receivedAt: .init(milliseconds: 1))
        }
        try await peer.send([try peer.introduction()], to: store)
        let (device, date, link) = (peer.device, peer.now, ObjectIdentifier(place))
        var known: [ObjectIdentifier?] = []
        let transactions = [
            try peer.transaction([.update(.sample(1), [3: .text("b")])]), try peer.transaction([.delete(.sample(1))]),
            try peer.transaction([.delete(.sample(2))]),
        ]
        for batch in transactions.map({ [$0] }) {
            let changes = try await store.replicate { replica in
                _ = try replica.apply(batch, from: device, now: date)
                replica.noteChangesAreKnown(to: link)
            }.1
            known.append(changes.knownTo)
        }
        // With a widget goes what this device gave of it.
        #expect(known == [link, nil, nil])
        var shared = ReplicaChanges()
        shared.hasLogged = true
        var own = shared
        own.knownTo = link
        var (first, second) = (own, shared)
        first.merge(shared)
        second.merge(own)
        #expect(first.knownTo == nil && second.knownTo == nil)
        own.merge(ReplicaChanges())
        #expect(own.knownTo == link)
    }

    @Test("a link reads the log from memory as it is on disk, also behind what was taken back")
    func recentLog() async throws {
        for number in 0..<300 { try await store.write { try $0.put(.sample(number)) } }
        try? await store.write { transaction in
            try transaction.put(.sample(400))
            throw WidgetError(.aborted, "no")
        }
        try await store.write { try $0.put(.sample(401)) }
        let end = try await store.replicate { try $0.storage.end() }.0.rawValue
        for place in [0, 100, end - 50, end - 1, end] {
            let entries = try await store.replicate { try $0.storage.log(after: LogPlace(rawValue: place), limit: 20) }.0
            let behind = "FROM log WHERE lseq > \(place) ORDER BY lseq LIMIT 20"
            #expect(try entries.map(\.place.rawValue) == store.values("SELECT lseq \(behind)"))
            #expect(try entries.map(\.transaction.sequence) == store.values("SELECT seq \(behind)"))
            #expect(try entries.map { Int64($0.transaction.frame.count) } == store.values("SELECT length(frame) \(behind)"))
        }
    }

    @Test("what a newer version writes is kept, passed on as it came, and placed when this one is brought up to date")
    mutating func unknown() async throws {
        // Version 1 of the shared tables knew neither a widget's device nor revocations, leaves, their groups and keys of secrets.
        var old = SharedSchema.current
        old.version = 1
        old.tables.removeLast(5)
        old.tables[0].columns.removeLast()
        let home = try TestStore()
        var configuration = home.configuration()
        configuration.schema = old
        let store = try WidgetStore.open(configuration).0
        let revoked = RowID(DeviceID.sample(7))
        let batch = [
            try peer.introduction(), try peer.transaction([.insert(.sample(1), name: "a")]),
            try peer.transaction([
                .update(.sample(1), [6: .blob(peer.device.bytes), 40: .text("of tomorrow")]),
                .insert(table: SharedSchema.revocation, revoked, [1: .blob(DeviceID.sample(7).bytes), 2: .integer(5)]),
                .insert(table: 77, revoked, [1: .integer(7)]),
            ]),
        ]
        try await peer.send(batch, to: store)
        #expect(try store.revokedDevices().isEmpty)
        let passedOn = try await store.replicate { try $0.storage.log(after: .start, limit: 10) }.0.map(\.transaction)
        #expect(Array(passedOn.suffix(3)) == batch)
        store.close()

        let newer = try WidgetStore.open(home.configuration()).0
        #expect(try newer.revokedDevices() == [.sample(7)])
        #expect(try newer.load().placedOn == [.sample(1): peer.device])
        let waiting = try newer.rows(after: nil, limit: 100).flatMap { row in row.fields.filter { $0.name == nil }.map { (row.row.table, $0.cell) } }
        #expect(waiting.map(\.0) == [1, 77] && waiting.map(\.1) == [Cell(column: 40, .text("of tomorrow")), Cell(column: 1, .integer(7))])

        let direct = try TestStore()
        let current = try direct.open()
        try await peer.send(batch, to: current)
        #expect(try newer.valueDigests()[1] == current.valueDigests()[1] && newer.valueDigests()[77] == current.valueDigests()[77])
    }

    @Test("two stores that took each other's changes hold the same, by log and by snapshot")
    mutating func converges() async throws {
        let places = try (0..<2).map { _ in try TestStore() }
        var configurations = places.map { $0.configuration() }
        for index in 0..<2 { configurations[index].device = .sample(20 + index) }
        let stores = try configurations.map { try WidgetStore.open($0).0 }
        for number in 0..<700 { try await stores[0].write { try $0.put(.sample(number, name: "\(number)")) } }
        try await stores[1].takeSnapshot(of: stores[0], at: places[0].now)
        try await stores[1].write { try $0.put(.sample(3, name: "three")) }
        try await stores[1].write { try $0.remove(.sample(4)) }
        try await stores[0].write { try $0.put(.sample(3, name: "drei")) }
        for _ in 0..<2 {
            try await stores[0].takeLog(of: stores[1], at: places[0].now)
            try await stores[1].takeLog(of: stores[0], at: places[0].now)
        }
        let kept = try await stores[0].contentDigests()
        let others = try await stores[1].contentDigests()
        #expect(kept == others)
        #expect(try stores[0].valueDigests() == stores[1].valueDigests())
        let widgets = try stores[0].load().widgets
        #expect(try stores[1].load().widgets == widgets && widgets.count == 699)
        let tops = try await stores[0].replicate { $0.summary().origins.map(\.top) }.0
        let otherTops = try await stores[1].replicate { $0.summary().origins.map(\.top) }.0
        #expect(tops == otherTops)
        // Kept up with each change, it is what reading everything gives.
        stores[0].close()
        let again = try WidgetStore.open(configurations[0]).0
        let readAnew = try await again.contentDigests()
        #expect(readAnew == kept)
    }

    @Test("a changed value is found by its bucket, also where every stamp is equal")
    func verify() async throws {
        try await store.write { try $0.put(.sample(1, name: "a")) }
        let before = try store.valueDigests()
        let stamps = try await store.contentDigests()
        try store.execute("UPDATE widget SET name = 'b'")
        let after = try store.valueDigests()
        let stampsAfter = try await store.contentDigests()
        #expect(stampsAfter == stamps)
        let buckets = (0..<RollingDigest.buckets).filter { before[1]?[$0] != after[1]?[$0] }
        #expect(buckets == [RollingDigest.bucket(RowID(WidgetID.sample(1)))])
        #expect(try store.rows(inBucket: buckets[0], of: 1).map(\.row.row.id) == [RowID(WidgetID.sample(1))])
    }

    @Test("an edit that lost is told, and of each row and in all only some are kept")
    mutating func conflicts() async throws {
        place.now = place.now + .hours(1)
        try await store.write { try $0.put(.sample(1, name: "mine")) }
        try await peer.send([try peer.introduction()], to: store)
        for number in 0..<20 { try await peer.send([try peer.transaction([.update(.sample(1), [3: .text("\(number)")])])], to: store) }
        let found = try store.conflicts(limit: 100)
        #expect(found.map(\.cell) == (12..<20).reversed().map { Cell(column: 3, .text("\($0)")) })
        #expect(found.allSatisfy { $0.loser == peer.origin && $0.winner.device == store.device && $0.loserClock < $0.winnerClock })
        #expect(try names() == ["mine"])
    }

    @Test("parameters that lost are told, and which of them are secret")
    mutating func lostParameters() async throws {
        place.now = place.now + .hours(1)
        var widget = Widget.sample(1)
        widget.parameters = ["city": .text("Oslo")]
        let mine = widget
        try await store.write { try $0.put(mine) }
        try await peer.send([try peer.introduction()], to: store)
        for parameters: Parameters in [[:], ["city": .text("Bergen"), "days": .integer(3), "token": .text("hidden")]] {
            let value = ParametersCoding.encode(.init(parameters, [:]))
            try await peer.send([try peer.transaction([.update(.sample(1), [SharedSchema.WidgetColumn.parameters.rawValue: .blob(value)])])], to: store)
        }
        let found = try store.conflicts(limit: 10)
        #expect(found.map(\.parameters) == [["city": .text("Bergen"), "days": .integer(3), "token": .text("hidden")], [:]])
        // No device has said what parameters the kind has, so any may be a secret.
        #expect(found.map(\.secrets) == [["city", "days", "token"], []])
    }

    @Test("the log is cut behind what every member has, and a member that says nothing holds it until it is evicted")
    mutating func collecting() async throws {
        try await peer.send([try peer.introduction()], to: store)
        for number in 0..<1_300 { try await store.write { try $0.put(.sample(2, name: "\(number)")) } }
        #expect(try store.value("SELECT count(*) FROM log") == 1_302)
        let (device, date) = (peer.device, place.now)
        try await store.replicate { replica in try replica.acknowledge(replica.summary().origins, by: device) }
        for number in 0..<130 { try await store.write { try $0.put(.sample(2, name: "again \(number)")) } }
        let kept: Int = try #require(try store.value("SELECT count(*) FROM log"))
        #expect((1_000...1_302).contains(kept))
        #expect(try store.value("SELECT floor FROM vector WHERE origin = 1", as: Int.self) ?? 0 > 200)
        for number in 0..<1_300 { try await store.write { try $0.put(.sample(2, name: "more \(number)")) } }
        #expect(try store.value("SELECT count(*) FROM log", as: Int.self) ?? 0 > 1_300)
        try await store.write { try $0.setEvicted(device, at: date) }
        for number in 0..<130 { try await store.write { try $0.put(.sample(2, name: "last \(number)")) } }
        #expect(try store.value("SELECT count(*) FROM log", as: Int.self) ?? 0 < 1_200)
        #expect(try store.transactions(limit: 3).last?.operations.first?.change == .update([Cell(column: 3, .text("last 129"))]))
    }

    @Test("a place in the log is never given again, also after the log was emptied")
    func places() async throws {
        for number in 0..<5 { try await store.write { try $0.put(.sample(number)) } }
        let end = try await store.replicate { replica in
            try replica.storage.cutLog(replica.position.own, through: 100)
            return try replica.storage.end()
        }.0
        try await store.write { try $0.put(.sample(9)) }
        let entries = try await store.replicate { try $0.storage.log(after: end, limit: 10) }.0
        #expect(entries.map(\.transaction.sequence) == [7])
    }
}
