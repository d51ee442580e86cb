import Testing
import WidgetCore

@testable import WidgetStore

@Suite("Decisions and idempotency keys")
struct LocalRowsTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    @Test("the newest decisions are read, oldest first: of all widgets or of one, after a sequence")
    func decisions() async throws {
        let sequences = try await store.write { transaction in
            try (1...6).map { try transaction.append(.sample($0, widget: .sample($0 % 2))) }
        }
        #expect(sequences == [1, 2, 3, 4, 5, 6])
        let all = try store.decisions(widget: nil, limit: 3)
        #expect(all.map(\.sequence) == [4, 5, 6])
        #expect(all.last?.decision == .sample(6, widget: .sample(0)))
        #expect(try store.decisions(widget: .sample(1), after: 1, limit: 10).map(\.sequence) == [3, 5])
    }

    @Test("the decision log is bounded, and its numbers go on after a start")
    func ring() async throws {
        try await store.write { transaction in
            for number in 1...10_300 { try transaction.append(.sample(number)) }
        }
        let count: Int = try #require(try store.value("SELECT count(*) FROM decision"))
        #expect((10_000...10_128).contains(count))
        store.close()
        let again = try place.open()
        #expect(try await again.write { try $0.append(.sample(0)) } == 10_301)
    }

    @Test("who draws which activities is there after a start, as it was last said")
    func activityTypes() async throws {
        let types = ["Delivery", "media"].map { StoredActivityType(type: ActivityType(name: $0, provider: "p"), fingerprint: "1:2") }
        try await store.write { try $0.setActivityTypes([StoredActivityType(type: ActivityType(name: "old", provider: "p"), fingerprint: "1:1")]) }
        try await store.write { try $0.setActivityTypes(types) }
        store.close()
        #expect(try place.open().load().activityTypes == types)
    }

    @Test("an action is new once, then running, then done with what it ended with, also across a start")
    func intents() async throws {
        let date = place.now
        func begin(_ store: WidgetStore) async throws -> IntentState {
            try await store.write { try $0.beginIntent(key: "k", widget: .sample(1), action: "drink", at: date) }
        }
        #expect(try await begin(store) == .new)
        #expect(try await begin(store) == .running(since: date))
        store.close()
        let again = try place.open()
        #expect(try again.load().pendingIntents == [PendingIntent(key: "k", widget: .sample(1), action: "drink", startedAt: date)])
        let error = WidgetError(.unavailable, "the provider crashed", cause: "signal 6")
        try await again.write { try $0.finishIntent(key: "k", error: error, at: date) }
        #expect(try await begin(again) == .done(error: error))
        try await again.write { try $0.finishIntent(key: "k", error: nil, at: date) }
        #expect(try await begin(again) == .done(error: nil))
        #expect(try again.load().pendingIntents.isEmpty)
    }

    @Test("a key that was used for another action is refused")
    func keyReuse() async throws {
        let date = place.now
        _ = try await store.write { try $0.beginIntent(key: "k", widget: .sample(1), action: "drink", at: date) }
        for (widget, action) in [(1, "reset"), (2, "drink")] {
            let error = try await #require(throws: WidgetError.self) {
                _ = try await store.write { try $0.beginIntent(key: "k", widget: .sample(widget), action: action, at: date) }
            }
            #expect(error.code == .invalidArgument && error.message.contains("idempotency_key"))
        }
    }

    @Test("keys are known for 48 hours")
    func expiry() async throws {
        let date = place.now
        try await store.write { transaction in
            _ = try transaction.beginIntent(key: "k", widget: .sample(1), action: "drink", at: date)
            try transaction.recordPlacement(key: "p", widget: .sample(1), at: date)
        }
        place.now = date + .hours(48)
        let known = try await store.write { [now = place.now] transaction in
            (try transaction.beginIntent(key: "k", widget: .sample(1), action: "drink", at: now), try transaction.placement(key: "p"))
        }
        #expect(known.0 == .running(since: date) && known.1 == .sample(1))
        place.now = place.now + .milliseconds(1)
        let forgotten = try await store.write { [now = place.now] transaction in
            (try transaction.beginIntent(key: "k", widget: .sample(1), action: "drink", at: now), try transaction.placement(key: "p"))
        }
        #expect(forgotten.0 == .new && forgotten.1 == nil)
    }
}
