import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("What is written is there after the next start")
struct RoundTripTests {
    let place: TestStore
    init() throws { place = try TestStore() }

    /// Opens the store anew and loads it.
    private func reloaded(_ store: WidgetStore) throws -> StoredState {
        store.close()
        return try place.open().load()
    }

    @Test("widgets, with parameters of every type, in the order of their placing")
    func widgets() async throws {
        let store = try place.open()
        let first = Widget.sample(
            1, name: "Küche ☕", parameters: ["text": .text("a"), "integer": .integer(-5), "number": .number(0.25), "boolean": .boolean(false)])
        let second = Widget(id: .sample(2), kind: "caffeine", family: .accessoryCorner, placedAt: .init(milliseconds: -1))
        try await store.write { transaction in
            try transaction.put(second)
            try transaction.put(first)
        }
        #expect(try reloaded(store).widgets == [first, second])
    }

    @Test("kinds with the fingerprint of their provider; those that are gone are gone")
    func kinds() async throws {
        let store = try place.open()
        let kept = StoredKind(
            kind: Kind(
                id: "caffeine", provider: "caffeine", displayName: "Caffeine", families: [.systemSmall, .systemMedium],
                parameters: [ParameterDefinition(name: "limit", type: .integer, isRequired: true, defaultValue: .integer(400), minimum: 0, maximum: 1_000)],
                aliases: ["coffee"], texture: .paper, containerBackgroundRemovable: false),
            fingerprint: "one")
        let gone = StoredKind(kind: Kind(id: "agenda", displayName: "Agenda", families: [.systemLarge]), fingerprint: "two")
        try await store.write { try $0.setKinds([kept, gone]) }
        try await store.write { try $0.setKinds([kept]) }
        #expect(try reloaded(store).kinds == [kept])
    }

    @Test("that a provider fails, beside the last good timeline or without one, until the next timeline comes; another device reads the same")
    func failures() async throws {
        let store = try place.open()
        let failure = TimelineFailure(reason: "no such city", since: Timestamp(milliseconds: 1_700_000_001_234))
        let timeline = try await store.write { transaction in
            for number in 1...2 { try transaction.put(.sample(number)) }
            let timeline = try transaction.setTimeline(.sample(1), .sample([1]), receivedAt: Timestamp(milliseconds: 0))
            for number in 1...2 { try transaction.setTimelineFailure(.sample(number), failure) }
            return timeline
        }
        await #expect(throws: WidgetError.self, "it isn't placed") { try await store.write { try $0.setTimelineFailure(.sample(3), failure) } }
        store.close()
        let again = try place.open()
        let state = try again.load()
        #expect(state.timelines == [.sample(1): timeline] && state.failures == [.sample(1): failure, .sample(2): failure] && state.damaged.isEmpty)
        var changes = ReplicaChanges()
        changes.owned = [OwnedKey(device: again.device, set: OwnedSet.timelines.rawValue): [WidgetID.sample(1).bytes, WidgetID.sample(2).bytes]]
        let read = try again.read(changes)
        #expect(read.timelines[again.device] == [.sample(1): timeline, .sample(2): nil])
        #expect(read.failures[again.device] == [.sample(1): failure, .sample(2): failure])
        try await again.write { _ = try $0.setTimeline(.sample(1), .sample([1]), receivedAt: Timestamp(milliseconds: 0)) }
        #expect(try again.load().failures == [.sample(2): failure])
    }

