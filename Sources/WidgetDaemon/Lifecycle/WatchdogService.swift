import Logging
import ServiceLifecycle
import Systemd

/// Tells the service manager that the daemon is alive, but only when the work loop has answered: a daemon that hangs is killed and started anew.
struct WatchdogService: Service {
    let notifier: ServiceNotifier
    let interval: Duration
    let clock: EventLoopClock
    let widgets: WidgetService
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await widgets.heartbeat()
                do {
                    try notifier.pingWatchdog()
                } catch {
                    logger.error("the watchdog could not be told", metadata: ["error": "\(error)"])
                }
                // It ends early only when the daemon stops.
                try? await clock.sleep(for: interval)
            }
        }
    }
}
