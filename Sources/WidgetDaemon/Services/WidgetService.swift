import Linux
import Logging
import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

/// The daemon's work loop: holds the widgets and the reload engine, and carries out what the engine decides.
///
/// Everything that changes goes through this actor. Reads don't: they are served from ``Board``, which it keeps up to date.
actor WidgetService {
    /// A kind and who gives it.
    struct InstalledKind {
        var kind: Kind
        /// Changes when the provider's program or manifest does.
        var fingerprint: String
    }

    /// Where a user is and what widgets are drawn on, which providers are told.
    struct Environment: Sendable, Equatable {
        /// IANA name.
        var timeZone: String
        /// BCP 47 name.
        var locale: String
        var appearance: Appearance

        var locality: StoredLocality { StoredLocality(timeZone: timeZone, locale: locale) }

        /// For whom an entry of that family is asked at that date.
        func context(_ family: WidgetFamily, isPreview: Bool = false, at date: Timestamp) -> ProviderContext {
            ProviderContext(
                isPreview: isPreview, family: family, colorScheme: appearance.colorScheme, displayScale: appearance.displayScale, timeZone: timeZone,
                locale: locale, date: date)
        }
    }

    let store: WidgetStore
    let board: Board
    let now: @Sendable () -> Timestamp
    /// The time since the machine's boot, sleep included.
    let uptime: @Sendable () -> Milliseconds
    let readEnvironment: @Sendable () -> Environment
    let clock: any Clock<Duration>
    let logger: Logger
    let makeProvider: @Sendable (ProviderManifest) -> ProviderHost
    let scan: @Sendable () -> ProviderCatalog
    /// Has changes of files told to ``filesMayHaveChanged()``; gives why not all of them are.
    let watchFiles: @Sendable (WatchedFiles) -> WidgetError?
    /// Changes of widgets: one after another, but for the edits of different ones.
    let edits = SerialTaskQueue()
    /// Changes of what kinds there are. Its work may wait for ``edits``, never the other way round.
    let kindQueue = SerialTaskQueue()
    /// Looks at which push tokens there should be. Its work waits for no other queue.
    let tokenQueue = SerialTaskQueue()
    let book = ReloadRecordCache()
    let setTimer: @Sendable (Timestamp?) -> Void
    /// Who may push, and to what.
    let registry: PushRegistry
    /// Takes the pushes that aren't for widgets.
    let receiver: any PushReceiver
    /// Is told who draws which Live Activities.
    let activityProviders: ActivityProviders
    /// Has archives fetched from a device, or from any that has them.
    let wantContents: @Sendable (DeviceID, Wanted) -> Void
    /// Fetches a picture from whoever has it, and returns when it is here or can't be had.
    let fetchPicture: @Sendable (ContentDigest) async -> Void
    /// Asks another device for something about one of its widgets.
    let askDevice: @Sendable (DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8]
    let isConnected: @Sendable (DeviceID) -> Bool
    /// When a device was last heard; nil: not since the daemon started.
    let lastHeard: @Sendable (DeviceID) -> Timestamp?

    var environment: Environment
    /// When the machine booted, by the wall clock: another date once the clock has been set.
    private var bootedAt: Timestamp
    var engine: ReloadEngine
    var random: any RandomNumberGenerator & Sendable
    var widgets: [WidgetID: Widget] = [:] { didSet { pushTargetsChanged() } }
    /// What other devices give.
    var peers: RemoteProviderDirectory
    var timelines: [WidgetID: Timeline] = [:]
    /// Why this device's providers give no newer timelines, as the other devices are told.
    var failures: [WidgetID: TimelineFailure] = [:]
    var kinds: [String: InstalledKind] = [:] { didSet { pushTargetsChanged() } }
    /// The types of Live Activities that providers draw, by name.
    var activityTypes: [String: StoredActivityType] = [:]
    /// Kinds of controls that this device's providers give, and gave.
    var controlKinds: [String: StoredControlKind] = [:]
    /// Rises with each change of them or of the providers.
    var controlRevision: UInt64 = 0
    /// By provider: the controls that take pushes; nil: that isn't known yet.
    var pushedControls: [String: [ControlPushInfo]]?
    /// Has ``ControlService`` look at them.
    let tellControls: @Sendable () -> Void
    /// Old id of a kind to its new one.
    var aliases: [String: String] = [:]
    var providers: [String: ProviderHost] = [:] { didSet { pushTargetsChanged() } }
    /// What the manifest directories had when they were read last.
    var catalog = ProviderCatalog()
    var problems: [ManifestProblem] = []
    /// Why changes of files aren't all noticed; nil: they are.
    var watchFailure: WidgetError?
    /// Descriptions of providers that are under way.
    var describing: [String: Task<Void, Never>] = [:]
    var placeholders: [PlaceholderKey: ProvidedEntry] = [:]
    /// What is of use now.
    var stack = SmartStackState()
    /// Whether what is private is shown.
    var privacy = Privacy()
    /// The widgets of which something is hidden.
    var hidden: Set<WidgetID> = []
    /// What surfaces show.
    var viewers = VisibilityCounter()
    /// What was tapped, here or on another device, and doesn't show in an entry yet.
    var taps = PendingActions()
    /// What became of intents.
    var receipts = IntentReceipts()
    /// Tries intents that wait for their devices.
    var deliveries = DeliveryScheduler()
    /// The keys of the intents that are just being tried, or taken back.
    var delivering: Set<String> = []
    /// Archives that are about to be asked for, by the device that gives them.
    var wanted: [DeviceID: Wanted] = [:]
    /// Wakes for the first of them that expires.
    var queueTimer: Task<Void, Never>?
    /// A device is connected.
    let connections = AsyncSignal()
    /// Performs under way, by idempotency key.
    var performing: [String: RunningAction] = [:]
    /// Ends of actions that couldn't be written, by idempotency key: written with the next commit that takes the journal.
    var unrecordedEnds: [String: IntentEnd] = [:]
    var launches: [WidgetID: Task<Void, Never>] = [:]
    /// How the last reloads ended.
    var reloadResults = ReloadResults()
    /// That a reload may have ended.
    let reloadNews = AsyncSignal()
    /// Widgets whose change is being written, with what their providers are to be asked for meanwhile: that waits, since it is to be asked with the change.
    var beingWritten: [WidgetID: [ReloadCause]] = [:]
    /// Pushes under way.
    var pushes = PushLedger()
    /// By app: the widgets that take pushes here. ``pushTargets(of:)`` reads it.
    var pushTargets: [String: [WidgetID]] = [:]
    var pushTargetsAreStale = true
    /// The widget that is being removed, and with it its app's token; nil: none is.
    var leaving: WidgetID?
    /// A look at which tokens there should be, which is under way.
    var reconciling: Task<Void, Never>?
    /// One that is planned, after a look that failed.
    var reconcilingAgain: Task<Void, Never>?
    /// Providers that are being told of their tokens.
    var pushTellings: [String: TokenNotification] = [:]
    /// That the push log has grown.
    let pushNews = AsyncSignal()
    var journal = Journal()
    var commits = CommitsUnderWay()
    var flush: Task<Void, Never>?
    /// Calls that wait for something are answered, so that the stop doesn't wait for them.
    var isDraining = false
    var isStopping = false
    var counters = Counters()
    var revision: UInt64 = 0

    /// What the daemon has done since it started.
    struct Counters {
        var reloads: UInt64 = 0
        var failedReloads: UInt64 = 0
    }

    /// - Parameters:
    ///   - setTimer: arms the one timer for a date; nil: for none.
    ///   - seed: of the engine's jitter.
    init(
        store: WidgetStore, board: Board, configuration: ReloadConfiguration, seed: UInt64, random: any RandomNumberGenerator & Sendable,
        readEnvironment: @escaping @Sendable () -> Environment, clock: any Clock<Duration>, logger: Logger, now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Milliseconds, setTimer: @escaping @Sendable (Timestamp?) -> Void, registry: PushRegistry, receiver: any PushReceiver,
        activityProviders: ActivityProviders, scan: @escaping @Sendable () -> ProviderCatalog,
        watchFiles: @escaping @Sendable (WatchedFiles) -> WidgetError? = { _ in nil },
        makeProvider: @escaping @Sendable (ProviderManifest) -> ProviderHost,
        wantContents: @escaping @Sendable (DeviceID, Wanted) -> Void, fetchPicture: @escaping @Sendable (ContentDigest) async -> Void,
        isConnected: @escaping @Sendable (DeviceID) -> Bool, lastHeard: @escaping @Sendable (DeviceID) -> Timestamp?,
        askDevice: @escaping @Sendable (DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8],
        tellControls: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.board = board
        self.engine = ReloadEngine(configuration: configuration, seed: seed)
        self.random = random
        self.readEnvironment = readEnvironment
        environment = readEnvironment()
        self.clock = clock
        self.logger = logger
        self.now = now
        self.uptime = uptime
        bootedAt = now() + Milliseconds(-uptime().count)
        self.setTimer = setTimer
        self.registry = registry
        self.receiver = receiver
        self.activityProviders = activityProviders
        self.scan = scan
        self.watchFiles = watchFiles
        self.makeProvider = makeProvider
        self.wantContents = wantContents
        self.fetchPicture = fetchPicture
        self.askDevice = askDevice
        self.isConnected = isConnected
        self.lastHeard = lastHeard
        self.tellControls = tellControls
        peers = RemoteProviderDirectory(me: store.device)
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
            stackIsDue()
        case .clockChanged:
            let date = now()
            let booted = date + Milliseconds(-uptime().count)
            let step = booted - bootedAt
            bootedAt = booted
            logger.notice("the clock was set or the machine resumed: what is due runs once, spread out", metadata: ["set_by_ms": "\(step.count)"])
            apply(wakePushes(after: engine.clockChanged(at: date, by: step), at: date))
            stackIsDue(clockChanged: true)
        }
    }

    /// The machine's time zone or locale may be another one: where it is, every widget reloads once, spread out.
    func environmentMayHaveChanged() {
        let changed = readEnvironment()
        guard changed != environment, !isStopping else { return }
        logger.notice("the time zone or the locale has changed: every widget reloads, spread out", metadata: ["time_zone": "\(changed.timeZone)"])
        if changed.locality != environment.locality { journal.locality = changed.locality }
        environment = changed
        placeholders = [:]
        apply(engine.environmentChanged(at: now()))
        // Also where no widget is placed.
        flushJournal()
    }

    /// Carries out what the engine decided, and shows these widgets as they are now, each once.
    /// - Parameter written: what of it is on disk already.
    func apply(_ effects: [ReloadEffect], showing widgets: Set<WidgetID> = [], written: Written = Written()) {
        noteRecords(of: effects)
        var changed = widgets
        for effect in effects {
            switch effect {
            case .launch(let id, let cause): launch(id, cause)
            case .show(let id, _): changed.insert(id)
            case .record(let decision):
                if !written.decisions.contains(decision) { journal.append(decision) }
                changed.insert(decision.widget)
            case .persist(let id, let record):
                if written.records[id] != record { journal.record(id) }
                changed.insert(id)
            }
        }
        // In the board's order: a hundred thousand that come at once are each put behind the last.
        for id in changed.sorted() { publish(id) }
        armTimer()
        flushJournal()
        reloadNews.ring()
    }

    /// Puts the records that these effects change into the book, as the engine has them now: between an effect and its turn something else may have come.
    func noteRecords(of effects: [ReloadEffect]) {
        book.put(effects.recorded.reduce(into: [:]) { records, id in records[id] = engine.record(of: id) })
    }

    /// When something is due next; nil: nothing is.
    var nextDue: Timestamp? { [engine.nextDeadline, pushes.nextDeadline, stack.nextDate].lazy.compactMap(\.self).min() }

    /// Arms the timer for what is due next.
    func armTimer() { setTimer(nextDue) }
}
