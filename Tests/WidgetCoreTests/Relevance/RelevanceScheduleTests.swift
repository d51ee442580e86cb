import Testing
import WidgetCore

/// A schedule that expectations can call.
private final class TestSchedule {
    private var schedule = RelevanceSchedule()

    init(records: [String: RelevanceRecord] = [:]) { schedule = RelevanceSchedule(records: records) }

    var records: [String: RelevanceRecord] { schedule.records }
    var nextDate: Timestamp? { schedule.nextDate }
    func set(installed: [String: String], known: Set<String>, at date: Timestamp) -> [String] { schedule.set(installed: installed, known: known, at: date) }
    func invalidate(_ kind: String, at date: Timestamp) -> ReloadOutcome? { schedule.invalidate(kind, at: date) }
    func due(at date: Timestamp, limit: Int) -> [String] { schedule.due(at: date, limit: limit) }
    func finish(_ kind: String, _ result: Result<ProvidedRelevance, WidgetError>, at date: Timestamp) { schedule.finish(kind, result, at: date) }
    func clockChanged(at date: Timestamp) { schedule.clockChanged(at: date) }
    func cancel(_ kind: String, at date: Timestamp) { schedule.cancel(kind, at: date) }
}

@Suite("When providers are asked for relevance")
struct RelevanceScheduleTests {
    private let schedule = TestSchedule()

    init() { _ = schedule.set(installed: ["k": "1"], known: ["k"], at: noon) }

    private static func provided(_ contexts: RelevantContext...) -> ProvidedRelevance {
        let entry = ProvidedEntry(date: noon, archive: [], digest: ContentDigest(of: []))
        return ProvidedRelevance(family: .systemSmall, cards: contexts.map { .init(attribute: RelevanceAttribute(contexts: [$0]), entry: entry) })
    }

    private func answer(_ contexts: RelevantContext..., at date: Timestamp = noon) {
        _ = schedule.due(at: date, limit: 9)
        let entry = ProvidedEntry(date: noon, archive: [], digest: ContentDigest(of: []))
        let cards = contexts.map { ProvidedRelevance.Card(attribute: RelevanceAttribute(contexts: [$0]), entry: entry) }
        schedule.finish("k", .success(ProvidedRelevance(family: .systemSmall, cards: cards)), at: date)
    }

    @Test("one that couldn't be asked isn't tried again at once, unless somebody asked for it meanwhile")
    func cancelled() {
        #expect(schedule.due(at: noon, limit: 9) == ["k"])
        schedule.cancel("k", at: noon)
        #expect(schedule.nextDate == noon + .seconds(30) && schedule.due(at: noon, limit: 9).isEmpty)
        #expect(schedule.due(at: noon + .seconds(30), limit: 9) == ["k"])
        _ = schedule.invalidate("k", at: noon + .seconds(31))
        schedule.cancel("k", at: noon + .seconds(32))
        #expect(schedule.nextDate == noon + .seconds(32))
    }

    @Test("a kind that is new is asked at once, and while it is asked not again")
    func new() {
        #expect(schedule.nextDate == noon)
        #expect(schedule.due(at: noon, limit: 9) == ["k"])
        #expect(schedule.due(at: noon, limit: 9).isEmpty && schedule.nextDate == nil)
    }

    @Test("without a date among its clues it isn't asked again: never polled")
    func notPolled() {
        answer(.power(.battery))
        #expect(schedule.nextDate == nil)
        #expect(schedule.due(at: noon + .days(400), limit: 9).isEmpty)
    }

    @Test("when its last interval has passed, it is asked, but not more often than every five minutes")
    func lastInterval() {
        answer(minutes(10, 20), minutes(30, 40), .power(.mains))
        #expect(schedule.nextDate == noon + .minutes(40))
        answer(minutes(40, 41), at: noon + .minutes(40))
        #expect(schedule.nextDate == noon + .minutes(45))
        answer(minutes(0, 1), at: noon + .minutes(45))
        #expect(schedule.nextDate == nil, "what is over says that nothing more is coming")
    }

