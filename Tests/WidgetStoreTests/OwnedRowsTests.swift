import Testing
import WidgetCore

@testable import WidgetStore

@Suite("Owned rows have versions and no log")
struct OwnedRowsTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private func kind(_ id: String, fingerprint: String = "1") -> StoredKind {
        StoredKind(kind: Kind(id: id, displayName: id, families: [.systemSmall]), fingerprint: fingerprint)
    }

    private func versions() throws -> [String] {
        let text = "CAST(id AS TEXT) || ' ' || counter || CASE WHEN value IS NULL THEN ' gone' ELSE '' END"
        return try store.values(#"SELECT \#(text) FROM owned WHERE "set" = 1 ORDER BY counter"#)
    }

    @Test("each row that changes gets the next version of its set; those that don't change keep theirs; one that goes keeps its place")
    func versionsRise() async throws {
        try await store.write { [self] in try $0.setKinds([kind("a"), kind("b"), kind("c")]) }
        #expect(try versions() == ["a 1", "b 2", "c 3"])
        try await store.write { [self] in try $0.setKinds([kind("a"), kind("b", fingerprint: "2")]) }
        #expect(try versions() == ["a 1", "b 4", "c 5 gone"])
        #expect(try store.value(#"SELECT counter FROM owned_set WHERE "set" = 1"#) == 5)
        #expect(try store.value("SELECT count(*) FROM log") == 1, "the device's own row alone")
    }

    @Test("versions go on after a start, and one that was rolled back is given again")
    func versionsPersist() async throws {
        try await store.write { [self] in try $0.setKinds([kind("a")]) }
        await #expect(throws: WidgetError.self) {
            try await store.write { [self] transaction in
                try transaction.setKinds([kind("b")])
                throw WidgetError(.aborted, "no")
            }
        }
        store.close()
        let again = try place.open()
        try await again.write { [self] in try $0.setKinds([kind("a"), kind("d")]) }
        #expect(try again.values(#"SELECT counter FROM owned ORDER BY counter"#) == [1, 2])
        again.close()
    }

    @Test("a timeline is no transaction of the log, whatever the widgets in it")
    func timelineHasNoLog() async throws {
        try await store.write { try $0.put(.sample(1)) }
        try await store.write { try $0.setTimeline(.sample(1), .sample([1]), receivedAt: .init(milliseconds: 1)) }
        try await store.write { try $0.setTimeline(.sample(1), .sample([2]), receivedAt: .init(milliseconds: 2)) }
        #expect(try store.value("SELECT count(*) FROM log") == 2)
        #expect(try store.value(#"SELECT counter FROM owned WHERE "set" = 2"#) == 2)
    }
}

@Suite("Archives and images are kept once")
struct ContentTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private func set(_ widget: Int, _ archives: [Int], images: [Int] = []) async throws {
        try await store.write { transaction in
            try transaction.put(.sample(widget))
            try transaction.setTimeline(.sample(widget), .sample(archives, images: images), receivedAt: .init(milliseconds: 1))
        }
    }

    private func count() throws -> Int? { try store.value("SELECT count(*) FROM content_data") }

    @Test("the same archive in several entries and widgets is one")
    func once() async throws {
        try await set(1, [1, 1, 2])
        try await set(2, [1, 2, 2], images: [7])
        #expect(try count() == 3)
        #expect(try store.values("SELECT refs FROM content ORDER BY digest") == [2, 2, 1])
    }

    @Test("what no timeline names is still there for a moment, and then goes with a later write")
    func grace() async throws {
        try await set(1, [1, 2], images: [7])
        try await set(1, [2])
        #expect(try store.archive(.sample(1)) != nil && store.content(.sample(7)) != nil)
        place.now = place.now + .minutes(5) + .milliseconds(1)
        try await set(1, [2, 3])
        #expect(try store.archive(.sample(1)) == nil && store.content(.sample(7)) == nil)
        #expect(try store.archive(.sample(2)) != nil && store.archive(.sample(3)) != nil)
        #expect(try count() == 2)
    }

    @Test("an archive that comes back in time is kept")
    func returns() async throws {
        try await set(1, [1])
        try await set(1, [2])
        try await set(2, [1])
        place.now = place.now + .hours(1)
        try await set(1, [3])
        #expect(try store.archive(.sample(1)) != nil)
    }

    @Test("an archive that another widget shows outlives the widget that brought it")
    func shared() async throws {
        try await set(1, [1])
        try await set(2, [1])
        try await store.write { try $0.remove(.sample(1)) }
        place.now = place.now + .hours(1)
        try await set(2, [1, 2])
        #expect(try store.archive(.sample(1)) != nil)
        try await store.write { try $0.remove(.sample(2)) }
        place.now = place.now + .hours(1)
        try await set(3, [9])
        #expect(try count() == 1)
    }
}
