import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A reload's effects and its reason are never apart, wherever the daemon is killed.
@Suite(.timeLimit(.minutes(30))) struct DecisionKillTests {
    @Test(arguments: [false, true]) func aTimelineThatIsStoredIsExplainedAfterAKill(isPushed: Bool) throws {
        let daemon = try PushedDaemon(["--developer-mode"])
        let id = try daemon.place()
        for round in 1...10 {
            try daemon.write("\(round)")
            let before = try daemon.fixture.client().decisions(widget: id).decisions.last?.sequence ?? 0
            if isPushed { try daemon.push() } else { _ = try daemon.fixture.client().reload(.widget(id)) }
            _ = try daemon.fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "\(round)" } }
            // The shown entry is stored.
            daemon.fixture.stop(SIGKILL)
            try daemon.fixture.start()
            let decisions = try daemon.fixture.client().decisions(widget: id, after: before).decisions
            #expect(decisions.map(\.event) == [.reloadRequested, .reloadStarted, .timelineAccepted, .entryShown], "kill \(round)")
            #expect(decisions.prefix(3).allSatisfy { $0.cause == (isPushed ? .push : .explicit) })
            let shown = try daemon.fixture.client().explain(id).shown
            #expect(shown.rule == "timeline-accepted" && shown.shownAt == decisions.last?.time)
        }
    }

    @Test func aPushThatWasTakenIsExplainedAfterAKill() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        #expect(try daemon.end(of: daemon.push()).event == .delivered)
        for round in 1...10 {
            // It waits for its budget.
            let push = try daemon.push()
            daemon.fixture.stop(SIGKILL)
            try daemon.fixture.start()
            #expect(try daemon.events(push) == [.arrived, .stored], "kill \(round)")
            let last = try #require(try daemon.fixture.client().decisions(widget: id).decisions.last { $0.event == .reloadRequested })
            #expect(last.outcome == .deferred && last.cause == .push && last.rule == "minimum-spacing")
        }
    }
}
