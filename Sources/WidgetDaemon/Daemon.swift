package import DaemonCore
import Glibc
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization
import Systemd
import TTRPC
import UnixSignals
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetProviders
import WidgetStore

/// The composition root: makes the daemon's parts, connects them, and runs them until a signal stops the process.
package enum Daemon {
    /// Runs a daemon until SIGTERM or SIGINT, or until the device takes another part.
    /// - Throws: the error that makes a start impossible, as FAILED_PRECONDITION for a store that another daemon has open, or the error of a socket that can't
    ///   be made.
    package static func run(_ configuration: DaemonConfiguration) async throws -> DaemonEnd {
        let logger = configuration.logger
        let now: @Sendable () -> Timestamp = { .now }
        let startedAt = now()
        if case .path(let path, _) = configuration.listening {
            try UnixSocketPath.check(path)
            try Directories.makeParents(of: path)
        }
        try Directories.makeParents(of: configuration.stateDirectory + "/.")
        let hubs = HubsFile(stateDirectory: configuration.stateDirectory)
        let engineFile = EngineFile(stateDirectory: configuration.stateDirectory)
        if hubs.isThere { return try await LeafDaemon.run(configuration) }
        let identity = try DeviceIdentity.open(stateDirectory: configuration.stateDirectory, environment: configuration.environment)
        var storeConfiguration = StoreConfiguration(
            directory: configuration.stateDirectory, device: identity.id, deviceName: configuration.peers.name, now: now,
            executor: ThreadPoolExecutor.prepareToWait, tellState: { log($0, logger) })
        storeConfiguration.keys = identity
        let recentCalls = RecentCalls(now: now)
        storeConfiguration.gathers = { EventLoopJobQueue.current != nil && recentCalls.severalRun }
        let (store, report, stored) = try openStore(storeConfiguration, logger)
        defer { store.close() }
        // This comes before a provider is launched or anything is written: if another daemon serves the socket, this one must do nothing.
        let socket = try ListeningSocket(configuration.listening)
        var isTaken = false
        defer { if !isTaken { socket.discard() } }

        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        try await EventLoopJobQueue.begin(on: loops.next())
        let clock = EventLoopClock(loop: loops.next())
        let (wakes, wake) = AsyncStream.makeStream(of: DeadlineTimer.Event.self)
        let timer = try DeadlineTimer { wake.yield($0) }
        let files = ProviderFiles()
        let variables = configuration.environment
        let displayScale = DisplayScale(configuration.displayScale)
        let widgetLimit = WidgetLimit(configuration.settings)
        let known = KnownSurfaces(stored.surroundings.surfaces, at: now())
        let runtime = DaemonRuntime(
            clock: clock, logger: logger, now: now, uptime: { .sinceBoot }, random: SystemRandomNumberGenerator(),
            environment: { ProviderSurroundings(variables, displayScale: displayScale.current, surfaces: known.traits) },
            widgetLimit: { widgetLimit.current })
        let links = try DeviceLinks(
            store: store, identity: identity, hubs: hubs, engineFile: engineFile, devices: stored.devices,
            carrier: configuration.peers.carrier ?? (engineFile.isThere ? engineFile.path : nil),
            group: loops, runtime: runtime)
        let journal = DecisionJournal(store: store, clock: clock, logger: logger)
        let directories = ProviderDirectories(configuration.providerDirectories, environment: configuration.environment)
        let providers = ProviderRegistry(
            store: store, stored: stored, journal: journal,
            source: InstalledProviders(
                directories: directories, files: files,
                environment: ProviderEnvironment(daemon: configuration.environment, socket: configuration.socketPath),
                groups: ProviderCgroups.delegated(configuration.environment).flatMap { ProviderCgroups(in: $0, logger: logger) }, eventLoopGroup: loops,
                runtime: runtime),
            runtime: runtime)
        await providers.load()
        let registry = PushRegistry(store: store, stored: stored.push, now: now)
        let (activityWakes, activityWake) = AsyncStream.makeStream(of: DeadlineTimer.Event.self)
        let activityTimer = try DeadlineTimer { activityWake.yield($0) }
        let records = IntentRecords(store: store, stored: stored, runtime: runtime)
        let intents = Intents(
            records: records,
            local: IntentService(store: store, records: records, journal: journal, providers: providers, runtime: runtime),
            remote: RemoteIntents(records: records, devices: links, runtime: runtime))
        let activities = ActivityService(
            stored: stored, registry: registry, providers: providers, intents: intents, devices: links,
            maximumAge: configuration.live.activityAge, runtime: runtime, setTimer: { activityTimer.set($0) })
        var random = SystemRandomNumberGenerator()
        let widgets = WidgetService(
            journal: journal, providers: providers, devices: links, registry: registry, intents: intents,
            engine: ReloadEngine(configuration: configuration.live.reload, seed: random.next()), runtime: runtime, setTimer: { timer.set($0) })
        let board = widgets.board
        let targets = IntentService.Targets(widgets: widgets, activities: activities)
        await intents.local.start(targets)
        await activities.start()
        try await widgets.start(from: stored)
        await intents.remote.start(widgets: widgets, targets: targets)
        let tokens = PushTokenService(registry: registry, widgets: widgets, providers: providers, runtime: runtime)
        await tokens.start()
        let access = AccessControl(
            configuration.live.access, owner: getuid(), polkit: configuration.isSystemService ? Polkit(call: SystemBus().call) : nil)
        let surfaceRegistry = SurfaceRegistry(stored, store: store, widgets: widgets, devices: links, runtime: runtime)
        await surfaceRegistry.start()
        let (controlWakes, controlWake) = AsyncStream.makeStream(of: DeadlineTimer.Event.self)
        let controlTimer = try DeadlineTimer { controlWake.yield($0) }
        let controls = ControlService(
            store: store, stored: stored, registry: registry, tokens: tokens, providers: providers, devices: links, runtime: runtime,
            setTimer: { controlTimer.set($0) })
        let boards = Boards(widgets: board, activities: activities.board, controls: controls.board)
        let spaceTraits = SpaceTraits()
        let spaces = SpaceService(
            stateDirectory: configuration.stateDirectory, links: links, boards: boards, traits: spaceTraits, group: loops, runtime: runtime)
        let surfaces = SurfaceService(
            known: known, store: store, widgets: widgets, activities: activities, devices: links, spaces: spaceTraits, access: access,
            runtime: runtime)
        let push = PushService(
            registry: registry, widgets: widgets, activities: activities, controls: controls, tokens: tokens, journal: journal, stored: stored.push, now: now)
        push.start(from: stored.push)
        await controls.start()
        let (stackWakes, stackWake) = AsyncStream.makeStream(of: DeadlineTimer.Event.self)
        let stackTimer = try DeadlineTimer { stackWake.yield($0) }
        let stack = SmartStackService(
            store: store, stored: stored, board: board, widgets: widgets, providers: providers, runtime: runtime, setTimer: { stackTimer.set($0) })
        await stack.start()
        await providers.follow([widgets, activities, controls, stack])
        let inspector = ProviderInspector(registry: providers, widgets: widgets, devices: links, runtime: runtime)
        let tracer = ChangeTracer(
            store: store, links: links, widgets: widgets, activities: activities, controls: controls, surfaces: surfaceRegistry, calls: recentCalls, now: now)
        let leaves = LeafRegistry(store: store, links: links, runtime: runtime)
        let peers = try PeerService(
            store: store, links: links, configuration: configuration.peers, reincarnation: report.wasMoved ? .moved : nil,
            requests: PeerRequestHandler(
                widgets: widgets, activities: activities, controls: controls, surfaces: surfaces, registry: surfaceRegistry, inspector: inspector,
                contents: links.contents,
                comparison: StoreComparison(store: store, links: links), tracer: tracer,
                acknowledgements: AcknowledgementRelay(
                    store: store, ask: { try await links.ask($0, PeerMethod.acknowledged, $1) }, isConnected: { links.isConnected($0) }),
                leaves: leaves),
            observers: [widgets, activities, controls, surfaces, surfaceRegistry], group: loops, runtime: runtime)

        let fleet = FleetService(store: store, links: links, peers: peers, isEngineSet: configuration.peers.carrier != nil, runtime: runtime)
        let gateway = PushGatewaySupervisor(
            configuration: configuration.push, stateDirectory: configuration.stateDirectory, port: push, now: now, logger: logger)
        var limits = ServerLimits()
        limits.connectionsPerUID = configuration.live.connectionsPerUser
        let calls = CallMetrics(logger: logger)
        let metrics = DaemonMetrics(
            calls: calls, widgets: widgets, activities: activities, controls: controls, intents: records, push: push, gateway: gateway,
            surfaces: surfaceRegistry, peers: peers, startedAt: startedAt)
        let metricsListener = MetricsSupervisor(addresses: configuration.metrics, metrics: metrics, group: loops, logger: logger)
        let restart = RestartRequest()
        let settings = ConfigurationService(
            configuration, widgets: widgets, activities: activities, access: access,
            followers: [
                directories, displayScale, widgetLimit, metricsListener, gateway, peers, ConfiguredName(configuration.settings.text(.deviceName), of: peers),
                EngineSetting(file: configuration.peers.carrier),
            ], restart: restart)
        isTaken = true
        let local: [ServiceDefinition] = [
            WidgetsHandlers.service(board: board, widgets: widgets, stack: stack, surfaces: surfaces, inspector: inspector, calls: recentCalls),
            IntentsHandlers.service(
                board: board, widgets: widgets, activities: activities, controls: controls,
                runner: IntentRunner(registry: providers, runtime: runtime)),
            StackHandlers.service(board: board, widgets: widgets, stack: stack), SurfacesHandlers.service(surfaceRegistry),
            ActivitiesHandlers.service(board: activities.board, activities: activities, surfaces: surfaces, calls: recentCalls),
            ControlsHandlers.service(board: controls.board, controls: controls, providers: providers, calls: recentCalls),
            DevicesHandlers.service(
                peers, exchange: Exchange(widgets: widgets, controls: controls, push: push, stack: stack), tracer: tracer, spaces: spaces,
                obstacle: { [board, controls = controls.board] in
                    if spaces.hasSpaces { return "it shows spaces; leave them first" }
                    if board.count > 0 { return "it has widgets of its own (\(board.count)); remove them first" }
                    return controls.count > 0 ? "it has controls of its own (\(controls.count)); remove them first" : ""
                }, restart: restart),
            FleetHandlers.service(fleet, restart), PushHandlers.service(push, board: board, addresses: gateway.addresses),
            DaemonHandlers.service(
                widgets: widgets, inspector: inspector, configuration: settings,
                checkStore: { ProtoCheckStoreResponse(try store.checkPages(within: DaemonLimits.storeCheck)) },
                status: {
                    var response = try await status(
                        configuration, store: store, report: report, board: board, widgets: widgets, stack: stack, calls: calls, startedAt: startedAt)
                    if let status = await gateway.status(keys: registry.keys().count) { response.pushGateway = status }
                    return response
                }, metrics: { await metrics.collect() }),
        ]
        var serving = ServerConfiguration(
            services: SpaceHandlers(spaces: spaces, boards: boards).services(local), authorize: { access.decide($0, $1) }, limits: limits, observer: calls,
            logger: logger)
        serving.attach = { access.attach($0, $1) }
        let scope: @Sendable (CallContext) -> LeafScope = { [membership = links.membership] context in
            PeerLink.device(of: context.peer).map(membership.scope) ?? .nothing
        }
        await peers.serve(
            leaves: LeavesHandlers(widgets: board, scope: scope) { context, request in await peers.hubs(for: context, request) }.services(
                local,
                watches: .init(
                    widgets: WidgetsHandlers.watch(board, widgets, surfaces, scope: scope),
                    activities: ActivitiesHandlers.watch(activities.board, surfaces, scope: scope),
                    controls: ControlsHandlers.watch(controls.board, scope: scope))))
        let server = try await TTRPCServer.start(serving, on: socket, group: loops)

        let notifier = ServiceNotifier.current()
        var services: [any Service] = [
            ServingService(
                server: server, widgets: widgets, activities: activities, controls: controls, stack: stack, tokens: tokens, notifier: notifier,
                restart: restart, socket: configuration.socketPath,
                logger: logger),
            TimerService(events: wakes, timer: timer) { await widgets.handle($0) },
            TimerService(events: activityWakes, timer: activityTimer) { _ in await activities.advance() },
            TimerService(events: controlWakes, timer: controlTimer) { _ in await controls.advance() },
            TimerService(events: stackWakes, timer: stackTimer) { await stack.handle($0) }, PeersService(peers: peers, logger: logger),
            SpacesService(spaces: spaces), CarrierService(carrier: links.carrier, logger: logger),
            FileChangeService(files: files, clock: clock) { await providers.filesDidChange() },
            MachineService(
                bus: .system, widgets: widgets, activities: activities, controls: controls, stack: stack, spaces: spaces, clock: clock, logger: logger),
            ReloadService(
                signals: await UnixSignalsSequence(trapping: .sighup), notifier: notifier, configuration: settings, server: server, widgets: widgets,
                gateway: gateway, logger: logger),
            PushGatewayService(gateway: gateway), MetricsService(metrics: metricsListener),
        ]
        if let interval = ServiceNotifier.watchdogInterval(environment: configuration.environment) {
            services.append(WatchdogService(notifier: notifier, interval: interval, clock: clock, heartbeat: { await widgets.heartbeat() }, logger: logger))
        }
        if configuration.live.reload.isDeveloperMode { ConfigurationService.warnOfDeveloperMode(logger) }
        try await ServiceRun(services, restart: restart, logger: logger).run()
        try await EventLoopJobQueue.end(on: loops.next())
        try await loops.shutdownGracefully()
        logger.notice("stopped")
        return restart.isMade ? .startsAnew : .stopped
    }

    /// Opens the store and reads it. If only the reading finds damage, the store remembers that. It is then opened once more, which sets the file aside and
    /// makes a new one.
    private static func openStore(_ configuration: StoreConfiguration, _ logger: Logger) throws(WidgetError) -> (WidgetStore, OpenReport, StoredState) {
        var (store, report) = try WidgetStore.open(configuration)
        let stored: StoredState
        do {
            stored = try store.load()
        } catch {
            store.close()
            guard error.code == .dataLoss else { throw error }
            (store, report) = try WidgetStore.open(configuration)
            stored = try store.load()
        }
        if let path = report.corruptStore {
            logger.log(
                .storeSetAside, "the store was damaged: it was set aside as it is, and a new one was made with what could be read",
                metadata: ["set_aside": "\(path)", "found": "\(report.corruption ?? "")", "rows_kept": "\(report.rowsKept)"])
        }
        for line in report.lost { logger.error("the store has lost \(line); what other devices have of it comes again from them") }
        for line in report.repaired { logger.error("the store's \(line), and is right again: the disk or the memory is failing") }
        if let copy = report.copyBeforeChecksums {
            logger.notice("the store's pages have checksums from now on; a copy from before is kept, remove it when you like", metadata: ["copy": "\(copy)"])
        }
        if case .readOnly = store.state { log(store.state, logger) }
        if report.wasMoved {
            logger.log(
                .storeMoved, "the store was restored from a backup or moved: this device began a new life in it, and gets back from others what it lacks")
        }
        return (store, report, stored)
    }

    private static func log(_ state: StoreState, _ logger: Logger) {
        switch state {
        case .ok: logger.log(.storeWritable, "the store can be written again")
        case .readOnly(let error):
            logger.log(
                .storeNotWritable, "the store can't be written: widgets are still shown, but every change fails until it can be",
                metadata: ["error": "\(error)"])
        }
    }

    private static func status(
        _ configuration: DaemonConfiguration, store: WidgetStore, report: OpenReport, board: Board, widgets: WidgetService, stack: SmartStackService,
        calls: CallMetrics,
        startedAt: Timestamp
    ) async throws -> ProtoStatusResponse {
        var response = ProtoStatusResponse()
        response.version = Version.current
        response.startedAt = .init(startedAt)
        response.deviceID = store.device.description
        response.socketPath = configuration.socketPath
        response.storePath = store.path
        response.storeBytes = UInt64(clamping: store.byteSize())
        switch store.state {
        case .ok: response.storeState = .ok
        case .readOnly(let error):
            response.storeState = .readOnly
            response.storeError = error.message
        }
        response.corruptStore = report.corruptStore ?? ""
        response.storeLost = report.lost
        response.storeRepaired = report.repaired
        response.connections = UInt32(clamping: calls.connections.load(ordering: .relaxed))
        response.watchers = UInt32(clamping: board.watcherCount)
        (response.calls, response.callsFailed) = calls.totals
        response.processID = UInt32(clamping: getpid())
        await widgets.describe(&response)
        if let date = [await widgets.nextDue, await stack.nextDate].lazy.compactMap(\.self).min() { response.nextDue = .init(date) }
        return response
    }
}
