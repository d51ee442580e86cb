import Linux
import Logging
import WidgetAPI
import WidgetCore
import WidgetStore

/// The daemon's work loop: holds the widgets and the reload engine, and carries out what the engine decides.
///
/// Changes of widgets go through this actor. Clients read what widgets show from ``Board``, which it keeps up to date.
actor WidgetService {
    /// The snapshots that surfaces show.
    nonisolated let board: Board
    let journal: DecisionJournal
    let providers: ProviderRegistry
    /// Push tokens and keys.
    let registry: PushRegistry
    nonisolated let intents: Intents
    let devices: any RemoteDevices
    let runtime: DaemonRuntime
    /// Arms the one timer for a date; nil: for none.
    private let setTimer: @Sendable (Timestamp?) -> Void
    /// Rings when a widget was placed, changed, shown anew or removed.
    nonisolated let changes = AsyncSignal()
    /// Changes of widgets: one after another, but for the edits of different ones.
    let edits = SerialTaskQueue()
    /// Rings when other widgets take pushes than before.
    nonisolated let pushTargetsChanges = AsyncSignal()

    nonisolated var store: WidgetStore { journal.store }
    var clock: any Clock<Duration> { runtime.clock }
    var logger: Logger { runtime.logger }
    func now() -> Timestamp { runtime.now() }

    private(set) var environment: ProviderSurroundings
    /// When the machine booted, by the wall clock: another date once the clock has been set.
    private var bootedAt: Timestamp
    var engine: ReloadEngine
    var random: any RandomNumberGenerator & Sendable
    var widgets: [WidgetID: Widget] = [:] { didSet { pushTargetsChanged() } }
    /// The kinds and timelines of other devices.
    var peers: RemoteProviderDirectory
    var timelines: [WidgetID: Timeline] = [:]
    /// Why this device's providers give no newer timelines, as the other devices are told.
    var failures: [WidgetID: TimelineFailure] = [:]
    /// The kinds of this device's providers, as the reload engine knows them.
    var catalog = KindCatalog() { didSet { pushTargetsChanged() } }
    /// Whether what is private is shown.
    var privacy = Privacy()
    /// The surfaces that show each widget.
    var viewers = VisibilityCounter()
    var reloads = RunningReloads()
    /// Rings when a reload may have ended.
    let reloadNews = AsyncSignal()
    /// Pushes under way.
    var pushes = PushLedger()
    var pushTargets = PushTargets()
    var phase = Phase.running

    enum Phase {
        case running
        /// Calls that wait for something are answered, so that the stop doesn't wait for them.
        case draining
        /// Nothing begins any more.
        case stopping
    }

    var isStopping: Bool { phase == .stopping }

    /// - Parameter setTimer: arms the one timer for a date; nil: for none.
    init(
        journal: DecisionJournal, providers: ProviderRegistry, devices: any RemoteDevices, registry: PushRegistry, intents: Intents, engine: ReloadEngine,
        runtime: DaemonRuntime, setTimer: @escaping @Sendable (Timestamp?) -> Void
    ) {
        self.journal = journal
        board = Board { [store = journal.store] digest throws(WidgetError) in try store.archive(digest) }
        self.providers = providers
        self.devices = devices
        self.registry = registry
        self.intents = intents
        self.engine = engine
        self.runtime = runtime
        random = runtime.random
        environment = runtime.environment()
        bootedAt = runtime.now() + Milliseconds(-runtime.uptime().count)
        self.setTimer = setTimer
        peers = RemoteProviderDirectory(me: journal.store.device)
    }

    /// Answers when the work loop is at rest: what the watchdog asks.
    func heartbeat() {}

    /// The timer has fired.
    func handle(_ event: DeadlineTimer.Event) {
        guard !isStopping else { return }
        switch event {
        case .due:
            let date = now()
            apply(wakePushes(after: engine.advance(to: date), at: date))
        case .clockChanged:
            let date = now()
            let booted = date + Milliseconds(-runtime.uptime().count)
            let step = booted - bootedAt
            bootedAt = booted
            logger.notice("the clock was set or the machine resumed: what is due runs once, spread out", metadata: ["set_by_ms": "\(step.count)"])
            apply(wakePushes(after: engine.clockChanged(at: date, by: step), at: date))
        }
    }

    /// The machine's time zone or locale may be another one: where it is, every widget reloads once, spread out.
    func environmentMayHaveChanged() {
        let changed = runtime.environment()
        guard changed != environment, !isStopping else { return }
        logger.notice("the time zone or the locale has changed: every widget reloads, spread out", metadata: ["time_zone": "\(changed.timeZone)"])
        if changed.locality != environment.locality { journal.setLocality(changed.locality) }
        environment = changed
        providers.forgetPlaceholders()
        apply(engine.environmentChanged(at: now()))
        // Also where no widget is placed.
        journal.flush()
    }

    /// Other surfaces are known: providers are asked for views for them from now on.
    func takeSurfaces() {
        environment = runtime.environment()
        providers.forgetPlaceholders()
    }

    /// Carries out what the engine decided, and shows these widgets as they are now, each once.
    /// - Parameter commit: the one that they follow. They aren't written again where it has written them.
    func apply(_ effects: [ReloadEffect], showing widgets: Set<WidgetID> = [], after commit: ReloadCommit? = nil) {
        noteRecords(of: effects)
        var changed = widgets
        for effect in effects {
            switch effect {
            case .launch(let id, let cause): launch(id, cause)
            case .show(let id, _): changed.insert(id)
            case .record(let decision):
                if commit?.hasWritten(effect) != true { journal.append(decision) }
                changed.insert(decision.widget)
            case .persist(let id, _):
                if commit?.hasWritten(effect) != true { journal.record(id) }
                changed.insert(id)
            }
        }
        // In the board's order: a hundred thousand that come at once are each put behind the last.
        for id in changed.sorted() { publish(id) }
        armTimer()
        journal.flush()
        reloadNews.ring()
    }

    /// Puts the records that these effects change into the book, as the engine has them now: between an effect and its turn something else may have come.
    func noteRecords(of effects: [ReloadEffect]) {
        journal.records.put(effects.recorded.reduce(into: [:]) { records, id in records[id] = engine.record(of: id) })
    }

    /// When something is due next; nil: nothing is.
    var nextDue: Timestamp? { [engine.nextDeadline, pushes.nextDeadline].lazy.compactMap(\.self).min() }

    /// Arms the timer for what is due next.
    func armTimer() { setTimer(isStopping ? nil : nextDue) }
}
