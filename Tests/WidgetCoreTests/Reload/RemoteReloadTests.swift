import Testing
import WidgetCore

@Suite("Widgets that another device gives")
struct RemoteReloadTests {
    @Test("Nothing is asked here, whatever happens, and a request says why")
    func nothingIsAsked() {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.effects = fixture.engine.assign(id, isRemote: true, at: fixture.now)
        fixture.effects = fixture.engine.finish(id, .success(Self.timeline(from: fixture.now)), isUnchanged: false, at: fixture.now)
        #expect(fixture.shown.isEmpty)
        #expect(fixture.request(.widget(id)) == [ReloadReceipt(widget: id, outcome: .denied, rule: "elsewhere")])
        fixture.effects = fixture.engine.environmentChanged(at: fixture.now)
        #expect(fixture.launches.isEmpty)
        #expect(fixture.engine.nextDeadline == nil)
    }

    @Test("The entries that it gave come due here")
    func entriesComeDue() {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.effects = fixture.engine.assign(id, isRemote: true, at: fixture.now)
        fixture.effects = fixture.engine.show(id, timeline: Self.timeline(from: fixture.now), at: fixture.now)
        #expect(fixture.shown == [0])
        fixture.wait(.hours(1))
        #expect(fixture.shown == [1])
        #expect(fixture.launches.isEmpty)
    }

    @Test("When it is this machine's again, it is asked at once")
    func comesBack() {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.effects = fixture.engine.assign(id, isRemote: true, at: fixture.now)
        fixture.effects = fixture.engine.finish(id, .success(Self.timeline(from: fixture.now)), isUnchanged: false, at: fixture.now)
        fixture.effects = fixture.engine.assign(id, isRemote: false, at: fixture.now)
        #expect(fixture.launches == [id])
    }

    private static func timeline(from date: Timestamp) -> Timeline {
        let digest = ContentDigest(of: [1])
        return Timeline(
            entries: [
                TimelineEntry(date: date, relevance: nil, archive: digest, size: 1),
                TimelineEntry(date: date + .hours(1), relevance: nil, archive: digest, size: 1),
            ],
            policy: .never, receivedAt: date)
    }
}
