import Testing
import WidgetCore

@testable import WidgetStore

@Suite("Each widget keeps decisions of its own")
struct DecisionRowsTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private func decision(_ number: Int, _ widget: Int, _ event: Decision.Event = .timelineAccepted) -> Decision {
        Decision(time: .init(milliseconds: Int64(number)), widget: .sample(widget), event: event, rule: "policy-after", detail: "\(number)")
    }

    /// Widget 1 decides 30 times, of which the first is about its entry; then widget 2 very often.
    private func crowd() async throws {
        try await store.write { transaction in
            for number in 1...2 { try transaction.put(.sample(number)) }
            try transaction.append(decision(0, 1, .entryShown))
            for number in 1...30 { try transaction.append(decision(number, 1)) }
            for number in 1...20_000 { try transaction.append(decision(number, 2)) }
        }
    }

    @Test("what others decide doesn't push a widget's last decisions out, nor why its entry is shown; the log stays bounded")
    func shares() async throws {
        try await crowd()
        let kept = try store.decisions(widget: .sample(1), limit: 1_000).map(\.decision)
        #expect(kept.map(\.detail) == ["0"] + (11...30).map { "\($0)" })
        #expect(try store.shownDecision(of: .sample(1))?.detail == "0")
        let count: Int = try #require(try store.value("SELECT count(*) FROM decision"))
        #expect((10_000...10_149).contains(count))
    }

    @Test("a newer decision about the entry takes the older one's place, and newer decisions that of the oldest")
    func replaced() async throws {
        try await crowd()
        try await store.write { transaction in
            try transaction.append(decision(31, 1, .entryShown))
            for number in 1...12_000 { try transaction.append(decision(number, 2)) }
        }
        #expect(try store.decisions(widget: .sample(1), limit: 1_000).map(\.decision.detail) == (12...31).map { "\($0)" })
        #expect(try store.shownDecision(of: .sample(1))?.detail == "31")
    }

    @Test("a widget that is removed leaves nothing besides the newest of all")
    func removed() async throws {
        try await crowd()
        try await store.write { try $0.remove(.sample(1)) }
        #expect(try store.decisions(widget: .sample(1), limit: 1_000).isEmpty)
    }

    @Test("requests with which the same is done in a row are one decision, counted, with the last one's date and number")
    func folded() async throws {
        @Sendable func deferred(_ number: Int, _ rule: String = "budget") -> Decision {
            Decision(
                time: .init(milliseconds: Int64(number)), widget: .sample(1), event: .reloadRequested, cause: .push, outcome: .deferred, rule: rule,
                until: .init(milliseconds: 1_000 + Int64(number)))
        }
        try await store.write { transaction in
            for number in 1...5 {
                try transaction.append(deferred(number))
                try transaction.append(decision(number, 2))
            }
            try transaction.append(deferred(6, "minimum-spacing"))
            try transaction.append(deferred(7))
        }
        let kept = try store.decisions(widget: .sample(1), limit: 10)
        #expect(kept.map(\.decision.count) == [5, 1, 1])
        var first = deferred(5)
        first.count = 5
        #expect(kept.first?.decision == first)
        #expect(kept.map(\.sequence) == kept.map(\.sequence).sorted())
        #expect(try store.decisions(widget: nil, after: 8, limit: 10).map(\.sequence) == [9, 10, 11, 12])
    }
}
