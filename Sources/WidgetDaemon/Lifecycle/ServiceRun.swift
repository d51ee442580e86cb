import Logging
import ServiceLifecycle
import UnixSignals

/// Runs a daemon's services until a signal, or a request to start anew, stops them in order.
struct ServiceRun {
    private let services: [any Service]
    private let restart: RestartRequest
    private let logger: Logger

    init(_ services: [any Service], restart: RestartRequest, logger: Logger) {
        (self.services, self.restart, self.logger) = (services, restart, logger)
    }

    func run() async throws {
        // At the level debug, ServiceGroup would log each service with all its properties.
        var lifecycle = logger
        lifecycle.logLevel = max(logger.logLevel, .notice)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: lifecycle))
        let restarting = Task { [restart] in
            await restart.wait()
            if restart.isMade { await group.triggerGracefulShutdown() }
        }
        // A process that is asked to end doesn't start anew, although it ends already.
        let ends = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let ending = Task { [restart] in for await _ in ends { restart.withdraw() } }
        defer {
            restarting.cancel()
            ending.cancel()
        }
        try await group.run()
    }
}
