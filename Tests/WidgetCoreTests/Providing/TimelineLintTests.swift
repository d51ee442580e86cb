import Testing
import WidgetCore

@Suite("What could be better about a provider's timelines")
struct TimelineLintTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func entry(_ distance: Milliseconds, bytes: Int = 1) -> ProvidedEntry {
        let archive = [UInt8](repeating: 0, count: bytes)
        return ProvidedEntry(date: Self.now + distance, archive: archive, digest: ContentDigest(of: archive))
    }

    private func warnings(
        _ entries: [ProvidedEntry], _ policies: [ReloadPolicy], archives: [ViewArchive] = [], budget: ReloadBudget = .standard
    ) -> [String] {
        TimelineLint(budget: budget, spacing: .minutes(5)).warnings(
            policies.map { TimelineLint.Answer(date: Self.now, end: Self.now, timeline: ProvidedTimeline(entries: entries, policy: $0), archives: archives) })
    }

    private func never(_ entries: [ProvidedEntry], archives: [ViewArchive] = []) -> [String] { warnings(entries, [.never, .never], archives: archives) }

    @Test("Of a timeline as it should be nothing is said")
    func fine() {
        let random = [Milliseconds.seconds(3_601), .seconds(3_619), .seconds(3_644)].map { ReloadPolicy.after(Self.now + $0) }
        #expect(warnings((0..<12).map { entry(.minutes(5 * $0)) }, random).isEmpty)
        #expect(warnings([], []).isEmpty && never([entry(.zero)]).isEmpty)
    }

    @Test("Entries less than five minutes apart are counted, and the closest is named")
    func close() throws {
        let warning = try #require(never([entry(.zero), entry(.seconds(299)), entry(.minutes(10)), entry(.seconds(660))]).first)
        #expect(warning.hasPrefix("2 entries come less than 5 min after the one before, the closest 1 min after 2027-01-15T08:10:00Z"), "\(warning)")
    }

    @Test("What is drawn again counts as no entry of the provider's")
    func drawnAgain() {
        let again = (1...85).map { minute in
            var entry = entry(.minutes(Int64(minute)))
            entry.isRedrawn = true
            return entry
        }
        #expect(never([entry(.zero)] + again).isEmpty)
        #expect(warnings([entry(.zero)] + again, [.atEnd])[0].hasPrefix("the timeline has one entry and the policy atEnd"))
        #expect(warnings([entry(.zero), entry(.seconds(300))] + again.dropFirst(5), [.atEnd])[0].contains("a new timeline each 5 min"))
    }

    @Test("One entry with atEnd leaves the date to the daemon")
    func lonely() {
        #expect(warnings([entry(.zero)], [.atEnd])[0].hasPrefix("the timeline has one entry and the policy atEnd"))
        #expect(warnings([entry(.zero), entry(.hours(1))], [.atEnd]).isEmpty)
    }

    @Test("The same moment for several widgets is a peak for a server; one that differs, counts from the asking, or is one widget's alone, isn't")
    func jitter() {
        let minute = ReloadPolicy.after(Self.now + .hours(1))
        #expect(warnings([entry(.zero)], [minute, .after(Self.now + .hours(2)), minute]).isEmpty)
        #expect(warnings([entry(.zero)], [minute]).isEmpty)
        /// Asked at these distances.
        func asked(_ distances: [Milliseconds], _ policy: (Timestamp) -> ReloadPolicy) -> [TimelineLint.Answer] {
            distances.map { Self.now + $0 }.map { date in
                TimelineLint.Answer(date: date, end: date, timeline: ProvidedTimeline(entries: [entry(.zero)], policy: policy(date)), archives: [])
            }
        }
        let lint = TimelineLint(budget: .standard, spacing: .minutes(5))
        let (quick, later) = ([Milliseconds.zero, .milliseconds(20), .milliseconds(40)], [Milliseconds.zero, .milliseconds(20), .milliseconds(2_100)])
        #expect(TimelineLint.isUndecided(asked(quick) { _ in minute }) && lint.warnings(asked(quick) { _ in minute }).isEmpty)
        #expect(lint.warnings(asked(later) { _ in minute })[0].contains("the same moment for 3 widgets"))
        // In whole seconds from when it was asked, which may be a full minute too.
        func relative(_ date: Timestamp) -> ReloadPolicy { .after(Timestamp(milliseconds: (date.milliseconds / 1_000 + 3_600) * 1_000)) }
        #expect(TimelineLint.isUndecided(asked(quick, relative)) && !TimelineLint.isUndecided(asked(later, relative)))
        #expect(lint.warnings(asked(quick, relative)).isEmpty && lint.warnings(asked(later, relative)).isEmpty)
        #expect(!TimelineLint.isUndecided(asked(quick) { _ in .never }))
    }

    @Test(
        "A date that is past or sooner than the daemon asks, and more reloads a day than the budget has",
        arguments: [(-60, "is past"), (120, "no sooner than"), (600, "143 a day")])
    func tooSoon(_ seconds: Int64, _ expected: String) {
        #expect(warnings([entry(.zero)], [.after(Self.now + .milliseconds(seconds * 1_000 + 1))]).contains { $0.contains(expected) })
    }

    @Test("What isn't counted can't be too often; what comes each 22.5 minutes isn't")
    func budget() throws {
        #expect(warnings([entry(.zero)], [.after(Self.now + .minutes(10))], budget: .unlimited).isEmpty)
        #expect(warnings([entry(.zero)], [.after(Self.now + .seconds(1_350))]).isEmpty)
        #expect(!warnings([entry(.zero)], [.after(Self.now + .seconds(1_350))], budget: try ReloadBudget(perDay: 24, capacity: 2)).isEmpty)
        #expect(warnings([entry(.zero), entry(.minutes(6))], [.atEnd])[0].contains("240 a day"))
    }

    @Test("What is near a limit, and below it isn't")
    func full() {
        #expect(never([entry(.zero, bytes: Limits.archiveBytes * 8 / 10 + 1)])[0].contains("near the limit of 262144"))
        #expect(never([entry(.zero, bytes: Limits.archiveBytes * 7 / 10)]).isEmpty)
        #expect(never((0..<80).map { entry(.minutes(5 * $0)) })[0].contains("80 entries"))
        let node = ViewNode(parent: 0, content: .text(String(repeating: "a", count: 15)))
        let archive = ViewArchive(nodes: Array(repeating: node, count: 900))
        let said = never([entry(.zero)], archives: [archive])
        #expect(said.count == 2 && said[0].contains("900 views") && said[1].contains("13500 bytes of text"), "\(said)")
    }

    @Test("A symbol that no surface of text has a character for is named once, with the one that may have been meant")
    func symbols() throws {
        let view = ViewTree.vstack([
            .image(systemName: "lightbolb"), .label("a", systemImage: "lightbolb"), .image(systemName: "wifi.circle.fill"), .label("b", systemImage: ""),
            .image(systemName: "q9"),
        ])
        let said = never([entry(.zero)], archives: [try view.archive()])
        #expect(
            said.count == 2 && said[0].contains("\"lightbolb\"") && said[0].hasSuffix("did you mean \"lightbulb\"?") && said[1].contains("\"q9\""), "\(said)")
    }

    @Test("What the provider's library remarks is said as it is")
    func remarks() {
        var timeline = ProvidedTimeline(entries: [entry(.zero)], policy: .never)
        timeline.remarks = ["MyView > Button: a Button's closure can't run in a widget"]
        let answer = TimelineLint.Answer(date: Self.now, end: Self.now, timeline: timeline, archives: [])
        #expect(TimelineLint(budget: .standard, spacing: .minutes(5)).warnings([answer]) == timeline.remarks)
    }
}
