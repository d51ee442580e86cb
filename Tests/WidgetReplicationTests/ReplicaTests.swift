import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

/// The rules of `docs/replication.md`, each by itself.
@Suite struct ReplicaTests {
    let row = RowKey.widget(1)

    @Test func aDeleteWinsOverAnyLaterChange() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.perform(row.insert("clock"))
        try b.takeAll(from: a)
        try a.perform(row.delete)
        b.now = b.now + .hours(1)
        try b.perform(row.rename("later"))
        try b.takeAll(from: a)
        try a.takeAll(from: b)
        #expect(!a.isHere(row) && !b.isHere(row))
        #expect(throws: WidgetError.self) { try a.perform(row.insert("again")) }
    }

    @Test func aChangeOfARowThatIsntHereYetWaitsForIt() throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        try a.perform(row.insert("clock"))
        try b.takeAll(from: a)
        try b.perform(row.rename("wall clock"))
        try c.take(b.log().filter { $0.origin.device == b.id }, from: b)
        #expect(!c.isHere(row))
        try c.takeAll(from: a)
        #expect(c.name(row) == "wall clock")
    }

    @Test func equalClocksAreDecidedByTheOriginOnEveryDevice() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.perform(row.insert("clock"))
        try b.takeAll(from: a)
        a.now = a.now + .seconds(1)
        b.now = a.now
        try a.perform(row.rename("a"))
        try b.perform(row.rename("b"))
        try a.takeAll(from: b)
        try b.takeAll(from: a)
        #expect(a.name(row) == "b" && b.name(row) == "b")
    }

    @Test func theLaterChangeOfOneTransactionWins() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.perform(row.insert("clock"), row.rename("wall clock"))
        try b.takeAll(from: a)
        #expect(a.name(row) == "wall clock" && b.name(row) == "wall clock")
    }

    @Test func theLogIsCutBehindWhatAllMembersAcknowledged() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.takeAll(from: b)
        try a.perform(row.insert("clock"))
        #expect(try a.replica.collect() == 0)
        try b.takeAll(from: a)
        try a.replica.acknowledge(b.replica.summary().origins, by: b.id)
        #expect(try a.replica.collect() == 3)
        #expect(try a.log().isEmpty)
    }

    @Test func anAcknowledgementOfAnotherHistoryDoesntCount() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.takeAll(from: b)
        try b.takeAll(from: a)
        var states = b.replica.summary().origins
        for index in states.indices { states[index].top = ChainHash(rawValue: 7) }
        try a.replica.acknowledge(states, by: b.id)
        #expect(try a.replica.collect() == 0)
    }

    @Test func aSnapshotBringsRowsTombstonesHiddenFieldsAndChains() throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        let (gone, waiting) = (RowKey.widget(2), RowKey.widget(3))
        try a.perform(row.insert("clock"), gone.insert("gone"))
        try a.perform(gone.delete)
        try b.perform(waiting.insert("hidden"))
        let first = try b.log()
        try b.perform(waiting.rename("waits"))
        // Only the change comes to `a`, not the insert, which c has.
        var renaming = try TestDevice(4)
        try renaming.take(first, from: b)
        try renaming.perform(waiting.rename("waits"))
        try a.take(renaming.log().filter { $0.origin.device == renaming.id }, from: renaming)

        let vector = a.replica.summary().origins
        var place = SnapshotPlace.start
        while place.section != .end {
            let page = try a.replica.snapshotPage(at: place, vector: vector)
            try c.replica.merge(page)
            try c.replica.merge(page)
            place = page.next
        }
        try c.replica.takeOver(vector, now: c.now)
        try c.replica.finish()
        #expect(c.name(row) == "clock" && !c.isHere(gone))
        #expect(throws: WidgetError.self) { try c.perform(gone.insert("again")) }
        try c.take(first, from: b)
        #expect(c.name(waiting) == "waits")
        let number = try #require(c.replica.position.origins.number(of: a.replica.position.origin))
        #expect(try c.replica.storage.hash(number, 1) != nil, "the whole chain, not its top alone")
    }

    @Test func aRestoredBackupTakesANewLifeBeforeItWrites() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let backup = a
        try a.replica.setOwned(.kinds, [1], [2])
        try a.perform(row.insert("clock"))
        try b.takeAll(from: a)
        a = backup
        let old = a.replica.position.origin
        _ = try a.reconcile(with: b)
        #expect(a.replica.position.origin.incarnation > old.incarnation)
        #expect(a.replica.changes.reincarnation == .restored)
        try a.takeAll(from: b)
        #expect(a.name(row) == "clock", "what was lost comes back from others")
    }

    @Test func aForkIsClosedAndBothBranchesAreKept() throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        for _ in 0..<1 {
            try b.takeAll(from: a)
            try c.takeAll(from: a)
        }
        var copy = a
        try a.perform(RowKey.widget(1).insert("original"))
        try copy.perform(RowKey.widget(2).insert("copy"))
        try b.takeAll(from: a)
        try c.takeAll(from: copy)
        #expect(try b.reconcile(with: c).forks.map(\.differs) == [2])
        let forked = a.replica.position.origin
        for _ in 0..<1 {
            try b.replica.close(forked, after: 1, now: b.now)
            try b.replica.finish()
            try c.replica.close(forked, after: 1, now: c.now)
            try c.replica.finish()
        }
        try b.takeAll(from: c)
        try c.takeAll(from: b)
        for device in [b, c] { #expect(device.name(.widget(1)) == "original" && device.name(.widget(2)) == "copy") }
    }

    @Test func anInsertOnALostBranchIsKeptThoughAllItsFieldsWereOverwritten() throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        try b.takeAll(from: a)
        try a.perform(row.insert("clock"))
        try b.takeAll(from: a)
        b.now = b.now + .seconds(1)
        try b.perform(RowOperation(row, .update([Cell(column: 1, .text("kind")), Cell(column: 3, .text("wall clock"))])))
        try b.replica.close(a.replica.position.origin, after: 1, now: b.now)
        try b.replica.finish()
        try c.replica.close(a.replica.position.origin, after: 1, now: c.now)
        try c.takeAll(from: b)
        #expect(c.name(row) == "wall clock")
    }

    @Test func aTransactionFromTheFutureIsHeldWithAllBehindIt() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        a.now = a.now + .hours(24)
        try a.perform(row.insert("tomorrow"))
        let outcome = try b.takeAll(from: a)
        #expect(outcome.applied == 1 && outcome.held?.sequence == 2)
        // Its clock is set right: what was held is written anew, and taken.
        a.now = b.now
        #expect(try a.replica.restamp(a.replica.position.origin, after: 1, present: a.now, now: a.now))
        try a.replica.finish()
        #expect(try b.takeAll(from: a).held == nil)
        #expect(b.name(row) == "tomorrow")
    }

    @Test func twoDevicesWhoseClocksWereAheadTogetherAreBothTakenAgain() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let (right, second) = (a.now + .minutes(1), RowKey.widget(2))
        (a.now, b.now) = (right + .hours(87_600), right + .hours(87_600))
        try a.perform(row.insert("of a"))
        try b.takeAll(from: a)
        try b.perform(second.insert("of b"))
        try a.takeAll(from: b)
        // Both are set right, and the first gives up what stands in the future, the other one's changes too, which hears of it.
        (a.now, b.now) = (right, right)
        let lives = (a.replica.position.origin, b.replica.position.origin)
        #expect(try a.replica.restamp(lives.0, after: 1, present: right, now: right))
        try a.replica.finish()
        for origin in [lives.0, lives.1] { try b.replica.close(origin, after: 1, now: right) }
        try b.replica.finish()
        let held = try #require(try a.takeAll(from: b).held)
        #expect(held.origin == b.replica.position.origin)
        #expect(try b.replica.restamp(held.origin, after: held.sequence - 1, present: right, now: right))
        try b.replica.finish()
        try a.replica.close(held.origin, after: held.sequence - 1, now: right)
        #expect(try a.takeAll(from: b).held == nil)
        #expect(try b.takeAll(from: a).held == nil)
        try b.perform(row.rename("since"))
        #expect(try a.takeAll(from: b).held == nil)
        for device in [a, b] { #expect(device.name(row) == "since" && device.name(second) == "of b") }
    }

    @Test func aDifferenceShowsInTheDigest() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.perform(row.insert("clock"))
        try b.takeAll(from: a)
        try a.takeAll(from: b)
        #expect(try a.replica.digest().tables == b.replica.digest().tables)
        try a.perform(row.rename("wall clock"))
        let kept = try a.replica.digest()
        a.replica = Replica(a.replica.storage, position: try a.replica.storage.position(), random: { 0 })
        #expect(try a.replica.digest() == kept, "kept up is as computed")
        #expect(try a.replica.digest().tables != b.replica.digest().tables)
    }

    @Test func aGapAndAForeignHistoryAreRefusedAndNothingIsApplied() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.perform(row.insert("clock"))
        let log = try a.log()
        #expect(throws: ReplicationFault.gap(a.replica.position.origin, have: 0, got: 2)) { try b.take([log[1]], from: a) }
        var wrong = log
        wrong[1].frame.append(0)
        #expect(throws: ReplicationFault.brokenChain(a.replica.position.origin, sequence: 2)) { try b.take(wrong, from: a) }
        #expect(!b.isHere(row) && b.replica.summary().origins.count == 1)
    }

    @Test func aChangeOfADeviceThatNeverWasAMemberIsRefusedAlsoFromAMember() throws {
        var (a, b, leaf) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        // A leaf is in a list of its own, which gives it no part in the log.
        let cells = [Cell(column: 1, .blob(leaf.id.bytes)), Cell(column: 2, .text("hall")), Cell(column: 3, .integer(1))]
        try a.perform(RowOperation(RowKey(table: SharedSchema.leaf, id: RowID(leaf.id)), .insert(cells)))
        try b.takeAll(from: a)
        try leaf.perform(row.insert("clock"))
        var edit = try #require(try leaf.log().last)
        edit.sequence = 1
        edit.hash = ChainHash.start.next(edit.origin, sequence: 1, clock: edit.clock, frame: edit.frame)
        #expect(throws: ReplicationFault.forbidden("a transaction of \(leaf.id.short), which never was a member")) { try b.take([edit], from: a) }
        #expect(!b.isHere(row) && b.replica.summary().origins.count == 2)
        // The same change of a member is taken.
        let member = [Cell(column: 1, .blob(leaf.id.bytes))]
        try a.perform(RowOperation(RowKey(table: SharedSchema.device, id: RowID(leaf.id)), .insert(member)))
        try b.takeAll(from: a)
        try b.take([edit], from: a)
        #expect(b.isHere(row))
    }

    @Test func anInsertOnlyTableIsNeverChanged() throws {
        var a = try TestDevice(1)
        let revoked = RowKey(table: SharedSchema.revocation, id: RowID(a.id))
        try a.perform(RowOperation(revoked, .insert([Cell(column: 1, .blob(a.id.bytes)), Cell(column: 2, .integer(1))])))
        #expect(throws: ReplicationFault.self) { try a.perform(RowOperation(revoked, .update([Cell(column: 2, .integer(0))]))) }
        #expect(throws: ReplicationFault.self) { try a.perform(RowOperation(revoked, .delete)) }
    }
}
