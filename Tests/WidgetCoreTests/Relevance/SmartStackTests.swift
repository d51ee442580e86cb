import Testing
import WidgetCore

@Suite("The Smart Stack's order and members")
struct SmartStackTests {
    @Test("a card is there while all of its clues are true, and not before or after")
    func comesAndGoes() {
        var stack = StackFixture()
        stack.add("soon", when(minutes(0, 10), .power(.battery)))
        #expect(stack.shown().isEmpty)
        stack.hear(.isOnBattery(true))
        #expect(stack.shown(at: noon + .minutes(-1)).isEmpty)
        #expect(stack.shown() == ["soon#0"])
        #expect(stack.shown(at: noon + .minutes(10)).isEmpty)
        #expect(stack.arrange(at: noon + .minutes(-1)).nextChange == noon)
        #expect(stack.arrange().nextChange == noon + .minutes(10))
        #expect(stack.arrange(at: noon + .minutes(10)).nextChange == nil)
    }

    @Test("a card has the points of its best clue, and five more for each further one")
    func points() {
        var stack = StackFixture()
        stack.hear(.isOnBattery(true))
        stack.hear(.isLocked(true))
        stack.add("k", when(.power(.battery)), when(.power(.battery), .session(isLocked: true), minutes(0, 1), n: 1))
        #expect(stack.arrange().shown.map(\.score) == [70, 50])
    }

    @Test("score goes first, then scheduled before default before informational, then what came last")
    func order() {
        var stack = StackFixture()
        stack.hear(.isOnBattery(true), at: noon + .minutes(-5))
        stack.hear(.networks(["n"]), at: noon + .minutes(-3))
        stack.add("a", when(.power(.battery)), when(.network(name: "n"), n: 1))
        stack.add("b", when(minutes(-9, 9, .informational)), when(minutes(-9, 9), n: 1), when(minutes(-9, 9, .scheduled), n: 2))
        // The two of "a" have equal points: the network came later. A 70 of a widget's entry ranks between scheduled and default.
        stack.place("w", (-1, 1))
        #expect(stack.shown() == ["b#2", "w", "b#1", "a#1", "a#0", "b#0"])
    }

    @Test("among equal points a clue goes before an entry")
    func priority() {
        var stack = StackFixture()
        stack.hear(.hasHeadphones(true), at: noon + .minutes(-30))
        stack.add("a", when(.headphones(isConnected: true)))
        stack.place("w", (-1, 1))
        #expect(stack.arrange().shown.map(\.score) == [70, 70])
        #expect(stack.shown() == ["a#0", "w"])
    }

    @Test("an entry that is drawn again stays as relevant as it is, as long as it says")
    func drawnAgain() throws {
        var stack = StackFixture()
        stack.place("w", (-1, 1), (20, nil), lasting: 15)
        let expected = [noon, noon + .minutes(12), noon + .minutes(14)].map { stack.arrange(at: $0) }
        for minute in (1...30).reversed() {
            let entry = TimelineEntry(date: noon + .minutes(Int64(minute)), archive: ContentDigest(of: [1]), size: 1, isRedrawn: true)
            stack.contents.widgets[0].timeline?.entries.insert(entry, at: minute < 20 ? 1 : 2)
        }
        stack.contents.widgets[0].timeline?.entries.removeAll { $0.isRedrawn && $0.date == noon + .minutes(20) }
        let dates = try #require(stack.contents.widgets[0].timeline).entries.map(\.date)
        #expect(dates == dates.sorted() && dates.count == 31)
        #expect([noon, noon + .minutes(12), noon + .minutes(14)].map { stack.arrange(at: $0) } == expected)
        #expect(expected[0].shown[0].score > 0 && expected[2].shown[0].score == 0)
        #expect(stack.arrange(at: noon + .minutes(25)).shown[0].score == 0)
    }

    @Test("each provider's scores are scaled to its own greatest")
    func scaling() {
        var stack = StackFixture()
        stack.place("small", provider: "p", (-1, 1), (5, 4))
        stack.place("huge", provider: "q", (-1, 500), (5, 1_000))
        stack.place("none", provider: "p", (-1, 0))
        stack.place("negative", provider: "q", (-1, -5))
        let shown = stack.arrange().shown
        #expect(shown.map { stack.name(of: $0) }.prefix(2) == ["huge", "small"])
        #expect(shown.map(\.score) == [35, 17.5, 0, 0])
    }

