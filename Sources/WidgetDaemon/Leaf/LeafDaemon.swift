import DaemonCore
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
import WidgetStore

/// The composition root of a leaf: a daemon that shows what a hub has, and holds no replica.
enum LeafDaemon {
    /// Runs until SIGTERM or SIGINT, or until the device leaves its hubs.
    /// - Throws: the error that makes a start impossible.
    static func run(_ configuration: DaemonConfiguration) async throws -> DaemonEnd {
        let logger = configuration.logger
        let now: @Sendable () -> Timestamp = { .now }
        let startedAt = now()
        if case .path(let path, _) = configuration.listening {
            try UnixSocketPath.check(path)
            try Directories.makeParents(of: path)
        }
        let identity = try DeviceIdentity.open(stateDirectory: configuration.stateDirectory, environment: configuration.environment)
        let socket = try ListeningSocket(configuration.listening)
        var isTaken = false
        defer { if !isTaken { socket.discard() } }

        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        try await EventLoopJobQueue.begin(on: loops.next())
        let clock = EventLoopClock(loop: loops.next())
        let runtime = DaemonRuntime(
            clock: clock, logger: logger, now: now, uptime: { .sinceBoot }, random: SystemRandomNumberGenerator(),
            environment: { ProviderSurroundings([:], displayScale: configuration.displayScale, surfaces: []) })
        let boards = Boards.empty()
        let view = try HubView(in: configuration.stateDirectory, on: boards, identity: identity, group: loops, runtime: runtime)
        let (link, feed, store) = (view.link, view.feed, view.store)
        await feed.begin()
        let access = AccessControl(
            configuration.live.access, owner: getuid(), polkit: configuration.isSystemService ? Polkit(call: SystemBus().call) : nil)
        let restart = RestartRequest()
        let calls = CallMetrics(logger: logger)
        let handlers = LeafHandlers(
            boards: boards, calls: view.calls, store: store,
            shows: { proto, isThere throws(WidgetError) in try view.traits.shows(proto, isThere: isThere) },
            status: {
                var response = ProtoStatusResponse()
                (response.version, response.startedAt, response.deviceID) = (Version.current, .init(startedAt), identity.id.description)
                (response.socketPath, response.storePath, response.storeState) = (configuration.socketPath, store.path, .ok)
                response.storeBytes = store.byteSize
                (response.widgets, response.watchers) = (UInt32(clamping: boards.widgets.count), UInt32(clamping: boards.widgets.watcherCount))
                (response.calls, response.callsFailed) = calls.totals
                response.connections = UInt32(clamping: calls.connections.load(ordering: .relaxed))
                response.processID = UInt32(clamping: getpid())
                response.leaf = await feed.status
                return response
            },
            devices: { link.hubs.map { hub in ProtoDeviceInfo(hub: hub, isConnected: link.connection?.hub.id == hub.id) } },
            leave: { () throws(WidgetError) in
                try await feed.leave()
                restart.make()
            }, now: now)
        var limits = ServerLimits()
        limits.connectionsPerUID = configuration.live.connectionsPerUser
        var serving = ServerConfiguration(
            services: handlers.services, authorize: { access.decide($0, $1) }, limits: limits, observer: calls, logger: logger)
        serving.attach = { access.attach($0, $1) }
        isTaken = true
        let server = try await TTRPCServer.start(serving, on: socket, group: loops)
        let notifier = ServiceNotifier.current()
        var services: [any Service] = [
            LeafService(server: server, feed: feed, link: link, notifier: notifier, restart: restart, socket: configuration.socketPath, logger: logger),
            LeafReloadService(
                signals: await UnixSignalsSequence(trapping: .sighup), notifier: notifier, configuration: configuration, access: access, logger: logger),
            LeafSessionService(clock: clock, logger: logger) { view.setLocked($0) },
        ]
        if let interval = ServiceNotifier.watchdogInterval(environment: configuration.environment) {
            services.append(WatchdogService(notifier: notifier, interval: interval, clock: clock, heartbeat: { _ = await feed.status }, logger: logger))
        }
        try await ServiceRun(services, restart: restart, logger: logger).run()
        if restart.isMade { try store.clear() }
        try await EventLoopJobQueue.end(on: loops.next())
        try await loops.shutdownGracefully()
        logger.notice("stopped")
        return restart.isMade ? .startsAnew : .stopped
    }
}

extension ProtoDeviceInfo {
    fileprivate init(hub: PairedDevice, isConnected: Bool) {
        self.init()
        (id, name, addresses) = (hub.id.description, hub.name, hub.addresses.map(\.description))
        addedAt = .init(hub.added)
        state = isConnected ? .connected : .offline
    }
}
