import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetStore

@Suite("Relevance and pins")
struct RelevanceRowsTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private func record() throws -> RelevanceRecord {
        let date = Timestamp(milliseconds: 1_700_000_000_000)
        let archive = try ArchiveCodec.encode(try ViewTree.text("of use").archive(), family: .systemSmall)
        let contexts: [RelevantContext] = [
            .date(start: date, end: date + .hours(1), kind: .scheduled), .power(.mains), .network(name: "Büro"), .metered(true),
            .headphones(isConnected: false),
            .display(isAttached: true), .session(isLocked: true), .unsupported(.sleep, detail: "bedtime"),
        ]
        let groups: [RelevanceGroup] = [.automatic, .ungrouped, .named("g")]
        let cards = groups.map { group in
            ProvidedRelevance.Card(
                attribute: RelevanceAttribute(parameters: ["n": .integer(1)], contexts: contexts, group: group),
                entry: ProvidedEntry(date: date, archive: archive.bytes, digest: archive.digest))
        }
        return RelevanceRecord(
            fingerprint: "f", provided: ProvidedRelevance(family: .systemSmall, cards: cards), answeredAt: date, failures: 2, lastError: "away",
            nextAsk: date + .hours(1))
    }

    @Test("what a provider said is read as it was written, every clue and group of it")
    func roundTrip() async throws {
        let record = try record()
        let empty = RelevanceRecord(fingerprint: "g")
        try await store.write { transaction in
            try transaction.setRelevance("k", record)
            try transaction.setRelevance("new", empty)
            try transaction.setRelevance("gone", empty)
        }
        try await store.write { try $0.setRelevance("gone", nil) }
        store.close()
        let state = try place.open().load()
        #expect(state.relevance == ["k": record, "new": empty] && state.damaged.isEmpty)
    }

    @Test("a row that can't be read is named and left out, so that the provider is asked anew")
    func damaged() async throws {
        let record = try record()
        try await store.write { try $0.setRelevance("k", record) }
        try store.execute("UPDATE relevance SET response = x'ff'")
        let state = try store.load()
        #expect(state.relevance.isEmpty && state.damaged.first?.hasPrefix("relevance of k") == true)
    }

    @Test("pins keep their order, take in only what is placed, and go with the widget")
    func pins() async throws {
        try await store.write { transaction in
            for number in 1...3 { try transaction.put(.sample(number)) }
            try transaction.setPins([.sample(3), .sample(1), .sample(9)])
        }
        #expect(try store.load().pins == [.sample(3), .sample(1)])
        try await store.write { try $0.remove(.sample(3)) }
        #expect(try store.load().pins == [.sample(1)])
    }
}
