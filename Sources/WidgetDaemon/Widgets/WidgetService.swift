import DaemonCore
import Linux
import Logging
import Systemd
import WidgetAPI
import WidgetCore
import WidgetStore

/// The service of the widgets. It holds the widgets and the reload engine, and carries out the engine's decisions.
///
/// Changes of widgets go through this actor. Clients read the shown entries from ``Board``, which it keeps up to date.
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
    /// Arms the timer for a date; nil disarms it.
    private let setTimer: @Sendable (Timestamp?) -> Void
    /// Rings when a widget was placed, changed, shown again or removed.
    nonisolated let changes = AsyncSignal()
    /// Runs changes of widgets one after another; edits of different widgets run concurrently.
    let edits = SerialTaskQueue()
    /// Rings when the set of widgets that take pushes has changed.
    nonisolated let pushTargetsChanges = AsyncSignal()

    nonisolated var store: WidgetStore { journal.store }
    var clock: any Clock<Duration> { runtime.clock }
    var logger: Logger { runtime.logger }
    func now() -> Timestamp { runtime.now() }
    /// Widgets that can be placed.
    var limit: Int { runtime.widgetLimit() }

    private(set) var environment: ProviderSurroundings
    /// The date of the machine's boot by the wall clock. It changes when the clock is set.
    private var bootedAt: Timestamp
    var engine: ReloadEngine
    var random: any RandomNumberGenerator & Sendable
    var widgets: [WidgetID: Widget] = [:] { didSet { pushTargetsChanged() } }
    /// The kinds and timelines of other devices.
    var peers: RemoteProviderDirectory
    var timelines: [WidgetID: Timeline] = [:]
    /// The reasons why this device's providers give no newer timelines, as other devices get them.
    var failures: [WidgetID: TimelineFailure] = [:]
    /// The kinds of this device's providers, as the reload engine knows them.
    var catalog = KindCatalog() { didSet { pushTargetsChanged() } }
    /// Whether private content is shown.
    var privacy = Privacy()
    /// The surfaces that show each widget.
    var viewers = VisibilityCounter()
    var reloads = RunningReloads()
    /// Rings when a reload may have ended.
    let reloadEnds = AsyncSignal()
    /// Pushes under way.
    var pushes = PushLedger()
    var pushTargets = PushTargets()
    var phase = Phase.running

    enum Phase {
        case running
        /// Waiting calls are answered, so that the stop doesn't wait for them.
        case draining
        /// Nothing begins any more.
        case stopping
    }

    var isStopping: Bool { phase == .stopping }

    /// - Parameter setTimer: arms the timer for a date; nil disarms it.
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

    /// Returns when the actor is free, for the watchdog.
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
            logger.log(
                .clockChanged, "the clock was set or the machine resumed: what is due runs once, spread out", metadata: ["set_by_ms": "\(step.count)"])
            apply(wakePushes(after: engine.clockChanged(at: date, by: step), at: date))
        }
    }

    /// Checks the machine's time zone and locale, and the scale of the display. If one has changed, every widget reloads once, spread out.
    func environmentDidChange() {
        let changed = runtime.environment()
        guard changed != environment, !isStopping else { return }
        logger.notice(
            "the time zone, the locale or the scale of the display has changed: every widget reloads, spread out",
            metadata: ["time_zone": "\(changed.timeZone)", "display_scale": "\(changed.displayScale)"])
        if changed.locality != environment.locality { journal.setLocality(changed.locality) }
        environment = changed
        providers.forgetPlaceholders()
        apply(engine.environmentChanged(at: now()))
        // This writes the new locality also if no widget is placed.
        journal.flush()
    }

    /// The known surfaces have changed: providers make views for them from now on.
    func takeSurfaces() {
        environment.surfaces = runtime.environment().surfaces
        providers.forgetPlaceholders()
    }

    /// Applies the engine's effects, and shows these widgets as they are now, each once.
    /// - Parameter commit: the commit that caused the effects. Effects that it has written aren't written again.
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
        // They come in the board's order, so that each of a hundred thousand new widgets is inserted at the end.
        for id in changed.sorted() { publish(id) }
        armTimer()
        journal.flush()
        reloadEnds.signal()
    }

    /// Puts the records that these effects change into the cache, as the engine has them now: a record may have changed again since the effect.
    func noteRecords(of effects: [ReloadEffect]) {
        journal.records.put(effects.recorded.reduce(into: [:]) { records, id in records[id] = engine.record(of: id) })
    }

    /// When something is due next; nil: nothing is.
    var nextDue: Timestamp? { [engine.nextDeadline, pushes.nextDeadline].lazy.compactMap(\.self).min() }

    /// Arms the timer for the next deadline.
    func armTimer() { setTimer(isStopping ? nil : nextDue) }
}
