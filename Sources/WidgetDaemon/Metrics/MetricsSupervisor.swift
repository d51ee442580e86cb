import DaemonCore
import Logging
import NIOCore
import WidgetCore
import WidgetSettings

/// Gives metrics where the settings say. Where it can't listen, the daemon works without it.
actor MetricsSupervisor: SettingsFollower {
    nonisolated let keys: [ConfigurationKey] = [.metricsListen]
    private let logger: Logger
    /// Changes of the listener, one after another.
    private let changes = SerialTaskQueue()
    private var addresses: [MetricsAddress]
    private var listener: MetricsListener
    private var isClosed = false

    init(addresses: [MetricsAddress], metrics: DaemonMetrics, group: any EventLoopGroup, logger: Logger) {
        (self.addresses, self.logger) = (addresses, logger)
        listener = MetricsListener(group: group, logger: logger) { await metrics.collect() }
    }

    func open() async {
        do {
            try await changes.run { try await self.change() }
        } catch {
            logger.log(.metricsClosed, "Prometheus can't get metrics of this daemon", metadata: ["error": "\(error)"])
        }
    }

    func follow(_ settings: ConfigurationSettings) async throws {
        var wanted: [MetricsAddress] = []
        for text in settings.texts(.metricsListen) { wanted.append(try MetricsAddress(text, option: ConfigurationKey.metricsListen.name)) }
        let before = addresses
        addresses = wanted
        do {
            try await changes.run { try await self.change() }
        } catch {
            addresses = before
            throw error
        }
    }

    func close() async {
        isClosed = true
        // An opening that is under way ends first. This piece throws nothing.
        try? await changes.run { await self.listener.stop() }
    }

    private func change() async throws(WidgetError) {
        guard !isClosed else { return }
        let before = listener.addresses
        let (changed, failure) = await listener.changed(to: addresses)
        listener = changed
        if let failure { throw failure }
        guard changed.addresses != before else { return }
        logger.notice("giving metrics", metadata: ["addresses": "\(changed.addresses.map(\.description).joined(separator: " "))"])
    }
}
