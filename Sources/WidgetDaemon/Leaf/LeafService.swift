import DaemonCore
import Glibc
import Logging
import NIOCore
import ServiceLifecycle
import Systemd
import TTRPC
import UnixSignals
import WidgetCore
import WidgetPeers

/// Keeps the link to a hub and serves the socket until the daemon must stop. Then it keeps what is shown.
struct LeafService: Service {
    let server: TTRPCServer
    let feed: HubFeed
    let link: HubLink
    let notifier: ServiceNotifier
    let restart: RestartRequest
    /// The socket's path, for messages.
    let socket: String
    let logger: Logger

    func run() async throws {
        try notifier.ready(status: "serving \(socket), as a leaf")
        logger.notice("ready, as a leaf", metadata: ["socket": "\(socket)", "hubs": "\(link.hubs.map(\.name).joined(separator: ", "))"])
        let linking = Task { await link.run(feed) }
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        notifier.tellStop(unless: restart, logger)
        await server.drain(deadline: .now() + TimeAmount.seconds(DaemonLimits.drainSeconds))
        await server.close()
        linking.cancel()
        await linking.value
        await feed.keep()
    }
}

/// Reads the callers' rights and the log's level again on SIGHUP, which `systemctl reload` sends.
struct LeafReloadService: Service {
    let signals: UnixSignalsSequence
    let notifier: ServiceNotifier
    let configuration: DaemonConfiguration
    let access: AccessControl
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                logger.notice("reloading: the settings are read anew")
                do {
                    try notifier.reloading()
                    let settings = configuration.source.read()
                    for mistake in settings.mistakes { logger.error("\(mistake)") }
                    if settings.mistakes.isEmpty {
                        let live = try LiveSettings(settings)
                        access.replace(live.access)
                        configuration.threshold.level = live.logLevel
                    }
                    try notifier.ready()
                } catch {
                    logger.error("the settings couldn't be read anew", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}

/// Hides what is private while this machine's session is locked.
struct LeafSessionService: Service {
    let clock: EventLoopClock
    let logger: Logger
    /// Told whether the session is locked; nil: it isn't known.
    let tell: @Sendable (Bool?) -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            do throws(BusError) {
                try await Bus.keep(
                    .system, sleep: { try? await clock.sleep(for: $0) }, lost: { _ in tell(nil) },
                    use: { bus in try await LockSignals.follow(on: bus, uid: getuid()) { tell($0) } })
            } catch {
                tell(nil)
                logger.info("no message bus: it isn't noticed when the session is locked", metadata: ["error": "\(error)"])
                // A service that ends would end the daemon.
                await Task.untilCancelled()
            }
        }
    }
}
