import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

@Suite struct OwnedSetTests {
    private func pair() throws -> (TestDevice, TestDevice) {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        for id in UInt8(0)..<3 { try a.replica.setOwned(.kinds, [id], [id]) }
        try send(a, to: &b)
        return (a, b)
    }

    private func key(_ a: TestDevice) -> OwnedKey { OwnedKey(device: a.id, set: OwnedSet.kinds.rawValue) }

    @discardableResult
    private func send(_ a: TestDevice, to b: inout TestDevice, base: OwnedVersion? = nil) throws -> Bool {
        let update = try #require(try a.replica.update(key(a), base: base ?? b.replica.position.owned[key(a)], after: nil))
        return try b.replica.apply(update, from: a.id)
    }

    @Test("A device that makes up sets doesn't fill the table: beyond its limit one that is new is refused, and those that are there go on")
    func wall() throws {
        var (mine, liar) = (try TestDevice(1), try TestDevice(2))
        try mine.takeAll(from: liar)
        func send(_ set: Int, _ counter: Int64) throws {
            let row = OwnedRow(id: [1], counter: counter, value: [1])
            let version = OwnedVersion(incarnation: liar.replica.position.origin.incarnation, counter: counter, digest: row.digest)
            let update = OwnedUpdate(
                key: OwnedKey(device: liar.id, set: set), version: version, isWhole: true, rows: [row], hasMore: false)
            _ = try mine.replica.apply(update, from: liar.id)
        }
        let free = ReplicationLimits.ownedSets - mine.replica.position.owned.count
        for set in 1...free { try send(set, 1) }
        #expect(throws: ReplicationFault.self) { try send(free + 1, 1) }
        try send(1, 2)
        #expect(mine.replica.position.owned.count == ReplicationLimits.ownedSets)
    }

    @Test func aDeltaBringsWhatChangedAndWhatWasRemoved() throws {
        var (a, b) = try pair()
        try a.replica.setOwned(.kinds, [0], nil)
        try a.replica.setOwned(.kinds, [1], [9])
        let update = try #require(try a.replica.update(key(a), base: b.replica.position.owned[key(a)], after: nil))
        #expect(update.rows.count == 2 && !update.isWhole)
        #expect(try b.replica.apply(update, from: a.id))
        #expect(try b.replica.storage.owned(key(a), [0])?.value == nil)
        #expect(try b.replica.storage.owned(key(a), [1])?.value == [9])
        #expect(b.replica.position.owned[key(a)] == a.replica.position.owned[key(a)])
    }

    @Test func aDeltaOverTheWrongBaseIsNoticedAndTheWholeSetHeals() throws {
        var (a, b) = try pair()
        var wrong = try #require(b.replica.position.owned[key(a)])
        wrong.counter = 4
        try a.replica.setOwned(.kinds, [0], [7])
        try a.replica.setOwned(.kinds, [1], [9])
        #expect(try !send(a, to: &b, base: wrong))
        #expect(try send(a, to: &b))
        #expect(b.replica.position.owned[key(a)] == a.replica.position.owned[key(a)])
    }

    @Test func whatOthersSayOfThisDevicesRowsIsNeverTaken() throws {
        var (a, b) = try pair()
        let update = OwnedUpdate(
            key: key(a), version: OwnedVersion(incarnation: Incarnation(rawValue: .max), counter: 1, digest: 0), isWhole: true, rows: [], hasMore: false)
        #expect(try a.replica.apply(update, from: b.id))
        #expect(try a.replica.owned(.kinds, [1]) == [1])
    }

