import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The caller of a reload decides whether it counts: a user, or a provider's program by itself.
@Suite(.timeLimit(.minutes(10))) struct CallerTests {
    /// Asks for a reload of the widget that `ask` names, by whatever `$how` says, when its timeline is asked for or its action performed.
    private static func asking(_ directory: TemporaryDirectory) -> String {
        #"""
        request=$(cat)
        case $request in *'"call":"perform"'*) when=perform ;; *) when=timeline ;; esac
        if [ -e "\#(directory.file("ask")).$when" ]; then
            how=$(sed -n 1p "\#(directory.file("ask")).$when"); widget=$(sed -n 2p "\#(directory.file("ask")).$when")
            rm "\#(directory.file("ask")).$when"
            $how \#(Programs.path("widgetctl")) reload "$widget" --json >"\#(directory.file("receipt")).part" 2>&1
            mv "\#(directory.file("receipt")).part" "\#(directory.file("receipt"))"
        fi
        [ $when = perform ] && exit 0
        printf '{"view":{"button":"Go","id":"go","intent":"Go"},"policy":"never"}'
        """#
    }

    private struct Scene {
        let fixture: DaemonFixture
        let asking: String
        let asked: String

        init() throws {
            fixture = try DaemonFixture()
            try fixture.addProvider("asking", script: CallerTests.asking(fixture.directory))
            try fixture.addProvider("other", script: Scripts.text("other"))
            try fixture.start()
            var ids: [String] = []
            for kind in ["asking", "other"] {
                let id = try fixture.client().place(.with { $0.kind = kind }).widget.id
                _ = try fixture.wait(for: id) { $0.state == .current }
                ids.append(id)
            }
            (asking, asked) = (ids[0], ids[1])
        }

        /// Has the provider ask for a widget the next time that it is asked something.
        func ask(_ when: String, for widget: String, how: String = "") throws {
            try fixture.directory.write("ask.\(when)", "\(how)\n\(widget)\n")
        }

        /// The answers that the provider got.
        func receipt() throws -> String {
            let path = fixture.directory.file("receipt")
            let end = ContinuousClock.now + .seconds(120)
            let watch = try fixture.client().watch(ids: [asking])
            while !FileManager.default.fileExists(atPath: path), ContinuousClock.now < end { _ = try watch.next(timeout: .milliseconds(100)) }
            defer { try? FileManager.default.removeItem(atPath: path) }
            return try String(contentsOfFile: path, encoding: .utf8)
        }
    }

    @Test func aPersonsRequestIsFree() throws {
        let scene = try Scene()
        let result = try scene.fixture.widgetctl("reload", scene.asked)
        #expect(result.output.contains("explicit-foreground"), "\(result)")
        #expect(try scene.fixture.client().explain(scene.asked).budget.own.left == 8)
    }

    /// In its own group, in a session of its own, and some programs further down.
    @Test(arguments: ["", "setsid -w", "nice setsid -w nice"]) func aProvidersRequestCountsHoweverItStartsTheProgram(_ how: String) throws {
        let scene = try Scene()
        try scene.ask("timeline", for: scene.asked, how: how)
        _ = try scene.fixture.client().reload(.widget(scene.asking))
        let receipt = try scene.receipt()
        #expect(receipt.contains(#""rule":"explicit-background""#), "\(receipt)")
        #expect(try scene.fixture.client().explain(scene.asked).decisions.contains { $0.rule == "explicit-background" && $0.outcome == .accepted })
    }

    @Test func whatAProviderAsksForTooOftenIsKeptUntilItsBudgetAllowsIt() throws {
        let scene = try Scene()
        // The first one is spent when its content differs; here it comes back the same, and only the distance counts.
        for expected in ["explicit-background", "minimum-spacing"] {
            try scene.ask("timeline", for: scene.asked)
            _ = try scene.fixture.client().reload(.widget(scene.asking))
            let receipt = try scene.receipt()
            #expect(receipt.contains(#""rule":"\#(expected)""#), "\(receipt)")
            _ = try scene.fixture.wait(for: scene.asking) { !$0.invalidated && $0.state == .current }
        }
        let explained = try scene.fixture.client().explain(scene.asked)
        #expect(explained.deferred.cause == .explicit && explained.deferred.rule == "minimum-spacing" && explained.deferred.hasDate)
    }

    /// Changes its own widget, or taps its button, each time that its timeline is asked for, which asks for the next.
    @Test(arguments: ["configure \"$id\" round=$(wc -l <runs)", "tap \"$id\" go"]) func aProviderThatChangesItsOwnWidgetByItselfIsCounted(_ command: String)
        throws
    {
        let fixture = try DaemonFixture()
        let path = fixture.directory.file("")
        try fixture.addProvider(
            "self",
            script: #"""
                request=$(cat); cd \#(path)
                case $request in *'"call":"perform"'*) echo x >>performed; exit 0 ;; *'"call":"timeline"'*) echo x >>runs ;; esac
                if [ -e id ]; then id=$(cat id); \#(Programs.path("widgetctl")) \#(command) >>answers 2>&1; fi
                printf '{"view":{"button":"%s","id":"go","intent":"Go"},"policy":"never"}' "$(wc -l <runs)"
                """#, kindExtra: #","parameters":[{"name":"round","type":"text"}]"#,
            // A provider that taps its own button while it is asked for a timeline waits for itself.
            deadline: 5)
        try fixture.start()
        let id = try fixture.client().place(.with { $0.kind = "self" }).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        try fixture.directory.write("id", id)
        func runs() throws -> Int { try String(contentsOfFile: fixture.directory.file("runs"), encoding: .utf8).split(separator: "\n").count }
        let first = try runs()
        _ = try fixture.client().reload(.widget(id))
        let end = ContinuousClock.now + .seconds(120)
        var explained = try fixture.client().explain(id)
        while explained.deferred.rule != "minimum-spacing", ContinuousClock.now < end {
            Thread.sleep(forTimeInterval: 0.05)
            explained = try fixture.client().explain(id)
        }
        #expect(explained.deferred.rule == "minimum-spacing" && explained.deferred.hasDate, "\(explained.sentences)")
        // The user's reload, and the one that the budget had for it.
        #expect(try runs() <= first + 2)
        // A user's own change is free all the same.
        try FileManager.default.removeItem(atPath: fixture.directory.file("id"))
        let before = try runs()
        _ = try fixture.client().configure(.with { ($0.widget, $0.family, $0.parameters) = (id, .systemSmall, ["round": .with { $0.text = "mine" }]) })
        while try runs() == before, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.02) }
        #expect(try runs() == before + 1)
    }

    @Test func whileAPersonUsesItsActionAProvidersRequestIsFree() throws {
        let scene = try Scene()
        try scene.ask("perform", for: scene.asked)
        _ = try scene.fixture.client().perform(.with { ($0.widget, $0.action) = (scene.asking, "go") })
        let receipt = try scene.receipt()
        #expect(receipt.contains(#""rule":"explicit-session""#), "\(receipt)")
        #expect(try scene.fixture.client().explain(scene.asked).budget.own.left == 8)
        // The action has ended, and so has the reload that follows from it: one that is asked for meanwhile is that one.
        _ = try scene.fixture.wait(for: scene.asking) { !$0.invalidated }
        try scene.ask("timeline", for: scene.asked)
        _ = try scene.fixture.client().reload(.widget(scene.asking))
        #expect(try scene.receipt().contains(#""rule":"explicit-background""#))
    }

    /// The bundled one asks for both itself.
    @Test func whatAControlNotesTheWidgetShowsAndTheReverseForFree() throws {
        let fixture = try DaemonFixture()
        let program = Programs.path("widgetd-providers")
        try fixture.directory.write("providers/caffeine.json", #"{"format":1,"id":"caffeine","protocol":"rpc","exec":["\#(program)","caffeine"]}"#)
        try fixture.start()
        let widget = try fixture.client().place(.with { $0.kind = "caffeine" }).widget.id
        _ = try fixture.wait(for: widget) { $0.state == .current }
        let control = try fixture.client().add(.with { $0.kind = "log-drink" }).control.id
        try fixture.wait(control: control) { $0.value.status == "0 mg" }
        _ = try fixture.client().press(.with { ($0.control, $0.idempotencyKey) = (control, "a") })
        try fixture.wait(control: control) { $0.value.status == "63 mg" }
        let explained = try fixture.client().explain(widget)
        #expect(explained.decisions.contains { $0.rule == "explicit-session" } && explained.budget.own.left == 8, "\(explained.decisions)")
        _ = try fixture.client().perform(.with { ($0.widget, $0.action) = (widget, "log-espresso") })
        try fixture.wait(control: control) { $0.value.status == "126 mg" }
    }
}
