import WidgetCore

/// An engine with a hand-held clock, and what its last event brought.
struct EngineFixture {
    var engine: ReloadEngine
    var now = Timestamp(milliseconds: 1_800_000_000_000)
    var effects: [ReloadEffect] = []
    private var random = SplitMix64(seed: 1)
    let configuration: ReloadConfiguration

    init(_ configuration: ReloadConfiguration = .init(), seed: UInt64 = 42) {
        self.configuration = configuration
        engine = ReloadEngine(configuration: configuration, seed: seed)
    }

    var launches: [WidgetID] {
        effects.compactMap { if case .launch(let id, _) = $0 { id } else { nil } }
    }
    var causes: [ReloadCause] {
        effects.compactMap { if case .launch(_, let cause) = $0 { cause } else { nil } }
    }
    var shown: [Int] {
        effects.compactMap { if case .show(_, let entry) = $0 { entry } else { nil } }
    }
    var decisions: [Decision] {
        effects.compactMap { if case .record(let decision) = $0 { decision } else { nil } }
    }
    /// The record that was persisted last.
    var record: ReloadRecord? {
        effects.compactMap { if case .persist(_, let record) = $0 { record } else { nil } }.last
    }

    mutating func newID() -> WidgetID { WidgetID(date: now, using: &random) }

    /// Places a widget; its first launch runs.
    mutating func place(kind: String = "clock", isInstalled: Bool = true) -> WidgetID {
        let id = newID()
        effects = engine.add(id, kind: kind, isInstalled: isInstalled, timeline: nil, record: nil, at: now)
        return id
    }

    /// Places a widget whose first timeline has arrived.
    mutating func place(kind: String = "clock", entriesAfter: [Milliseconds] = [.zero], policy: ReloadPolicy) -> WidgetID {
        let id = place(kind: kind)
        finish(id, entriesAfter: entriesAfter, policy: policy)
        return id
    }

    /// Takes a widget in as after a restart.
    mutating func restore(kind: String = "clock", isInstalled: Bool = true, timeline: Timeline? = nil, _ record: ReloadRecord) -> WidgetID {
        let id = newID()
        effects = engine.add(id, kind: kind, isInstalled: isInstalled, timeline: timeline, record: record, at: now)
        return id
    }

    func timeline(entriesAfter: [Milliseconds] = [.zero], policy: ReloadPolicy = .never) -> Timeline {
        Timeline(entries: entriesAfter.map { entry(at: now + $0) }, policy: policy, receivedAt: now)
    }

    func entry(at date: Timestamp) -> TimelineEntry {
        guard let digest = ContentDigest(bytes: Array(repeating: 0, count: 32)) else { preconditionFailure("32 bytes are a digest") }
        return TimelineEntry(date: date, archive: digest, size: 1)
    }

    mutating func finish(_ id: WidgetID, entriesAfter: [Milliseconds] = [.zero], policy: ReloadPolicy = .never, isUnchanged: Bool = false) {
        effects = engine.finish(id, .success(timeline(entriesAfter: entriesAfter, policy: policy)), isUnchanged: isUnchanged, at: now)
    }

    mutating func fail(_ id: WidgetID, _ message: String = "the provider exited with status 1") {
        effects = engine.finish(id, .failure(WidgetError(.unavailable, message)), isUnchanged: false, at: now)
    }

    @discardableResult
    mutating func request(_ target: ReloadTarget, _ cause: ReloadCause = .explicit, _ caller: ReloadCaller = .foreground) -> [ReloadReceipt] {
        let (receipts, effects) = engine.requestReload(target, cause: cause, caller: caller, at: now)
        self.effects = effects
        return receipts
    }

    mutating func wait(_ interval: Milliseconds) {
        now = now + interval
        effects = engine.advance(to: now)
    }

    /// Goes to the next deadline; false where there is none.
    @discardableResult
    mutating func waitForDeadline() -> Bool {
        guard let deadline = engine.nextDeadline else { return false }
        now = max(now, deadline)
        effects = engine.advance(to: now)
        return true
    }

    func status(_ id: WidgetID) -> ReloadStatus? { engine.status(of: id, at: now) }
    /// How long the widget waits for its next reload.
    func waitOf(_ id: WidgetID) -> Milliseconds? { status(id)?.nextReload.map { $0 - now } }
}
