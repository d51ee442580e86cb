import Logging
import NIOCore
import ServiceLifecycle
import Systemd
import TTRPC

/// Serves the socket until the daemon is told to stop, then lets calls in flight end, ends the providers, and writes what is left.
struct ServingService: Service {
    let server: TTRPCServer
    let widgets: WidgetService
    let activities: ActivityService
    let controls: ControlService
    let stack: SmartStackService
    let tokens: PushTokenService
    let notifier: ServiceNotifier
    /// The path, for people.
    let socket: String
    let logger: Logger

    /// Runs once signals are caught, so that a stop that follows READY at once is an orderly one too.
    func run() async throws {
        try notifier.ready(status: "serving \(socket)")
        logger.notice("ready", metadata: ["socket": "\(socket)", "store": "\(widgets.store.path)"])
        Task(executorPreference: ThreadPoolExecutor.shared) { await makeRoom() }
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        logger.notice("stopping: calls in flight have \(DaemonLimits.drainSeconds) s to end")
        do {
            try notifier.stopping()
        } catch {
            logger.error("the service manager could not be told of the stop", metadata: ["error": "\(error)"])
        }
        await widgets.drain()
        await server.drain(deadline: .now() + TimeAmount.seconds(DaemonLimits.drainSeconds))
        await server.close()
        await activities.stop()
        await controls.stop()
        await tokens.stop()
        await widgets.stop()
        await stack.stop()
    }

    private func makeRoom() async {
        do {
            try await widgets.store.makeRoom()
        } catch {
            logger.debug("writes take longer than they could", metadata: ["error": "\(error)"])
        }
    }
}
