import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Reloads answer with a receipt, failures keep what was good, and every decision is on record.
@Suite(.timeLimit(.minutes(10))) struct ReloadTests {
    private func place(_ fixture: DaemonFixture, _ kind: String) throws -> String {
        var request = ProtoPlaceRequest()
        request.kind = kind
        let id = try fixture.client().place(request).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current }
        return id
    }

    @Test func aFailingProviderKeepsTheLastGoodTimelineAndShowsTheReason() throws {
        let fixture = try DaemonFixture()
        let flag = fixture.directory.file("fail")
        try fixture.addProvider("flaky", script: Scripts.failing(when: flag))
        try fixture.start()
        let id = try place(fixture, "flaky")
        try fixture.directory.write("fail", "")
        #expect(try fixture.client().reload(.widget(id)).receipts.first?.outcome == .accepted)
        let stale = try fixture.wait(for: id) { $0.state == .stale }
        #expect(stale.archive.nodes.contains { $0.text.literal == "good" })
        #expect(stale.lastError.contains("the server is away"), "\(stale.lastError)")
        #expect(stale.hasNextReloadDate, "it is tried again")
    }

    @Test func everyRequestHasOneReceiptAndOneDecision() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("one", script: Scripts.text("one"))
        try fixture.addProvider("two", script: Scripts.text("two"))
        try fixture.start()
        let ids = [try place(fixture, "one"), try place(fixture, "two")]
        let receipts = try fixture.client().reload(.all(true)).receipts
        #expect(Set(receipts.map(\.widgetID)) == Set(ids))
        #expect(receipts.allSatisfy { $0.outcome != .unspecified && !$0.rule.isEmpty })
        for id in ids {
            let decisions = try fixture.client().decisions(widget: id, limit: 100).decisions
            #expect(decisions.count { $0.event == .reloadRequested && $0.cause == .explicit } == 1)
        }
    }

    @Test func entriesComeDueByThemselves() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider(
            "steps",
            script: #"""
                now=$(date -u +%s)
                first=$(date -u -d @$now +%Y-%m-%dT%H:%M:%SZ); second=$(date -u -d @$((now + 2)) +%Y-%m-%dT%H:%M:%SZ)
                printf '{"entries":[{"date":"%s","view":{"text":"first"}},{"date":"%s","view":{"text":"second"}}],"policy":"never"}' $first $second
                """#)
        try fixture.start()
        let id = try place(fixture, "steps")
        let later = try fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "second" } }
        #expect(!later.hasNextEntryDate)
        #expect(try fixture.client().decisions(widget: id, limit: 100).decisions.contains { $0.event == .entryShown })
    }

    @Test(arguments: [
        ("garbage", "echo this is not JSON", "JSON"),
        ("nothing", "exit 0", "JSON"),
        ("crash", "kill -SEGV $$", "signal"),
        ("flood", "yes | head -c 100000000", "limit"),
        ("wrongkey", #"printf '{"view":{"txt":"a"}}'"#, "view"),
        ("baddate", #"printf '{"entries":[{"date":"tomorrow","view":{"text":"a"}}]}'"#, "entries[0].date"),
    ])
    func aBrokenProviderHarmsItsOwnWidgetAlone(name: String, script: String, expected: String) throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("broken", script: script)
        try fixture.addProvider("good", script: Scripts.text("good"))
        try fixture.start()
        var request = ProtoPlaceRequest()
        request.kind = "broken"
        let broken = try fixture.client().place(request).widget.id
        let failed = try fixture.wait(for: broken) { !$0.lastError.isEmpty }
        #expect(failed.lastError.contains(expected), "\(failed.lastError)")
        _ = try place(fixture, "good")
    }

    /// A provider that prints just a view gives no date: the daemon's is another one each time, and nothing else is.
    @Test func aViewThatIsTheSameAgainIsNotCounted() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("same", script: #"cat >/dev/null; echo '{"view":{"text":"same"},"policy":"never"}'"#, kindExtra: #","push_handler":true"#)
        try fixture.start()
        let id = try fixture.client().place(.with { $0.kind = "same" }).widget.id
        let first = try fixture.wait(for: id) { $0.state == .current }
        _ = try fixture.widgetctl("push", "send", "--app", "same")
        _ = try fixture.wait(for: id) {
            $0.lastReloadDate.seconds * 1_000_000_000 + Int64($0.lastReloadDate.nanos) > first.lastReloadDate.seconds * 1_000_000_000
                + Int64(first.lastReloadDate.nanos)
        }
        let explained = try fixture.client().explain(id)
        #expect(explained.budget.push.left == 8)
        #expect(explained.decisions.contains { $0.event == .timelineAccepted && $0.detail.contains("not counted") })
    }

    /// A user who changes a provider's data and asks for a reload sees the change, however long the provider takes.
    @Test func whatChangesWhileTheProviderIsBeingAskedIsShownInTheEnd() throws {
        let fixture = try DaemonFixture()
        let slow = try SlowFile(fixture)
        try fixture.start()
        let id = try place(fixture, "slow")
        let held = try slow.hold { _ = try fixture.client().reload(.widget(id)) }
        try slow.write("NEW")
        let reloads = try [.kind("slow"), .all(true), .widget(id)].map { try #require(try fixture.client().reload($0).receipts.first) }
        #expect(reloads.map(\.outcome) == [.accepted, .coalesced, .coalesced])
        #expect(reloads.map(\.rule) == ["after-running", "coalesced-next", "coalesced-next"])
        #expect(try fixture.client().explain(id).following.cause == .explicit)
        try slow.release(held)
        _ = try fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "NEW" } }
    }

    @Test func whatAnotherDeviceAsksForWhileTheProviderIsBeingAskedIsShownInTheEnd() throws {
        var files: [SlowFile] = []
        let daemons = try PairedDaemons { index, daemon in if index == 1 { files = [try SlowFile(daemon)] } }
        try daemons.pair()
        try PairedDaemons.wait(daemons[0], kind: "slow")
        let slow = try #require(files.first)
        let id = try PairedDaemons.place("slow", on: daemons[0])
        try PairedDaemons.wait(daemons[0]) { $0[id]?.archive.nodes.contains { $0.text.literal == "OLD" } ?? false }
        let held = try slow.hold { _ = try daemons[0].client().reload(.widget(id)) }
        try slow.write("NEW")
        #expect(try daemons[0].client().reload(.widget(id)).receipts.map(\.rule) == ["after-running"])
        try slow.release(held)
        try PairedDaemons.wait(daemons[0]) { $0[id]?.archive.nodes.contains { $0.text.literal == "NEW" } ?? false }
    }
}
