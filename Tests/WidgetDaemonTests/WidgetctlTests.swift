import Foundation
import Testing
import WidgetTestSupport

/// widgetctl against a real daemon, as a user types it.
@Suite(.timeLimit(.minutes(10))) struct WidgetctlTests {
    private func fixture() throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        let count = try fixture.directory.write("count", "")
        try fixture.addProvider("counter", script: Scripts.counter(count))
        try fixture.start()
        return fixture
    }

    private func placed() throws -> DaemonFixture {
        let fixture = try fixture()
        #expect(try fixture.widgetctl("place", "counter", "--name", "mine").status == 0)
        let id = try #require(try fixture.client().widgets().widgets.first?.widget.id)
        _ = try fixture.wait(for: id) { $0.state == .current }
        return fixture
    }

    @Test(arguments: [
        (["status"], "0.1.0"), (["kinds"], "counter"), (["widgets"], "mine"), (["show", "mine"], "count 0"), (["timeline", "mine"], "never"),
        (["explain", "mine"], "policy-never"), (["log"], "placed"), (["reload", "--all"], "is asked for a new timeline (explicit-foreground)"),
        (["tap", "mine", "add"], "Performed add"),
        (["provider", "list"], "counter"), (["provider", "check", "counter"], "timeline"), (["doctor"], "daemon"),
        (["configure", "mine", "--name", "other"], "other"), (["remove", "mine"], "emoved"), (["budget", "mine"], "8 of 8"),
        (["budget", "mine", "--reloads-per-day", "24"], "24 a day, its own"), (["budget", "mine", "--saved", "3"], "3 of 3"),
        (["budget", "mine", "--reset"], "as every"),
        (["simulate", "mine", "--until", "3d"], "Assumptions"), (["lint", "counter"], "nothing that could be better"),
    ])
    func commandsSayWhatTheyAreAskedFor(arguments: [String], expected: String) throws {
        let fixture = try placed()
        let result = try Programs.run(Programs.path("widgetctl"), arguments, environment: ["WIDGETD_SOCKET": fixture.socket, "NO_COLOR": "1"])
        #expect(result.output.contains(expected), "\(result)")
        #expect(result.errors.isEmpty || arguments == ["doctor"], "\(result.errors)")
    }

    /// Exit statuses are those of sysexits(3).
    @Test(
        arguments: [
            (["show", "nothing"], 66), (["place"], 64), (["nonsense"], 64), (["place", "counter", "size=3"], 65), (["budget", "mine", "--saved", "61"], 64),
            (["budget", "mine", "--reset", "--saved", "3"], 64),
            (["simulate", "mine", "--until", "367d"], 65), (["simulate", "mine", "--until", "0s"], 65), (["simulate", "mine", "--until", "soon"], 64),
        ] as [([String], Int32)])
    func failuresHaveTheirExitStatus(arguments: [String], status: Int32) throws {
        let fixture = try placed()
        let result = try Programs.run(Programs.path("widgetctl"), arguments, environment: ["WIDGETD_SOCKET": fixture.socket])
        #expect(result.status == status, "\(result)")
        #expect(result.errors.hasPrefix("widgetctl: "))
    }

    @Test func helpOfACommandThatIsAProgramOfItsOwnIsItsPage() throws {
        let page = try Programs.run(Programs.path("widgetctl"), ["motion", "plot", "--help"])
        #expect(page.status == 0 && page.output.contains("USAGE: widgetctl motion plot"), "\(page)")
        #expect(try Programs.run(Programs.path("widgetctl"), ["help", "motion", "plot"]).output == page.output)
        let group = try Programs.run(Programs.path("widgetctl"), ["help", "motion"])
        #expect(group.status == 0 && group.output.contains("plot") && group.output.contains("See 'widgetctl help motion <subcommand>'"), "\(group)")
    }

    @Test func withoutADaemonItSaysHowToStartOne() throws {
        let result = try Programs.run(Programs.path("widgetctl"), ["status"], environment: ["WIDGETD_SOCKET": "/tmp/there-is-no-such-socket"])
        #expect(result.status == 69)
        #expect(result.errors.contains("systemctl"), "\(result.errors)")
    }
}
