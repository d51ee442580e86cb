import DaemonCore
import Logging
import NIOCore
import ServiceLifecycle
import Systemd
import TTRPC
import UnixSignals
import WidgetCarrier
import WidgetCore

/// Serves the socket until the daemon must stop. Then it lets calls in flight end, ends the providers, and writes the rest.
struct ServingService: Service {
    let server: TTRPCServer
    let widgets: WidgetService
    let activities: ActivityService
    let controls: ControlService
    let stack: SmartStackService
    let tokens: PushTokenService
    let notifier: ServiceNotifier
    let restart: RestartRequest
    /// The socket's path, for messages.
    let socket: String
    let logger: Logger

    /// The service group runs this when it catches signals. So a stop right after READY is an orderly one too.
    func run() async throws {
        try notifier.ready(status: "serving \(socket)")
        logger.notice("ready", metadata: ["socket": "\(socket)", "store": "\(widgets.store.path)"])
        Task(executorPreference: ThreadPoolExecutor.shared) { await preallocateLog() }
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        logger.notice("stopping: calls in flight have \(DaemonLimits.drainSeconds) s to end")
        notifier.tellStop(unless: restart, logger)
        await widgets.drain()
        await server.drain(deadline: .now() + TimeAmount.seconds(DaemonLimits.drainSeconds))
        await server.close()
        await activities.stop()
        await controls.stop()
        await tokens.stop()
        await widgets.stop()
        await stack.stop()
    }

    private func preallocateLog() async {
        do {
            try await widgets.store.preallocateLog()
        } catch {
            logger.debug("the write-ahead log could not be enlarged in advance; writes are slower", metadata: ["error": "\(error)"])
        }
    }
}

extension ServiceNotifier {
    /// Tells the service manager that the daemon stops. It hears nothing of a daemon that starts anew: it would wait for the end of the process.
    func tellStop(unless restart: RestartRequest, _ logger: Logger) {
        guard !restart.isMade else { return }
        do {
            try stopping()
        } catch {
            logger.error("the service manager could not be told of the stop", metadata: ["error": "\(error)"])
        }
    }
}

/// Passes a timer's events to their handler.
struct TimerService: Service {
    let events: AsyncStream<DeadlineTimer.Event>
    let timer: DeadlineTimer
    let handle: @Sendable (DeadlineTimer.Event) async -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            for await event in events { await handle(event) }
        }
        timer.cancel()
    }
}

/// Reports changed files, once for files that change together.
struct FileChangeService: Service {
    let files: ProviderFiles
    let clock: any Clock<Duration>
    let handle: @Sendable () async -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in files.changes {
                // An editor's save is several changes, and a copied program isn't whole at the first.
                try? await clock.sleep(for: DaemonLimits.fileChangeDelay)
                // This comes before the files are read, so that later changes are reported again.
                files.rearm()
                await handle()
            }
        }
    }
}

/// Connects to other devices until the daemon must stop. Widgets work without a listener too.
struct PeersService: Service {
    let peers: PeerService
    let logger: Logger

    func run() async {
        do throws(WidgetError) {
            try await peers.start()
        } catch {
            logger.log(.devicesCannotConnect, "devices can't reach this daemon", metadata: ["error": "\(error)"])
        }
        let work = Task { await peers.run() }
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        await peers.stop()
        work.cancel()
        await work.value
    }
}

/// Shows the items of spaces until the daemon must stop.
struct SpacesService: Service {
    let spaces: SpaceService

    func run() async {
        await spaces.start()
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        await spaces.stop()
    }
}

/// Exchanges changes through an engine until the daemon must stop.
struct CarrierService: Service {
    let carrier: CarrierRunner<DaemonSyncStore>?
    let logger: Logger

    func run() async {
        // A step may read much, which would hold up the event loop.
        Task(executorPreference: ThreadPoolExecutor.shared) {
            do {
                try await carrier?.run()
            } catch {
                logger.error("changes aren't exchanged through the carrier; restart widgetd", metadata: ["error": "\(error)"])
            }
        }
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        // Nobody waits for it: a server that hangs would hold up the daemon's end.
        carrier?.stop()
    }
}

/// Accepts pushes until the daemon must stop.
struct PushGatewayService: Service {
    let gateway: PushGatewaySupervisor

    func run() async {
        await gateway.open()
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        await gateway.close()
    }
}

/// Gives metrics until the daemon must stop.
struct MetricsService: Service {
    let metrics: MetricsSupervisor

    func run() async {
        await metrics.open()
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        await metrics.close()
    }
}

/// Reads the settings, the manifests and the push certificate again on SIGHUP, which `systemctl reload` sends.
struct ReloadService: Service {
    let signals: UnixSignalsSequence
    let notifier: ServiceNotifier
    let configuration: ConfigurationService
    let server: TTRPCServer
    let widgets: WidgetService
    let gateway: PushGatewaySupervisor
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                logger.notice("reloading: the settings and the manifest directories are read anew")
                do {
                    try notifier.reloading()
                    await configuration.reload(server)
                    await widgets.rescan()
                    await gateway.reload()
                    try notifier.ready()
                } catch {
                    logger.error("the service manager could not be told of the reload", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}

/// Tells the service manager that the daemon is alive, but only when its main service has answered. A daemon that hangs is killed and restarted.
struct WatchdogService: Service {
    let notifier: ServiceNotifier
    let interval: Duration
    let clock: EventLoopClock
    /// Returns when the main service has answered.
    let heartbeat: @Sendable () async -> Void
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await heartbeat()
                do {
                    try notifier.pingWatchdog()
                } catch {
                    logger.log(.watchdogUntold, "the watchdog could not be told", metadata: ["error": "\(error)"])
                }
                // It ends early only when the daemon stops.
                try? await clock.sleep(for: interval)
            }
        }
    }
}
