import Foundation
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// `widgetctl reload --wait` ends when the reloads have ended that it asked for, with what they brought.
@Suite(.timeLimit(.minutes(10))) struct ReloadWaitTests {
    private typealias Run = (status: Int32, output: String, errors: String)

    private func place(_ fixture: DaemonFixture, _ kind: String) throws -> String {
        let id = try fixture.client().place(.with { $0.kind = kind }).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        return id
    }

    /// A command that runs while the test does something else.
    private final class Running: Sendable {
        private let result = Mutex<Result<Run, any Error>?>(nil)
        private let done = DispatchSemaphore(value: 0)

        init(_ run: @escaping @Sendable () throws -> Run) {
            Thread.detachNewThread {
                let end = Result { try run() }
                self.result.withLock { $0 = end }
                self.done.signal()
            }
        }

        func end() throws -> Run {
            done.wait()
            return try #require(result.withLock { $0 }).get()
        }
    }

    private func start(_ fixture: DaemonFixture, _ arguments: String...) -> Running {
        let socket = fixture.socket
        return Running { try Programs.run(Programs.path("widgetctl"), arguments, environment: ["WIDGETD_SOCKET": socket, "NO_COLOR": "1"]) }
    }

    private func shows(_ text: String) -> (ProtoWidgetSnapshot) -> Bool { { $0.archive.nodes.contains { $0.text.literal == text } } }

    @Test func itSaysWhetherTheTimelineIsNewAndShowsItByThen() throws {
        let fixture = try DaemonFixture()
        let file = try SlowFile(fixture)
        try fixture.start()
        let id = try place(fixture, "slow")
        let same = try fixture.widgetctl("reload", "slow", "--wait")
        #expect(same.status == 0 && same.output.hasSuffix(" slow: the same timeline as before\n"), "\(same)")
        try file.write("NEW")
        let new = try fixture.widgetctl("reload", "--kind", "slow", "--wait")
        #expect(new.status == 0 && new.output.hasSuffix(" slow: a new timeline\n"), "\(new)")
        #expect(try shows("NEW")(fixture.client().widget(id)))
    }

    @Test func whatWasAcceptedIsDoneAfterAKillBeforeItBegan() throws {
        let fixture = try DaemonFixture()
        let file = try SlowFile(fixture)
        try fixture.start()
        let id = try place(fixture, "slow")
        let held = try file.hold { _ = try fixture.client().reload(.widget(id)) }
        try file.write("NEW")
        #expect(try fixture.client().reload(.widget(id)).receipts.map(\.rule) == ["after-running"])
        fixture.stop(SIGKILL)
        try file.release(held)
        try fixture.start()
        _ = try fixture.wait(for: id, until: shows("NEW"))
    }

    @Test(arguments: [
        ("echo the server is away >&2; exit 3", Int32(70), "the server is away"), ("echo nonsense", 70, "JSON"), ("cat gate", 75, "deadline_seconds"),
    ])
    func aProvidersFailureIsItsStatusAndItsReason(script: String, status: Int32, reason: String) throws {
        let fixture = try DaemonFixture()
        let slow = try SlowFile(fixture)
        try fixture.addProvider(
            "bad", script: "cat >/dev/null; cd \(fixture.directory.file("")); [ -e bad ] || { echo '{\"view\":\"good\"}'; exit; }; \(script)", deadline: 1)
        try fixture.start()
        _ = slow
        _ = try place(fixture, "bad")
        try fixture.directory.write("bad", "")
        let result = try fixture.widgetctl("reload", "bad", "--wait")
        #expect(result.status == status && result.output.isEmpty, "\(result)")
        #expect(result.errors.hasPrefix("widgetctl: ") && result.errors.contains(reason), "\(result)")
    }

    @Test func ofSeveralEachIsSaidAndTheFirstFailureIsTheStatus() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("good", script: Scripts.text("good"))
        try fixture.addProvider("flaky", script: Scripts.failing(when: fixture.directory.file("fail")))
        try fixture.start()
        _ = try place(fixture, "good")
        let flaky = try place(fixture, "flaky")
        try fixture.directory.write("fail", "")
        let result = try fixture.widgetctl("reload", "--all", "--wait")
        #expect(result.status == 70 && result.output.hasSuffix(" good: the same timeline as before\n"), "\(result)")
        #expect(result.errors.contains(" flaky: provider flaky: exited with status 3: the server is away"), "\(result)")
        let json = try fixture.widgetctl("reload", flaky, "--wait", "--json")
        let lines = json.output.split(separator: "\n")
        #expect(json.status == 70 && lines.count == 2 && lines.last?.contains(#""outcome":"failed""#) == true, "\(json)")
    }

    @Test func whatWasAskedForWhileTheProviderIsBeingAskedEndsWithTheReloadThatFollows() throws {
        let fixture = try DaemonFixture()
        let slow = try SlowFile(fixture)
        try fixture.start()
        let id = try place(fixture, "slow")
        let held = try slow.hold { _ = try fixture.client().reload(.widget(id)) }
        let waiting = start(fixture, "reload", id, "--wait")
        while try !fixture.client().explain(id).hasFollowing {}
        try slow.write("NEW")
        try slow.release(held)
        let result = try waiting.end()
        #expect(result.status == 0 && result.output.hasSuffix("a new timeline\n"), "\(result)")
        #expect(try shows("NEW")(fixture.client().widget(id)))
    }

    @Test func aDaemonThatStopsMeanwhileIsSaid() throws {
        let fixture = try DaemonFixture()
        let slow = try SlowFile(fixture)
        try fixture.start()
        let id = try place(fixture, "slow")
        let held = try slow.hold { _ = try fixture.client().reload(.widget(id)) }
        let waiting = start(fixture, "reload", id, "--wait")
        while try !fixture.client().explain(id).hasFollowing {}
        fixture.stop()
        let result = try waiting.end()
        #expect(result.status == 69 && result.errors.contains("widgetd"), "\(result)")
        try held.close()
    }

    @Test func itWaitsAsLongAsItIsTold() throws {
        let fixture = try DaemonFixture()
        let slow = try SlowFile(fixture)
        try fixture.start()
        let id = try place(fixture, "slow")
        let held = try slow.hold { _ = try fixture.client().reload(.widget(id)) }
        let result = try fixture.widgetctl("reload", id, "--wait", "--timeout", "1")
        #expect(result.status == 75 && result.errors.contains("hasn't ended within 1 s"), "\(result)")
        try slow.release(held)
    }

    @Test func aWidgetThatIsRemovedMeanwhileIsSaid() throws {
        let fixture = try DaemonFixture()
        let slow = try SlowFile(fixture)
        try fixture.start()
        let id = try place(fixture, "slow")
        let held = try slow.hold { _ = try fixture.client().reload(.widget(id)) }
        let waiting = start(fixture, "reload", id, "--wait")
        while try !fixture.client().explain(id).hasFollowing {}
        _ = try fixture.client().remove(id)
        let result = try waiting.end()
        #expect(result.status == 75 && result.errors.contains("removed"), "\(result)")
        try held.close()
    }

    @Test func whereNobodyCanBeAskedTheStatusSaysItWithAndWithoutWaiting() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("gone", script: Scripts.text("gone"))
        try fixture.start()
        let id = try place(fixture, "gone")
        try fixture.removeProvider("gone")
        _ = try fixture.client().rescan()
        for arguments in [["reload", id], ["reload", id, "--wait"]] {
            let result = try fixture.widgetctl(arguments)
            #expect(result.status == 69 && result.output.isEmpty && result.errors.contains("provider-missing"), "\(result)")
        }
    }

    @Test func theEndOfAReloadOnAnotherDeviceIsSaidHere() throws {
        var files: [SlowFile] = []
        let daemons = try PairedDaemons { index, daemon in
            guard index == 1 else { return }
            files = [try SlowFile(daemon)]
            try daemon.addProvider("flaky", script: Scripts.failing(when: daemon.directory.file("fail")))
        }
        try daemons.pair()
        let file = try #require(files.first)
        for kind in ["slow", "flaky"] { try PairedDaemons.wait(daemons[0], kind: kind) }
        let (id, flaky) = (try PairedDaemons.place("slow", on: daemons[0]), try PairedDaemons.place("flaky", on: daemons[0]))
        try PairedDaemons.wait(daemons[0]) { $0[id].map(shows("OLD")) == true && $0[flaky].map(shows("good")) == true }
        try file.write("NEW")
        try daemons[1].directory.write("fail", "")
        let new = try daemons[0].widgetctl("reload", id, "--wait")
        #expect(new.status == 0 && new.output.hasSuffix("a new timeline\n"), "\(new)")
        let failed = try daemons[0].widgetctl("reload", flaky, "--wait")
        #expect(failed.status == 70 && failed.errors.contains("the server is away"), "\(failed)")
        let all = try daemons[0].widgetctl("reload", "--all", "--wait")
        #expect(all.status == 70 && all.output.hasSuffix("the same timeline as before\n") && all.errors.contains("the server is away"), "\(all)")
        // Its link breaks: nobody will hear how it ended.
        let held = try file.hold { _ = try daemons[0].client().reload(.widget(id)) }
        let waiting = start(daemons[0], "reload", id, "--wait")
        while try !daemons[1].client().explain(id).hasFollowing {}
        daemons[1].stop(SIGKILL)
        let lost = try waiting.end()
        // The link broke under a call, or just before the next one, or while that was being sent.
        let reasons = ["the link to the device 'b' broke", "the device 'b' isn't connected", "the link to the device has just ended"]
        #expect(lost.status == 75 && reasons.contains(where: lost.errors.contains), "\(lost)")
        try held.close()
    }

    @Test func aQuestionBeyondTheLimitsIsRefused() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        let none = #expect(throws: WidgetError.self) { try fixture.client().awaitReloads([], for: .zero) }
        #expect(none?.code == .invalidArgument && none?.message.hasPrefix("reloads: ") == true)
        let long = #expect(throws: WidgetError.self) {
            try fixture.client().awaitReloads([.with { ($0.widgetID, $0.reload) = ("0", 1) }], for: .seconds(61))
        }
        #expect(long?.message.hasPrefix("wait_ms: ") == true)
    }
}
