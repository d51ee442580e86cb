import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("Shared rows are stamped and logged")
struct SharedRowsTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private func put(_ widget: Widget) async throws { try await store.write { try $0.put(widget) } }

    private func clocks(_ widget: WidgetID) throws -> FieldClocks {
        FieldClocks(bytes: try #require(try store.blob("SELECT clk FROM widget WHERE id = x'\(widget.hex)'")))
    }

    private func frame(_ sequence: Int) throws -> StoredFrame {
        try StoredFrame(serializedBytes: try #require(try store.blob("SELECT frame FROM log WHERE seq = \(sequence)")))
    }

    @Test("a new widget has every field stamped with its transaction")
    func insert() async throws {
        try await put(.sample(1))
        let clocks = try clocks(.sample(1))
        #expect(clocks.count == 7 && clocks[0]?.sequence == 2)
        #expect((1...6).allSatisfy { clocks[$0] == clocks[0] })
        #expect(clocks[1]?.clock.date == place.now)
        let operation = try #require(try frame(2).operations.first)
        #expect(operation.insert && operation.table == 1 && operation.cells.map(\.column) == [1, 2, 3, 4, 5, 6])
        #expect(try store.blob("SELECT device FROM widget") == store.device.bytes)
        #expect(Array(operation.row) == WidgetID.sample(1).bytes)
    }

    @Test("an edit stamps and logs the fields that changed, and no other")
    func update() async throws {
        try await put(.sample(1))
        place.now = place.now + .seconds(10)
        try await put(.sample(1, name: "desk"))
        let clocks = try clocks(.sample(1))
        #expect((1...6).map { clocks[$0]?.sequence } == [2, 2, 3, 2, 2, 2])
        #expect(clocks[3]?.clock.date == place.now)
        let operation = try #require(try frame(3).operations.first)
        #expect(!operation.insert && operation.cells.map(\.column) == [3] && operation.cells.first?.text == "desk")
    }

    @Test("where a widget stands is a field of its own: it is stamped when it is moved, kept across a restart, and back where it was is written too")
    func position() async throws {
        try await put(.sample(1))
        var moved = Widget.sample(1)
        moved.position = try WidgetPosition(page: 2, key: "0a", field: "widget")
        try await put(moved)
        #expect(try frame(3).operations.first?.cells.map(\.column) == [7])
        #expect(try store.load().widgets.map(\.position) == [moved.position])
        store.close()
        let again = try place.open()
        #expect(try again.load().widgets.map(\.position) == [moved.position])
        let known = moved
        var renamed = moved
        renamed.name = "desk"
        moved.position = .initial
        try await again.write { [moved] in _ = try $0.put(moved, insteadOf: known) }
        let written = try await again.write { [renamed] in try $0.put(renamed, insteadOf: known) }
        #expect(written.position == .initial && written.name == "desk", "both edits hold")
        again.close()
    }

    @Test("writing what is there already writes nothing")
    func unchanged() async throws {
        let widget = Widget.sample(1, parameters: ["b": .integer(1), "a": .text("x"), "c": .boolean(true)])
        try await put(widget)
        try await put(widget)
        #expect(try store.value("SELECT seq FROM vector") == 2)
        #expect(try store.value("SELECT count(*) FROM log") == 2)
    }

    @Test("an edit leaves what a peer changed meanwhile, and says how the widget then is")
    func editOfWhatIsOldByNow() async throws {
        var peer = Peer(9, at: place.now)
        try await peer.send([try peer.introduction()], to: store)
        let known = Widget.sample(1)
        try await put(known)
        place.now = place.now + .seconds(1)
        try await peer.send([try peer.transaction([.update(.sample(1), [3: .text("theirs")])], at: place.now)], to: store, at: place.now)
        place.now = place.now + .seconds(1)
        let wanted = Widget.sample(1, parameters: ["a": .integer(5)])
        let written = try await store.write { try $0.put(wanted, insteadOf: known) }
        #expect(written == .sample(1, name: "theirs", parameters: ["a": .integer(5)]))
        #expect(try store.load().widgets == [written])
        #expect(try clocks(.sample(1))[3]?.clock.date == place.now + Milliseconds(-1_000))
    }

    @Test("an edit of a widget that a peer removed meanwhile fails, and nothing of it is written")
    func editOfWhatIsGone() async throws {
        var peer = Peer(9, at: place.now)
        try await peer.send([try peer.introduction()], to: store)
        let known = Widget.sample(1)
        try await put(known)
        try await peer.send([try peer.transaction([.delete(.sample(1))])], to: store)
        let before: Int? = try store.value("SELECT count(*) FROM log")
        let wanted = Widget.sample(1, name: "desk")
        let error = try await #require(throws: WidgetError.self) {
            try await store.write { transaction in
                try transaction.append(.sample(1))
                return try transaction.put(wanted, insteadOf: known)
            }
        }
        #expect(error.code == .notFound)
        #expect(try store.load().widgets.isEmpty)
        #expect(try store.value("SELECT count(*) FROM log") == before)
        #expect(try store.value("SELECT count(*) FROM decision") == 0)
    }

    @Test("the id of a widget that is or was placed is used")
    func usedIDs() async throws {
        try await store.write { transaction in
            try transaction.put(.sample(1))
            try transaction.put(.sample(2))
            try transaction.remove(.sample(2))
        }
        let used = try await store.write { transaction in try (1...3).map { try transaction.isUsed(.sample($0)) } }
        #expect(used == [true, true, false])
    }

    @Test("what one transaction changes is one entry of the log, and transactions have no gaps")
    func oneFrame() async throws {
        try await store.write { transaction in
            for number in 1...3 { try transaction.put(.sample(number)) }
        }
        try await store.write { try $0.append(.sample(1)) }
        await #expect(throws: WidgetError.self) {
            try await store.write { transaction in
                try transaction.put(.sample(4))
                throw WidgetError(.aborted, "no")
            }
        }
        try await put(.sample(5))
        #expect(try store.values("SELECT seq FROM log ORDER BY lseq") == [1, 2, 3])
        #expect(try frame(2).operations.count == 3)
        #expect(try store.value("SELECT count(*) FROM widget") == 4)
    }

    @Test("the clock is kept with what it stamped and doesn't go back with the wall clock, also across a start")
    func clock() async throws {
        try await put(.sample(1))
        place.now = place.now + .hours(-5)
        try await put(.sample(1, name: "a"))
        store.close()
        let again = try place.open()
        try await again.write { try $0.put(.sample(1, name: "b")) }
        let clocks: [Int64] = try again.values("SELECT hlc FROM log ORDER BY seq")
        #expect(clocks.count == 4 && clocks == clocks.sorted() && Set(clocks).count == 4)
        #expect(try again.value("SELECT hlc FROM vector") == clocks.last)
    }

    @Test("a removed widget leaves a tombstone, and its id is never used again")
    func tombstone() async throws {
        try await put(.sample(1))
        try await store.write { try $0.remove(.sample(1)) }
        #expect(try store.value("SELECT seq FROM tombstone WHERE tbl = 1 AND id = x'\(WidgetID.sample(1).hex)'") == 3)
        #expect(try frame(3).operations.map(\.delete) == [true])
        let again = try await #require(throws: WidgetError.self) { try await put(.sample(1)) }
        #expect(again.code == .failedPrecondition)
        let twice = try await #require(throws: WidgetError.self) { try await store.write { try $0.remove(.sample(1)) } }
        #expect(twice.code == .notFound)
        #expect(try store.value("SELECT count(*) FROM log") == 3)
    }

    @Test("the log of a device that is alone stays short; sequence, floor and tombstones stay")
    func logTail() async throws {
        try await put(.sample(1))
        try await store.write { try $0.remove(.sample(1)) }
        for number in 0..<1_200 { try await put(.sample(2, name: "\(number)")) }
        let kept: Int = try #require(try store.value("SELECT count(*) FROM log"))
        #expect((1_000...1_128).contains(kept))
        let floor: Int = try #require(try store.value("SELECT floor FROM vector"))
        #expect(try store.value("SELECT min(seq) FROM log") == floor + 1)
        #expect(try store.value("SELECT seq FROM vector") == 1_203)
        #expect(try store.value("SELECT count(*) FROM tombstone") == 1)
    }
}

extension Decision {
    static func sample(_ number: Int, widget: WidgetID = .sample(1)) -> Decision {
        Decision(
            time: .init(milliseconds: Int64(number)), widget: widget, event: .reloadFailed, cause: .retry, outcome: .deferred, rule: "backoff",
            detail: "\(number)", until: .init(milliseconds: Int64(number) + 30_000))
    }
}
