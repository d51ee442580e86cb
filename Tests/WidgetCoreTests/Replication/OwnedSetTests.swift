import ReplicationTestSupport
import Testing
import WidgetCore

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

    /// A tap is shown until a timeline comes after it was performed: one that comes before its receipt would leave it shown for ever.
    @Test func whatBecameOfIntentsIsSentBeforeWhatKnowsIt() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let device = a.id
        for set in OwnedSet.allCases { try a.replica.setOwned(set, [1], [1]) }
        var link = TestLink(&a, &b)
        var sent: [Int] = []
        try link.deliver(&a, &b) { if case .owned(let update) = $0, update.key.device == device { sent.append(update.key.set) } }
        #expect(sent == [6, 1, 2, 3, 4, 5, 7, 8])
    }
}
