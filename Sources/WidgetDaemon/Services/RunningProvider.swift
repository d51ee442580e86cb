import WidgetCore
import WidgetProviders

/// A provider that may run: what the work loop asks of a ``ProviderHost``.
protocol RunningProvider: ProviderPort {
    var manifest: ProviderManifest { get }
    /// How it has been doing.
    func status() async -> ProviderStatus
    /// Ends its program, if it runs.
    func stop() async
}