    @Test(
        "an entry's relevance ends with its duration, or with the next entry",
        arguments: [(0, 5, true), (4, 5, true), (5, 5, false), (9, 0, true), (10, 0, false), (10, 60, false)] as [(Int64, Int64, Bool)])
    func duration(_ minute: Int64, _ lasting: Int64, _ isRelevant: Bool) {
        var stack = StackFixture()
        stack.place("w", (0, 3), (10, nil), lasting: lasting)
        let arrangement = stack.arrange(at: noon + .minutes(minute))
        #expect(arrangement.shown.first.map { $0.score > 0 } == isRelevant)
    }

    @Test("an entry that is yet to come counts from its date on")
    func future() {
        var stack = StackFixture()
        stack.place("w", (-5, nil), (3, 0), (7, 2))
        #expect(stack.arrange().nextChange == noon + .minutes(7))
        #expect(stack.arrange().shown[0].score == 0)
    }

    @Test("pinned widgets go first, in a user's order; one that was removed is passed over")
    func pins() {
        var stack = StackFixture()
        stack.add("soon", when(minutes(0, 1, .scheduled)))
        let a = stack.place("a")
        let b = stack.place("b", (0, 1))
        var random = SplitMix64(seed: 1)
        stack.contents.pins = [WidgetID(date: noon, using: &random), a, b]
        #expect(stack.shown() == ["a", "b", "soon#0"])
        #expect(stack.arrange().shown.map(\.isPinned) == [true, true, false])
    }

    @Test("it has ten places; what has none is told so, and the newest widgets fill what is left")
    func limit() {
        var stack = StackFixture()
        for number in 0..<20 { stack.place("w\(number)", placed: Int64(number)) }
        stack.add("soon", when(minutes(0, 1)))
        #expect(stack.shown() == ["soon#0"] + (11..<20).reversed().map { "w\($0)" })
        #expect(stack.arrange().absent.count == 11)
        #expect(stack.arrange().absent.allSatisfy { $0.exclusionReason == .noRoom })
    }

    @Test("several configurations that match show several cards; of one configuration, one")
    func configurations() {
        var stack = StackFixture()
        stack.hear(.isOnBattery(true))
        stack.add("k", when(.power(.battery), n: 1), when(minutes(0, 1), n: 1), when(.power(.battery), n: 2))
        #expect(stack.shown() == ["k#1", "k#2"])
        #expect(stack.arrange().absent.map(\.exclusionReason) == [.sameConfiguration])
    }

    @Test("ungrouped attributes have a card each")
    func ungrouped() {
        var stack = StackFixture()
        stack.add("k", when(minutes(0, 1), group: .ungrouped), when(minutes(0, 2), group: .ungrouped))
        #expect(stack.shown().count == 2)
    }

    @Test("of a named group one is shown, the best; the groups of two providers don't meet")
    func named() {
        var stack = StackFixture()
        stack.add("a", when(minutes(0, 1), group: .named("g")), when(minutes(0, 1), n: 1, group: .named("h")))
        stack.add("b", when(minutes(0, 5, .scheduled), group: .named("g")))
        stack.add("c", provider: "q", when(minutes(0, 1, .informational), group: .named("g")))
        #expect(stack.shown() == ["b#0", "a#1", "c#0"])
        #expect(stack.arrange().absent.map(\.exclusionReason) == [.group("g")])
        #expect(stack.shown(at: noon + .minutes(2)) == ["b#0"], "the others are over")
    }

    @Test("a card replaces its associated kind's widgets, where they are of its own provider, and takes their pin")
    func associated() {
        var stack = StackFixture()
        stack.add("card", replacing: "w", when(minutes(0, 1, .informational)))
        let mine = stack.place("mine", kind: "w")
        stack.place("other's", kind: "w", provider: "q", (0, 1))
        stack.contents.pins = [mine]
        #expect(stack.shown() == ["card#0", "other's"])
        #expect(stack.arrange().shown[0].replaces == [mine])
        #expect(stack.arrange().absent.map(\.exclusionReason) == [.replaced(by: "card")])
        #expect(stack.shown(at: noon + .minutes(1)) == ["mine", "other's"])
    }
}