    @Test("timelines, with relevance, policy and the bytes of archives and images", arguments: [ReloadPolicy.atEnd, .after(.init(milliseconds: 77)), .never])
    func timelines(policy: ReloadPolicy) async throws {
        let store = try place.open()
        var provided = ProvidedTimeline.sample([1, 2, 1], images: [9])
        provided.policy = policy
        provided.entries[1].relevance = EntryRelevance(score: 3.5, duration: .minutes(5))
        provided.entries[2].isRedrawn = true
        let received = Timestamp(milliseconds: 1_700_000_001_234)
        let timeline = try await store.write { [provided] transaction in
            try transaction.put(.sample(1))
            return try transaction.setTimeline(.sample(1), provided, receivedAt: received)
        }
        #expect(timeline.entries.map(\.archive) == [.sample(1), .sample(2), .sample(1)])
        #expect(timeline.entries.map(\.relevance) == [nil, EntryRelevance(score: 3.5, duration: .minutes(5)), nil])
        #expect(timeline.entries.map(\.isRedrawn) == [false, false, true])
        #expect(timeline.receivedAt == received && timeline.policy == policy)

        store.close()
        let again = try place.open()
        #expect(try again.load().timelines == [.sample(1): timeline])
        #expect(try again.archive(.sample(2)) == sampleBytes(2, 64))
        #expect(try again.archives([.sample(1), .sample(2), .sample(3)]) == [.sample(1): sampleBytes(1, 64), .sample(2): sampleBytes(2, 64)])
        let image = try #require(try again.content(.sample(9)))
        #expect(image.data == sampleBytes(9, 64) && image.mediaType == "image/png")
    }

    @Test("reload records")
    func reloadRecords() async throws {
        let store = try place.open()
        let full = ReloadRecord(
            nextReload: .init(milliseconds: 5), rule: "retry", failures: 3, lastError: "it hung", lastReloadAt: .init(milliseconds: 4), pending: .interaction,
            deferred: .push,
            budget: BudgetState(
                own: TokenBucket(credit: 6, settledAt: .init(milliseconds: 7)), push: TokenBucket(credit: 8, settledAt: .init(milliseconds: 9)),
                lastSpentAt: .init(milliseconds: 10), lastSeenAt: .init(milliseconds: 11), chosen: try ReloadBudget(perDay: 7, capacity: 3)))
        try await store.write { transaction in
            for number in 1...2 { try transaction.put(.sample(number)) }
            try transaction.setReloadRecord(.sample(1), ReloadRecord(failures: 9))
            try transaction.setReloadRecord(.sample(1), full)
            try transaction.setReloadRecord(.sample(2), ReloadRecord())
            // A batch that was decided before the widget was removed comes to the disk after it.
            try transaction.setReloadRecord(.sample(3), full)
        }
        #expect(try reloaded(store).reloadRecords == [.sample(1): full, .sample(2): ReloadRecord()])
    }

    @Test("a widget that is removed takes its timeline and its reload record with it")
    func removal() async throws {
        let store = try place.open()
        try await store.write { transaction in
            try transaction.put(.sample(1))
            try transaction.put(.sample(2))
            try transaction.setTimeline(.sample(1), .sample([1]), receivedAt: .init(milliseconds: 1))
            try transaction.setReloadRecord(.sample(1), ReloadRecord(failures: 1))
        }
        try await store.write { try $0.remove(.sample(1)) }
        let state = try reloaded(store)
        #expect(state.widgets.map(\.id) == [.sample(2)])
        #expect(state.timelines.isEmpty && state.reloadRecords.isEmpty)
    }

    @Test("a row that can't be understood is named, and the rest is loaded")
    func damagedRow() async throws {
        let store = try place.open()
        try await store.write { transaction in
            for number in 1...3 { try transaction.put(.sample(number)) }
        }
        try store.execute("UPDATE widget SET parameters = x'ffff' WHERE id = x'\(WidgetID.sample(2).hex)'")
        let state = try reloaded(store)
        #expect(state.widgets.map(\.id) == [.sample(1), .sample(3)])
        #expect(state.damaged.count == 1 && state.damaged[0].contains("\(WidgetID.sample(2))"))
    }

    @Test("a timeline for a widget that was removed meanwhile is refused")
    func lateTimeline() async throws {
        let store = try place.open()
        let error = try await #require(throws: WidgetError.self) {
            try await store.write { try $0.setTimeline(.sample(1), .sample([1]), receivedAt: .init(milliseconds: 1)) }
        }
        #expect(error.code == .notFound)
        #expect(try store.archive(.sample(1)) == nil)
    }
}

extension WidgetID {
    /// As SQL writes a blob.
    var hex: String { description.filter { $0 != "-" } }
}
