import Testing
import WidgetCore

@Suite("Clues say whether they are true, what they count, and why")
struct RelevanceSignalTests {
    static let known: [(RelevantContext, DeviceContext.Report, Bool)] = [
        (.power(.battery), .isOnBattery(true), true), (.power(.battery), .isOnBattery(false), false), (.power(.mains), .isOnBattery(false), true),
        (.network(name: "Office"), .networks(["Office", "vpn"]), true), (.network(name: "Office"), .networks(["Home"]), false),
        (.metered(true), .isMetered(true), true), (.metered(false), .isMetered(true), false),
        (.headphones(isConnected: true), .hasHeadphones(true), true), (.headphones(isConnected: false), .hasHeadphones(true), false),
        (.display(isAttached: true), .hasDisplay(true), true), (.display(isAttached: true), .hasDisplay(false), false),
        (.session(isLocked: true), .isLocked(true), true), (.session(isLocked: false), .isLocked(true), false),
    ]

    @Test("what the machine says makes them true or not, since it said so", arguments: known)
    func said(_ context: RelevantContext, _ report: DeviceContext.Report, _ isTrue: Bool) {
        var circumstances = DeviceContext()
        _ = circumstances.take(report, at: noon)
        let score = context.score(in: circumstances, at: noon + .minutes(1))
        #expect(score.isTrue == isTrue)
        #expect(score.since == (isTrue ? noon : nil))
        #expect(score.reason.isEmpty == isTrue)
        #expect(score.points > 0 && score.changesAt == nil)
    }

    @Test("what the machine doesn't say matches nothing, and the reason says what is missing", arguments: known.map(\.0))
    func unsaid(_ context: RelevantContext) {
        let score = context.score(in: DeviceContext(), at: noon)
        #expect(!score.isTrue && !score.reason.isEmpty)
    }

    @Test("location, fitness and sleep are understood, never true, and say so", arguments: RelevantContext.Unsupported.allCases)
    func unsupported(_ signal: RelevantContext.Unsupported) {
        let score = RelevantContext.unsupported(signal, detail: "x").score(in: DeviceContext(), at: noon)
        #expect(!score.isTrue && score.points == 0)
        #expect(score.reason.contains("never true here"))
    }

    @Test(
        "an interval holds from its start until before its end, and says when it changes",
        arguments: [(-1, false, 0), (0, true, 10), (9, true, 10), (10, false, nil), (11, false, nil)] as [(Int64, Bool, Int64?)])
    func interval(_ minute: Int64, _ isTrue: Bool, _ changes: Int64?) {
        let score = minutes(0, 10).score(in: DeviceContext(), at: noon + .minutes(minute))
        #expect(score.isTrue == isTrue)
        #expect(score.changesAt == changes.map { noon + .minutes($0) })
    }

    @Test("scheduled counts more than default, that more than informational")
    func dateKinds() {
        let points = [RelevantContext.DateKind.informational, .default, .scheduled].map { RelevancePoints.of(minutes(0, 1, $0)) }
        #expect(points == points.sorted() && Set(points).count == 3)
    }

    @Test("a network that stays keeps its date while others come and go")
    func networksSince() {
        var circumstances = DeviceContext()
        let isNew = [(["a"], 0), (["a", "b"], 1), (["a", "b"], 2)].map { circumstances.take(.networks($0), at: noon + .minutes($1)) }
        #expect(isNew == [true, true, false])
        #expect(RelevantContext.network(name: "a").score(in: circumstances, at: noon).since == noon)
        #expect(RelevantContext.network(name: "b").score(in: circumstances, at: noon).since == noon + .minutes(1))
    }
}
