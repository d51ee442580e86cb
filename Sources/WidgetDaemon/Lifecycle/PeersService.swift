import Logging
import ServiceLifecycle
import WidgetCore

/// Meets other devices until the daemon is told to stop. Widgets work without a listener too.
struct PeersService: Service {
    let peers: PeerService
    let logger: Logger

    func run() async {
        do throws(WidgetError) {
            try await peers.start()
        } catch {
            logger.error("devices can't reach this daemon", metadata: ["error": "\(error)"])
        }
        let work = Task { await peers.run() }
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        await peers.stop()
        work.cancel()
        await work.value
    }
}
