import Logging
import ServiceLifecycle
import Systemd
import UnixSignals

/// Reads the manifests, and the push certificate, anew on SIGHUP, which is what `systemctl reload` sends.
struct ReloadService: Service {
    let signals: UnixSignalsSequence
    let notifier: ServiceNotifier
    let widgets: WidgetService
    /// Nil: there is no gateway.
    let gateway: PushGatewaySupervisor?
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                logger.notice("reloading: the manifest directories are read anew")
                do {
                    try notifier.reloading()
                    await widgets.rescan()
                    await gateway?.reload()
                    try notifier.ready()
                } catch {
                    logger.error("the service manager could not be told of the reload", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