    @Test func aNewLifeIssuesTheRowsAnewAndEmptiesSetsThatTheBackupLost() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let backup = a
        try a.replica.setOwned(.kinds, [1], [1])
        try send(a, to: &b)
        a = backup
        _ = try a.reconcile(with: b)
        #expect(try send(a, to: &b))
        #expect(try b.replica.storage.owned(key(a), [1]) == nil)
    }

    /// Two machines with one disk write under one number. A device that has heard one of them keeps to that, until nobody can say any more which is right.
    @Test(arguments: [false, true]) func ofTwoStatesWithOneNumberOfADeviceThatIsGoneAllTakeTheSame(isRevoked: Bool) throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        var (toB, toC) = (TestLink(&a, &b), TestLink(&a, &c))
        try toB.deliver(&a, &b)
        try toC.deliver(&a, &c)
        var copy = a
        try a.replica.setOwned(.kinds, [1], [1])
        try copy.replica.setOwned(.kinds, [1], [2])
        try send(a, to: &b)
        try send(copy, to: &c)
        if isRevoked {
            let row = RowKey(table: SharedSchema.revocation, id: RowID(a.id))
            try b.perform(RowOperation(row, .insert([Cell(column: 1, .blob(a.id.bytes)), Cell(column: 2, .integer(1))])))
        }
        let before = [b, c].map { $0.replica.position.owned[key(a)] }
        for _ in 0..<2 {
            var link = TestLink(&b, &c)
            try link.deliver(&b, &c)
        }
        let after = [b, c].map { $0.replica.position.owned[key(a)] }
        if isRevoked { #expect(after[0] == after[1] && before.contains(after[0])) } else { #expect(after == before) }
        #expect(try (b.replica.storage.owned(key(a), [1]) == c.replica.storage.owned(key(a), [1])) == isRevoked)
    }

    @Test(arguments: UInt8(0)..<6) func ofADeviceThatIsGoneWhatIsWholeIsTakenForWhatCameInPart(value: UInt8) throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        try a.replica.setOwned(.kinds, [1], [value])
        var (toB, toC) = (TestLink(&a, &b), TestLink(&a, &c))
        try toB.deliver(&a, &b)
        try toC.deliver(&a, &c)
        let known = try #require(a.replica.position.owned[key(a)])
        try fill(.kinds, of: &a)
        let first = try #require(try a.replica.update(key(a), base: known, after: nil))
        #expect(try first.hasMore && b.replica.apply(first, from: a.id))
        let row = RowKey(table: SharedSchema.revocation, id: RowID(a.id))
        try c.perform(RowOperation(row, .insert([Cell(column: 1, .blob(a.id.bytes)), Cell(column: 2, .integer(1))])))
        // On the link that is there when it is revoked.
        var link = TestLink(&b, &c)
        try link.deliver(&b, &c)
        #expect(b.replica.position.owned[key(a)] == known && c.replica.position.owned[key(a)] == known)
        #expect(try b.replica.storage.owned(key(a), after: 0, limit: 10).map(\.id) == [[1]])
        #expect(try link.here.isCaughtUp(with: b.replica) && link.there.isCaughtUp(with: c.replica))
    }

    /// A tap is shown until a timeline comes after it was performed: one that comes before its receipt would leave it shown for ever.
    @Test func whatBecameOfIntentsIsSentBeforeWhatKnowsIt() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let device = a.id
        for set in OwnedSet.allCases { try a.replica.setOwned(set, [1], [1]) }
        var link = TestLink(&a, &b)
        var sent: [Int] = []
        try link.deliver(&a, &b) { if case .owned(let update) = $0, update.key.device == device { sent.append(update.key.set) } }
        #expect(sent == [6, 1, 2, 3, 4, 5, 7, 8, 9])
    }

    /// The messages that a session sends of the sets as they are now, in one step.
    private func sent(_ session: inout PeerSession, _ device: inout TestDevice) throws -> [OwnedUpdate] {
        try session.changed(&device.replica, SessionTime(wall: device.now, uptime: 0)).compactMap {
            if case .send(.owned(let update)) = $0 { update } else { nil }
        }
    }

    /// Rows of which a message takes 1,000, more than a step sends.
    private func fill(_ set: OwnedSet, of device: inout TestDevice, rows: UInt16 = 1_500) throws {
        for row in 0..<rows { try device.replica.setOwned(set, [UInt8(row >> 8), UInt8(row & 255)], [UInt8](repeating: 1, count: 100)) }
    }

    @Test func intentsThatEndWhileTimelinesAreSentGoBeforeTheRest() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        var link = TestLink(&a, &b)
        try link.deliver(&a, &b)
        var session = link.here
        try fill(.timelines, of: &a)
        #expect(try sent(&session, &a).map(\.hasMore) == [true])
        try a.replica.setOwned(.intents, [1], [1])
        try a.replica.setOwned(.timelines, [1], [2])
        #expect(try sent(&session, &a).map(\.key.set) == [OwnedSet.intents.rawValue, OwnedSet.timelines.rawValue])
    }

    @Test func ofASetThatIsHereInPartNothingIsPassedOnYet() throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        try a.replica.setOwned(.kinds, [1], [1])
        try send(a, to: &b)
        var link = TestLink(&b, &c)
        try link.deliver(&b, &c)
        var session = link.here
        // Later than what the third one has, and then the beginning of more.
        try a.replica.setOwned(.kinds, [2], [2])
        try send(a, to: &b)
        try fill(.kinds, of: &a)
        let base = b.replica.position.owned[key(a)]
        let first = try #require(try a.replica.update(key(a), base: base, after: nil))
        #expect(try b.replica.apply(first, from: a.id))
        try b.replica.setOwned(.presence, [], [1])
        #expect(try sent(&session, &b).map(\.key) == [OwnedKey(device: b.id, set: OwnedSet.presence.rawValue)])
        let second = try #require(try a.replica.update(key(a), base: base, after: first.rows.last?.counter))
        #expect(try b.replica.apply(second, from: a.id))
        #expect(try sent(&session, &b).map(\.key) == [key(a)])
    }

    @Test func ofALongSetThatIsHereInPartNoPageIsSentAgainAndAgain() throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        try fill(.kinds, of: &a, rows: 3_000)
        var whole = TestLink(&a, &b)
        try whole.deliver(&a, &b)
        let base = b.replica.position.owned[key(a)]
        #expect(base == a.replica.position.owned[key(a)])
        try fill(.kinds, of: &a)
        #expect(try b.replica.apply(try #require(try a.replica.update(key(a), base: base, after: nil)), from: a.id))
        // The earlier part is two messages long, and its receiver could do nothing with it.
        var link = TestLink(&b, &c)
        var count = 0
        try link.deliver(&b, &c) { if case .owned(let update) = $0, update.key.set == OwnedSet.kinds.rawValue { count += 1 } }
        #expect(count == 0)
    }
}
