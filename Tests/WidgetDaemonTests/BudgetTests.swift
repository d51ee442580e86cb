import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The budget of a widget, over a real daemon's life.
@Suite(.timeLimit(.minutes(10))) struct BudgetTests {
    private func place(_ fixture: DaemonFixture, _ kind: String) throws -> String {
        let id = try fixture.client().place(.with { $0.kind = kind }).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        return id
    }

    @Test func aWidgetsOwnBudgetOutlivesTheDaemonAndTakesBackItsKinds() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("one", script: Scripts.text("one"))
        fixture.arguments = ["--kind-budget", "one=48/6"]
        try fixture.start()
        let id = try place(fixture, "one")
        let set = try fixture.client().setBudget(.with { ($0.widget, $0.reloadsPerDay) = (id, 24) })
        #expect(set.budget.reloadsPerDay == 24 && set.budget.savedReloads == 6 && set.budget.source == .widget)
        // An answer is durable.
        fixture.stop(SIGKILL)
        try fixture.start()
        let after = try fixture.client().explain(id).budget
        #expect(after.reloadsPerDay == 24 && after.savedReloads == 6 && after.source == .widget)
        let reset = try fixture.client().setBudget(.with { ($0.widget, $0.reset) = (id, true) })
        #expect(reset.budget.reloadsPerDay == 48 && reset.budget.source == .kind)
        fixture.stop(SIGKILL)
        try fixture.start()
        #expect(try fixture.client().explain(id).budget.source == .kind)
    }

    @Test(arguments: [
        (ProtoSetBudgetRequest.with { _ in }, "reloads_per_day"), (.with { $0.reloadsPerDay = 0 }, "reloads_per_day"),
        (.with { $0.reloadsPerDay = 1_441 }, "1 to 1440"), (.with { $0.savedReloads = 61 }, "saved_reloads"),
        (.with { ($0.reset, $0.savedReloads) = (true, 3) }, "reset"),
    ])
    func whatCantBeABudgetIsRefusedWithItsField(_ request: ProtoSetBudgetRequest, _ expected: String) throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("one", script: Scripts.text("one"))
        try fixture.start()
        var request = request
        request.widget = try place(fixture, "one")
        let error = #expect(throws: WidgetError.self) { try fixture.client().setBudget(request) }
        #expect(error?.code == .invalidArgument && error?.message.contains(expected) == true, "\(String(describing: error))")
        #expect(try fixture.client().explain(request.widget).budget.source == .everyWidget)
    }

    @Test func aKindsBudgetGoesBeforeTheIntervalThatItsManifestSets() throws {
        let fixture = try DaemonFixture()
        for id in ["given", "left"] {
            try fixture.addProvider(id, script: Scripts.text(id))
            try fixture.directory.write(
                "providers/\(id).json",
                """
                {"format":1,"id":"\(id)","name":"\(id)","protocol":"json","exec":["\(id).sh"],"deadline_seconds":120,"minimum_spacing_seconds":60,
                 "kinds":[{"id":"\(id)","display_name":"\(id)","families":["systemSmall"]}]}
                """)
        }
        fixture.arguments = ["--kind-budget", "given=24/2"]
        try fixture.start()
        let given = try fixture.client().explain(place(fixture, "given")).budget
        #expect(given.reloadsPerDay == 24 && given.savedReloads == 2 && given.source == .kind && given.spacingMs == 60_000)
        #expect(try fixture.client().explain(place(fixture, "left")).budget.source == .interval)
    }

    @Test func aBudgetForAKindThatNobodyGivesIsWarnedOfAndCountsOnceItsProviderIsThere() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("one", script: Scripts.text("one"))
        fixture.arguments = ["--kind-budget", "one=24", "--kind-budget", "later=12"]
        try fixture.start()
        _ = try place(fixture, "one")
        #expect(try fixture.client().status().unknownKindBudgets == ["later"])
        #expect(try fixture.widgetctl("doctor").output.contains("'later'"))
        try fixture.addProvider("later", script: Scripts.text("later"))
        #expect(try fixture.widgetctl("provider", "rescan").status == 0)
        #expect(try fixture.client().explain(place(fixture, "later")).budget.reloadsPerDay == 12)
        #expect(try fixture.client().status().unknownKindBudgets.isEmpty)
        fixture.stop()
        #expect(fixture.log.contains("no installed provider gives") && fixture.log.contains("later"))
    }

    @Test(arguments: [
        ("typo", "KIND=PER_DAY"), ("=5", "KIND=PER_DAY"), ("one=", "PER_DAY"), ("one=x", "1 to 1440"), ("one=1441", "1 to 1440"), ("one=5/", "SAVED"),
        ("one=5/61", "1 to 60"),
    ])
    func aMalformedKindBudgetIsRefusedWithItsPartAndLimit(_ argument: String, _ expected: String) throws {
        let result = try Programs.run(Programs.path("widgetd"), ["--kind-budget", argument])
        #expect(result.status == 64 && result.errors.contains("--kind-budget") && result.errors.contains(expected), "\(result)")
    }

    @Test func developerModeIsSaidEverywhere() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("one", script: Scripts.text("one"))
        fixture.arguments = ["--developer-mode"]
        try fixture.start()
        let id = try place(fixture, "one")
        #expect(try fixture.client().status().developerMode)
        #expect(try fixture.client().explain(id).budget.developerMode)
        for arguments in [["status"], ["doctor"], ["explain", id], ["budget", id], ["simulate", id], ["reload", id], ["lint", "one"]] {
            let said = try fixture.widgetctl(arguments)
            #expect(said.output.lowercased().contains("developer mode"), "\(said)")
        }
        for arguments in [["simulate", id], ["reload", id], ["lint", "one"]] {
            #expect(try fixture.widgetctl(arguments + ["--json"]).output.contains(#""developerMode":true"#), "\(arguments)")
        }
        fixture.stop()
        #expect(fixture.log.contains("developer mode"))
    }

    @Test func explainSaysWhyAnEntryIsShownAndWhenTheProviderIsAskedNext() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider(
            "hourly",
            script: #"printf '{"entries":[{"date":"%s","view":{"text":"a"}}],"policy":{"after":"%s"}}' "$(date -u +%FT%TZ)" "$(date -u -d '1 hour' +%FT%TZ)""#)
        try fixture.start()
        let id = try place(fixture, "hourly")
        let explained = try fixture.client().explain(id)
        #expect(explained.shown.position == 1 && explained.shown.count == 1 && explained.shown.rule == "timeline-accepted" && explained.shown.hasShownAt)
        #expect(explained.nextReload.rule == "policy-after" && explained.nextReload.hasDate && !explained.nextReload.sentence.isEmpty)
        #expect(explained.budget.own.left == 8 && explained.budget.push.left == 8 && !explained.hasDeferred)
    }

    @Test func aForecastIsWhatTheDaemonHasPlanned() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider(
            "hourly",
            script: #"printf '{"entries":[{"date":"%s","view":{"text":"a"}}],"policy":{"after":"%s"}}' "$(date -u +%FT%TZ)" "$(date -u -d '1 hour' +%FT%TZ)""#)
        try fixture.start()
        let id = try place(fixture, "hourly")
        let planned = try fixture.client().explain(id).nextReload.date
        let forecast = try fixture.client().simulate(id, until: Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000)) + .hours(12))
        let first = try #require(forecast.steps.first)
        #expect(first.decision.event == .reloadStarted && first.decision.rule == "policy-after" && first.decision.time == planned)
        #expect((11...12).contains(forecast.reloads) && forecast.countedReloads == forecast.reloads && forecast.assumptions.count == 3)
        #expect(try fixture.client().explain(id).nextReload.date == planned)
    }

    @Test func aWidgetWithoutATimelineHasNoForecast() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("broken", script: "exit 3")
        try fixture.start()
        let id = try fixture.client().place(.with { $0.kind = "broken" }).widget.id
        let result = try fixture.widgetctl("simulate", id)
        #expect(result.status == 69 && result.errors.contains("no timeline yet"), "\(result)")
    }

    @Test func lintWarnsOfWhatWorksAndCouldBeBetter() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("lonely", script: #"printf '{"view":{"text":"a"}}'"#)
        try fixture.addProvider("peak", script: #"printf '{"view":{"text":"a"},"policy":{"after":"2099-01-01T00:00:00Z"}}'"#)
        try fixture.addProvider("relative", script: #"printf '{"view":{"text":"a"},"policy":{"after":"%s"}}' "$(date -u -d '1 hour' +%FT%TZ)""#)
        try fixture.addProvider("fine", script: Scripts.text("fine"))
        try fixture.addProvider("broken", script: "exit 3")
        try fixture.start()
        for (provider, expected, status) in [
            ("lonely", "atEnd", 65), ("peak", "the same moment for", 65), ("relative", "nothing that could be better", 0),
            ("fine", "nothing that could be better", 0), ("broken", "status 3", 65),
        ] {
            let result = try fixture.widgetctl("lint", provider)
            #expect(result.status == Int32(status) && result.output.contains(expected), "\(provider): \(result)")
        }
        let missing = try fixture.widgetctl("lint", "fine", "fin")
        #expect(missing.status == 66 && missing.errors.contains("no such kind") && missing.errors.contains("fine"), "\(missing)")
        #expect(try fixture.client().widgets().widgets.isEmpty)
    }
}
