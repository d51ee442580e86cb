import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A start that can't be: it is said once, and nothing is done.
@Suite(.timeLimit(.minutes(10))) struct StartTests {
    @Test func whereAnotherDaemonServesTheSocketNothingIsLaunchedAndOneLineIsLogged() throws {
        let first = try DaemonFixture()
        try first.start()
        let second = try DaemonFixture()
        let launched = second.directory.file("launched")
        for number in 1...3 { try second.addProvider("note\(number)", script: "touch \(launched)\n" + Scripts.text("hello")) }
        try second.directory.write(
            "providers/asked.json", #"{"format":1,"id":"asked","protocol":"rpc","exec":["note1.sh"]}"#)
        let result = try Programs.run(
            Programs.path("widgetd"),
            ["--config", "none", "--state-directory", second.state, "--socket", first.socket, "--providers", second.providers],
            environment: ["XDG_CONFIG_HOME": second.directory.file("config")])
        #expect(result.status != 0)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1 && result.errors.contains(first.socket), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: launched))
        // The daemon that serves there goes on.
        _ = try first.client().status()
    }

    @Test func aStartInAnotherTimeZoneReloadsEveryWidgetOnceSpreadOut() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("here", script: Scripts.text("here"))
        fixture.environment = ["TZ": "Europe/Oslo", "LC_ALL": "nb_NO.UTF-8"]
        try fixture.start()
        let id = try fixture.client().place(.with { $0.kind = "here" }).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        func asked() throws -> [ProtoDecision] { try fixture.client().decisions(widget: id).decisions.filter { $0.cause == .environment } }
        for (index, change) in [[:], ["TZ": "Asia/Tokyo"], [:], ["LC_ALL": "ja_JP.UTF-8"], [:]].enumerated() {
            // Also where it is killed right after its start.
            fixture.stop(SIGKILL)
            fixture.environment.merge(change) { _, new in new }
            try fixture.start()
            let requests = try asked().filter { $0.event == .reloadRequested }
            #expect(requests.map(\.count).reduce(0) { $0 + max(1, $1) } == [0, 1, 1, 2, 2][index], "start \(index)")
            #expect(requests.allSatisfy { $0.outcome == .deferred && $0.rule == "environment" && $0.hasUntil })
        }
    }

    @Test func aFailedFirstReloadIsNotLoggedAsIfThereWereATimeline() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("broken", script: "exit 3")
        try fixture.start()
        let id = try fixture.client().place(.with { $0.kind = "broken" }).widget.id
        _ = try fixture.wait(for: id) { !$0.lastError.isEmpty }
        fixture.stop()
        #expect(fixture.log.contains("a reload failed; the widget has no timeline yet"), "\(fixture.log)")
        #expect(!fixture.log.contains("last good timeline"), "\(fixture.log)")
    }
}
