import Testing
import WidgetCore

@Suite("A reload and the commit that keeps its timeline")
struct ReloadCommitTests {
    private var fixture = EngineFixture()

    /// A widget whose launch runs, and the timeline that it brings.
    private mutating func launched() -> (id: WidgetID, timeline: Timeline) {
        let id = fixture.place()
        return (id, fixture.timeline(policy: .after(fixture.now + .hours(2))))
    }

    private func writes(_ effect: ReloadEffect) -> Bool {
        switch effect {
        case .persist, .record: true
        case .launch, .show: false
        }
    }

    @Test("The commit has the record and the decisions that the engine comes to, with the date that it plans at random")
    mutating func theSame() throws {
        let (id, timeline) = launched()
        var commit = try #require(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now))
        let record = commit.write(over: nil)
        #expect(record.nextReload != nil && record != fixture.engine.record(of: id), "the engine isn't told yet")
        fixture.effects = fixture.engine.finish(commit, with: timeline)
        #expect(fixture.engine.record(of: id) == record && fixture.record == record)
        #expect(fixture.decisions == commit.decisions && fixture.shown == [0])
    }

    @Test("Nothing that the commit has written is to be written again, and all the rest is to be done")
    mutating func onlyOnce() throws {
        let (id, timeline) = launched()
        var commit = try #require(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now))
        _ = commit.write(over: nil)
        fixture.effects = fixture.engine.finish(commit, with: timeline)
        #expect(fixture.effects.contains(where: writes))
        #expect(fixture.effects.allSatisfy { commit.hasWritten($0) == writes($0) })
    }

    @Test("Before a transaction has taken it, the commit has written nothing")
    mutating func notWritten() throws {
        let (id, timeline) = launched()
        let commit = try #require(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now))
        fixture.effects = fixture.engine.finish(commit, with: timeline)
        #expect(!fixture.effects.isEmpty && !fixture.effects.contains(where: commit.hasWritten))
    }

    @Test("A change between the engine and the transaction is written in the record's place, so that what it asks for outlives a crash")
    mutating func changedBefore() throws {
        let (id, timeline) = launched()
        var commit = try #require(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now))
        fixture.request(.widget(id), .interaction)
        let newest = try #require(fixture.engine.record(of: id))
        #expect(newest.pending == .interaction)
        #expect(commit.write(over: newest) == newest)
        fixture.effects = fixture.engine.finish(commit, with: timeline)
        let record = try #require(fixture.record)
        #expect(record.pending == .interaction && record != newest)
        #expect(!commit.hasWritten(.persist(id, record)), "the record after the end is still to be written")
        #expect(commit.decisions.allSatisfy { commit.hasWritten(.record($0)) })
        #expect(fixture.launches == [id])
    }

    @Test("A change between the transaction and the engine is written after it")
    mutating func changedAfter() throws {
        let (id, timeline) = launched()
        var commit = try #require(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now))
        let written = commit.write(over: nil)
        fixture.request(.widget(id), .interaction)
        fixture.effects = fixture.engine.finish(commit, with: timeline)
        let record = try #require(fixture.record)
        #expect(written.pending == nil && record.pending == .interaction)
        #expect(!commit.hasWritten(.persist(id, record)) && commit.hasWritten(.persist(id, written)))
    }

    @Test("A second interaction during the reload of the first one is written, so that a crash after the commit doesn't lose its reload")
    mutating func interactionsInARow() throws {
        let (id, timeline) = launched()
        fixture.finish(id)
        fixture.request(.widget(id), .interaction)
        var commit = try #require(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now))
        #expect(fixture.engine.record(of: id)?.pending == .interaction)
        fixture.request(.widget(id), .interaction)
        // The record is equal to the one before. It is to be persisted all the same, because the commit may have written that nothing is pending.
        let later = try #require(fixture.record)
        #expect(later.pending == .interaction && commit.write(over: nil).pending == nil)
        #expect(commit.write(over: later) == later)
    }

    @Test("There is no commit without a launch that runs here, and one whose widget was removed meanwhile brings nothing")
    mutating func noLaunch() throws {
        let (id, timeline) = launched()
        let commit = try #require(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now))
        fixture.effects = fixture.engine.remove(id, at: fixture.now)
        #expect(fixture.engine.finish(commit, with: timeline).isEmpty)
        #expect(fixture.engine.commit(of: id, with: timeline, isUnchanged: false, at: fixture.now) == nil)
        let (other, _) = launched()
        fixture.effects = fixture.engine.assign(other, isRemote: true, at: fixture.now)
        #expect(fixture.engine.commit(of: other, with: timeline, isUnchanged: false, at: fixture.now) == nil)
    }
}
