import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A push reloads the widgets that take it, when their budgets allow it, and the log says what became of it.
@Suite(.timeLimit(.minutes(10))) struct PushTests {
    @Test func aPushReloadsTheWidgetsOfItsAppAndIsDelivered() throws {
        let daemon = try PushedDaemon()
        let ids = [try daemon.place(), try daemon.place()]
        try daemon.write("1:0")
        let push = try daemon.push()
        for id in ids { _ = try daemon.fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "1:0" } } }
        #expect(try daemon.end(of: push).event == .delivered)
        #expect(try daemon.events(push) == [.arrived, .accepted, .delivered])
        #expect(daemon.lines("runs").count == 4)
        let decisions = try daemon.fixture.client().decisions(widget: ids[0], limit: 100).decisions
        #expect(decisions.count { $0.event == .timelineAccepted && $0.cause == .push } == 1)
    }

    @Test func whatTheBudgetDoesNotAllowNowIsStoredAndTheNewestServesTheOthers() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        #expect(try daemon.end(of: daemon.push()).event == .delivered)
        let (first, second) = (try daemon.push(), try daemon.push())
        #expect(try daemon.events(first) == [.arrived, .stored, .coalesced] && daemon.events(second) == [.arrived, .stored])
        let stored = try #require(try daemon.fixture.client().pushLog(push: second, limit: 10).lines.last)
        #expect(stored.hasUntil && stored.detail.contains("minimum spacing"), "\(stored.detail)")
        // A user reloads it: that serves the push too.
        _ = try daemon.fixture.client().reload(.widget(id))
        #expect(try daemon.end(of: second).event == .delivered)
    }

    @Test func onePushOfAFloodAtMostIsStoredAndNoneIsLost() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        let pushes = try (0..<200).map { _ in try daemon.push() }
        let open = try pushes.filter { push in try ![.delivered, .coalesced].contains(daemon.events(push).last) }
        #expect(open.count <= 2)
        #expect(try pushes.allSatisfy { try daemon.events($0).last != .discarded })
    }

    @Test func aPushThatIsNotToBeStoredIsTriedOnce() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        #expect(try daemon.end(of: daemon.push(keptFor: .seconds(-1))).event == .delivered)
        let line = try daemon.end(of: daemon.push(keptFor: .seconds(-1)))
        #expect(line.event == .discarded && line.detail.contains("apns-expiration"), "\(line.detail)")
    }

    @Test func explainAndSimulateKnowAPushThatWaitsForTheDaemonToWake() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        let push = try daemon.push(priority: 5)
        #expect(try daemon.events(push) == [.arrived, .stored])
        let held = try daemon.fixture.client().explain(id).heldPush
        #expect(held.hasDate && held.cause == .push && held.rule == "wake-up")
        #expect(try daemon.fixture.widgetctl("explain", id).output.contains("waits for the daemon to wake"))
        let forecast = try daemon.fixture.client().simulate(id, until: Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000)) + .hours(1))
        let started = try #require(forecast.steps.first { $0.decision.event == .reloadStarted })
        #expect(started.decision.cause == .push && started.paidFrom == .push && started.pushLeft == 7 && started.decision.time.seconds <= held.date.seconds)
    }

    @Test func whatExpiresBeforeTheBudgetAllowsItIsDiscarded() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        #expect(try daemon.end(of: daemon.push()).event == .delivered)
        let line = try daemon.end(of: daemon.push(keptFor: .seconds(5)))
        #expect(line.event == .discarded && line.detail.contains("expired"), "\(line.detail)")
        #expect(try daemon.fixture.client().explain(id).sentences.allSatisfy { !$0.contains("push is kept") })
    }

    @Test func aPushThatMayWaitGoesWithTheNextThatDoesNot() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        let patient = try daemon.push(priority: 5)
        #expect(try daemon.events(patient) == [.arrived, .stored])
        let urgent = try daemon.push()
        #expect(try daemon.end(of: patient).event == .delivered && daemon.end(of: urgent).event == .coalesced)
        #expect(daemon.lines("runs").count == 2)
    }

    @Test func aPushThatMayWaitIsServedByAReloadThatAnythingElseBegins() throws {
        let daemon = try PushedDaemon()
        let ids = [try daemon.place(), try daemon.place()]
        let push = try daemon.push(priority: 5)
        for id in ids {
            #expect(try daemon.events(push) == [.arrived, .stored])
            _ = try daemon.fixture.client().reload(.widget(id))
        }
        #expect(try daemon.end(of: push).event == .delivered && daemon.events(push) == [.arrived, .stored, .accepted, .delivered])
        #expect(daemon.lines("runs").count == 4)
        for id in ids {
            let decisions = try daemon.fixture.client().decisions(widget: id, limit: 100).decisions
            #expect(decisions.allSatisfy { $0.cause != .push }, "it has cost a push")
        }
    }

    @Test func aPushThatMayWaitIsTriedAfterAStart() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        let push = try daemon.push(priority: 1)
        daemon.fixture.stop(SIGKILL)
        try daemon.fixture.start()
        #expect(try daemon.end(of: push).event == .delivered)
        #expect(daemon.lines("runs").count == 2)
    }

    @Test func theRetryOfAFailedReloadServesThePushThatItWasFor() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        try daemon.directory.write("refuse", "")
        let push = try daemon.push()
        _ = try daemon.fixture.wait(for: id) { $0.state == .stale }
        #expect(try daemon.events(push) == [.arrived, .accepted])
        let next = try daemon.push()
        #expect(try daemon.end(of: next).detail.contains("retry"))
        try FileManager.default.removeItem(atPath: daemon.refusal)
        _ = try daemon.fixture.client().reload(.widget(id))
        #expect(try daemon.end(of: push).event == .delivered)
    }

    @Test func aWidgetThatIsRemovedTakesItsPushWithIt() throws {
        let daemon = try PushedDaemon()
        let id = try daemon.place()
        #expect(try daemon.end(of: daemon.push()).event == .delivered)
        let push = try daemon.push()
        _ = try daemon.fixture.client().remove(id)
        let line = try daemon.end(of: push)
        #expect(line.event == .discarded && line.detail.contains("removed"), "\(line.detail)")
    }

    @Test func whereNothingTakesPushesTheErrorSaysWhatToDo() throws {
        let daemon = try PushedDaemon(hasHandler: false)
        let id = try daemon.place()
        let none = #expect(throws: WidgetError.self) { try daemon.push() }
        #expect(none?.code == .failedPrecondition && none?.message.contains("push_handler") == true, "\(none?.message ?? "")")
        let widget = #expect(throws: WidgetError.self) { try daemon.fixture.client().sendPush(.with { $0.widget = id }) }
        #expect(widget?.message.contains("widgetctl reload") == true, "\(widget?.message ?? "")")
        let unknown = #expect(throws: WidgetError.self) { try daemon.fixture.client().sendPush(.with { $0.app = "score" }) }
        #expect(unknown?.code == .notFound && unknown?.message.contains("scores") == true, "\(unknown?.message ?? "")")
        #expect(try daemon.token() == nil)
    }

    @Test func badPushesAreRefused() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        for (change, field) in [
            ({ $0.priority = 7 }, "priority"), ({ $0.collapseID = String(repeating: "x", count: 65) }, "collapse_id"),
            ({ $0.collapseID = "" }, "collapse_id"), ({ $0.collapseID = "a\nb" }, "collapse_id"), ({ $0.target = nil }, "target"),
        ] as [((inout ProtoSendPushRequest) -> Void, String)] {
            var request = ProtoSendPushRequest.with { $0.app = "scores" }
            change(&request)
            let error = #expect(throws: WidgetError.self) { try daemon.fixture.client().sendPush(request) }
            #expect(error?.code == .invalidArgument && error?.message.hasPrefix(field) == true, "\(error?.message ?? "")")
        }
    }

    @Test func theLogSaysOfWhomItKnowsNothing() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        let none = try daemon.fixture.widgetctl("push", "log", "--app", "scores")
        #expect(none.status == 0 && none.output == "No pushes of scores yet.\n", "\(none.output)")
        let unknown = try daemon.fixture.widgetctl("push", "log", "--app", "score")
        #expect(unknown.status == 66 && unknown.errors.contains("scores"), "\(unknown.errors)")
        let bad = try daemon.fixture.widgetctl("push", "log", "--id", "zz")
        #expect(bad.status == 65 && bad.errors.contains("UUID"), "\(bad.errors)")
        let push = try daemon.push()
        for id in [push.lowercased(), push.uppercased()] { #expect(try daemon.events(id).first == .arrived) }
    }

    @Test func whoFollowsTheLogGoesOnAfterARestart() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        let program = Process()
        program.executableURL = URL(fileURLWithPath: Programs.path("widgetctl"))
        program.arguments = ["push", "log", "--follow", "--socket", daemon.fixture.socket]
        let output = daemon.directory.file("followed")
        try daemon.directory.write("followed", "")
        program.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        try program.run()
        // The tests' runner may have SIGTERM blocked, and what it starts inherits that.
        defer { kill(program.processIdentifier, SIGKILL) }
        let first = try daemon.push()
        try daemon.wait { daemon.lines("followed").contains { $0.contains(first) } }
        daemon.fixture.stop(SIGKILL)
        try daemon.fixture.start()
        let second = try daemon.push()
        try daemon.wait { daemon.lines("followed").contains { $0.contains(second) } }
        #expect(program.isRunning)
    }

    /// A call that waits answers with the line, or without one after its patience: it must never be without.
    @Test func whoFollowsTheLogHearsOfAPushWhenItComes() throws {
        let daemon = try PushedDaemon()
        _ = try daemon.place()
        let client = daemon.fixture.client()
        var last = try client.pushLog(limit: 1).lines.last?.sequence ?? 0
        let (socket, turn) = (daemon.fixture.socket, DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            let other = WidgetClient(location: SocketLocation(explicit: socket, environment: { _ in nil }, uid: 0))
            for _ in 0..<10 {
                turn.wait()
                _ = try? other.sendPush(.with { $0.app = "scores" })
            }
        }
        for _ in 0..<10 {
            turn.signal()
            // Until this push has ended, so that the next wait begins with nothing.
            var event = ProtoPushLogLine.Event.arrived
            while ![.delivered, .coalesced, .discarded, .stored].contains(event) {
                let lines = try client.pushLog(limit: 100, after: last, waits: true).lines
                let newest = try #require(lines.last, "it waited in vain")
                (last, event) = (newest.sequence, newest.event)
            }
        }
    }
}
