import Logging
import WidgetCore
import WidgetProviders
import WidgetStore

@testable import DaemonCore
@testable import WidgetDaemon

extension WidgetService {
    /// Over a real store, without providers, and with such other devices as a test says.
    static func alone(
        _ store: WidgetStore, isConnected: @escaping @Sendable (DeviceID) -> Bool = { _ in false },
        askDevice: @escaping @Sendable (DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] = { _, _, _ throws(WidgetError) in
            throw WidgetError(.unavailable, "there is no other device")
        }, clock: any Clock<Duration> = ContinuousClock()
    ) -> WidgetService {
        let runtime = DaemonRuntime.quiet(clock: clock)
        let devices = OtherDevices(isThere: isConnected, answer: askDevice)
        return WidgetService(
            journal: DecisionJournal(store: store, clock: clock, logger: .quiet), providers: .given(store), devices: devices,
            registry: PushRegistry(store: store, stored: StoredPush(), now: { .now }), intents: .given(store, devices, runtime),
            engine: ReloadEngine(configuration: ReloadConfiguration(), seed: 1), runtime: runtime, setTimer: { _ in })
    }

    /// Begins with what the store has, as the daemon does.
    func startAlone() async throws {
        try await start(from: try store.load())
        let targets = IntentService.Targets(widgets: self, activities: NoActivities())
        await intents.local.start(targets)
        await intents.remote.start(widgets: self, targets: targets)
    }

    /// An activity has new views.
    func didReceiveViews(of id: ActivityID) {
        intents.records.takePending(of: id) { _ in true }
        intents.records.didReceiveEntry(of: id)
    }
}

/// No activity is shown.
private struct NoActivities: IntentTargets {
    func showTaps(of id: WidgetID) {}
}
