import Testing
import WidgetCore

@Suite("Providers that fail")
struct ReloadFailureTests {
    @Test("The last good timeline stays, the reason is kept")
    func keepsTimeline() {
        var fixture = EngineFixture()
        let id = fixture.place(entriesAfter: [.zero, .hours(1)], policy: .never)
        fixture.request(.widget(id))
        fixture.fail(id, "the provider timed out after 30 s")
        #expect(fixture.shown.isEmpty)
        #expect(fixture.status(id)?.entry == 0)
        #expect(fixture.status(id)?.lastError == "the provider timed out after 30 s")
        #expect(fixture.decisions.first?.event == .reloadFailed)
        #expect(fixture.decisions.first?.detail == "the provider timed out after 30 s")
        #expect(fixture.decisions.first?.until == fixture.status(id)?.nextReload)
        fixture.wait(.hours(1))
        #expect(fixture.shown == [1])
    }

    @Test("Retries come at random in a range that doubles from 30 to 60 seconds up to half an hour to an hour", arguments: [1, 2, 3] as [UInt64])
    func backoff(seed: UInt64) throws {
        var fixture = EngineFixture(seed: seed)
        let id = fixture.place()
        var waits: Set<Milliseconds> = []
        for failure in 1...12 {
            fixture.fail(id)
            let wait = try #require(fixture.waitOf(id))
            let longest = min(3_600, Int64(30) << Int64(failure))
            #expect(wait <= .seconds(longest) && wait >= .seconds(max(30, longest / 2)), "after failure \(failure)")
            #expect(fixture.status(id)?.failures == failure)
            waits.insert(wait)
            fixture.waitForDeadline()
            #expect(fixture.causes == [.retry])
        }
        #expect(waits.count > 10, "there is jitter")
    }

    @Test("A success starts the backoff over")
    func reset() throws {
        var fixture = EngineFixture()
        let id = fixture.place()
        for _ in 0..<6 {
            fixture.fail(id)
            fixture.waitForDeadline()
        }
        fixture.finish(id)
        #expect(fixture.status(id)?.failures == 0)
        #expect(fixture.status(id)?.lastError == "")
        fixture.request(.widget(id))
        fixture.fail(id)
        #expect(try #require(fixture.waitOf(id)) <= .minutes(1))
    }

    @Test("A request that somebody waits for goes at once during backoff", arguments: [ReloadCause.explicit, .interaction, .configured])
    func urgent(cause: ReloadCause) {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.fail(id)
        #expect(fixture.request(.widget(id), cause).first?.outcome == .accepted)
        #expect(fixture.launches == [id])
    }

    @Test("A push during backoff waits for the retry, and the receipt says until when")
    func push() {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.fail(id)
        let retry = fixture.status(id)?.nextReload
        #expect(fixture.request(.widget(id), .push) == [ReloadReceipt(widget: id, outcome: .deferred, rule: "backoff", until: retry)])
        #expect(fixture.launches.isEmpty)
    }

    @Test("A timeline without entries counts as a failure")
    func empty() {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.finish(id, entriesAfter: [])
        #expect(fixture.status(id)?.failures == 1)
    }
}
