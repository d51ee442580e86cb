import Testing
import WidgetCore

@Suite("What explain says")
struct ReloadStatusTests {
    @Test("The entry and its age, the next entry, the next reload and its rule")
    func sentences() throws {
        var fixture = EngineFixture(ReloadConfiguration(afterJitter: .zero))
        let id = fixture.place(entriesAfter: [.zero, .minutes(30)], policy: .after(fixture.now + .hours(26)))
        fixture.wait(.seconds(320))
        #expect(
            try #require(fixture.status(id)).sentences(now: fixture.now) == [
                "Entry 1 of 2 is shown; its date was 5 min 20 s ago.",
                "The next entry comes in 24 min 40 s.",
                "The provider is asked for the next timeline in 1 d 1 h.",
                "Rule policy-after: The timeline's policy names the date.",
                "Its budget has 8 of 8 reloads left; 64 a day. Pushes have 8 of 8 reloads left.",
            ])
    }

    @Test("Failures with their number and the reason")
    func failures() throws {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.fail(id, "the provider exited with status 1; see widgetctl log")
        fixture.wait(.seconds(10))
        let sentences = try #require(fixture.status(id)).sentences(now: fixture.now)
        #expect(sentences.first == "There is no timeline yet: the placeholder is shown.")
        #expect(sentences.last == "The last reload failed, the latest 10 s ago: the provider exited with status 1; see widgetctl log")
    }

    @Test("A provider that is missing is named as the reason why nothing is planned")
    func missing() throws {
        var fixture = EngineFixture()
        let id = fixture.place(isInstalled: false)
        let sentences = try #require(fixture.status(id)).sentences(now: fixture.now)
        #expect(sentences.contains("No reload is planned."))
        #expect(sentences.contains { $0.hasPrefix("Rule provider-missing:") })
    }

    @Test("Every rule has its own name and a sentence that ends")
    func rules() {
        for rule in ReloadRule.allCases {
            #expect(ReloadRule(name: rule.name) == rule)
            #expect(rule.sentence.hasSuffix("."))
        }
        #expect(Set(ReloadRule.allCases.map(\.sentence)).count == ReloadRule.allCases.count)
    }
}