    @Test("a provider that changed is asked, one that came back as it was isn't")
    func changed() {
        answer(.power(.mains))
        #expect(schedule.set(installed: [:], known: ["k"], at: noon).isEmpty)
        #expect(schedule.set(installed: ["k": "1"], known: ["k"], at: noon).isEmpty)
        #expect(schedule.nextDate == nil)
        #expect(schedule.set(installed: ["k": "2"], known: ["k"], at: noon).isEmpty)
        #expect(schedule.nextDate == noon)
        #expect(schedule.records["k"]?.provided != nil, "what it said before stays until then")
    }

    @Test("a kind that is gone is forgotten")
    func gone() {
        answer(.power(.mains))
        #expect(schedule.set(installed: [:], known: [], at: noon) == ["k"])
        #expect(schedule.records.isEmpty)
    }

    @Test("failures keep what was said, and are tried again after 30 s, twice as long each time, an hour at most")
    func failures() {
        answer(.power(.mains))
        var date = noon
        var pauses: [Int64] = []
        for _ in 0..<10 {
            _ = schedule.invalidate("k", at: date)
            #expect(schedule.due(at: date, limit: 9) == ["k"])
            schedule.finish("k", .failure(WidgetError(.unavailable, "away")), at: date)
            pauses.append(((schedule.nextDate ?? date) - date).count / 1_000)
            date = date + .hours(2)
        }
        #expect(pauses == [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
        #expect(schedule.records["k"]?.provided?.cards.count == 1 && schedule.records["k"]?.lastError == "away")
        answer(.power(.mains), at: date)
        #expect(schedule.records["k"]?.failures == 0 && schedule.nextDate == nil)
    }

    @Test("invalidated while it is asked, it is asked once more; several times, once")
    func invalidated() {
        #expect(schedule.invalidate("k", at: noon) == .coalesced, "it is about to be asked")
        _ = schedule.due(at: noon, limit: 9)
        #expect(schedule.invalidate("k", at: noon) == .accepted)
        #expect(schedule.invalidate("k", at: noon) == .coalesced)
        schedule.finish("k", .success(Self.provided()), at: noon)
        #expect(schedule.due(at: noon, limit: 9) == ["k"])
        schedule.finish("k", .success(Self.provided()), at: noon)
        #expect(schedule.nextDate == nil)
        #expect(schedule.invalidate("other", at: noon) == nil)
    }

    @Test("only so many are asked at once")
    func limit() {
        _ = schedule.set(installed: ["a": "1", "b": "1", "c": "1"], known: ["a", "b", "c"], at: noon)
        #expect(schedule.due(at: noon, limit: 2) == ["a", "b"])
        #expect(schedule.due(at: noon, limit: 2).isEmpty)
        schedule.finish("a", .success(Self.provided()), at: noon)
        #expect(schedule.due(at: noon, limit: 2) == ["c"])
    }

    @Test("a clock that is set back doesn't make a pause of a year")
    func clock() {
        _ = schedule.due(at: noon, limit: 9)
        schedule.finish("k", .failure(WidgetError(.unavailable, "away")), at: noon)
        schedule.clockChanged(at: noon + .days(-365))
        #expect(schedule.nextDate == noon + .days(-365) + .seconds(30))
    }

    @Test("what was kept goes on after a restart")
    func restart() {
        var record = RelevanceRecord(fingerprint: "1", provided: Self.provided(minutes(0, 9)), nextAsk: noon + .minutes(9))
        record.answeredAt = noon
        let schedule = TestSchedule(records: ["k": record])
        #expect(schedule.nextDate == nil, "nobody is there to be asked")
        _ = schedule.set(installed: ["k": "1"], known: ["k"], at: noon)
        #expect(schedule.nextDate == noon + .minutes(9))
    }
}
