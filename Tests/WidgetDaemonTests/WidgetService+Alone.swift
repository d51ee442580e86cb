import Logging
import WidgetCore
import WidgetProviders
import WidgetStore

@testable import WidgetDaemon

extension WidgetService {
    /// Over a real store, without providers, and with such other devices as a test says.
    static func alone(
        _ store: WidgetStore, isConnected: @escaping @Sendable (DeviceID) -> Bool = { _ in false },
        askDevice: @escaping @Sendable (DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] = { _, _, _ throws(WidgetError) in
            throw WidgetError(.unavailable, "there is no other device")
        }, clock: any Clock<Duration> = ContinuousClock()
    ) -> WidgetService {
        WidgetService(
            store: store, board: Board { _ throws(WidgetError) in nil }, configuration: ReloadConfiguration(), seed: 1, random: SystemRandomNumberGenerator(),
            readEnvironment: { WidgetService.Environment(timeZone: "UTC", locale: "en", appearance: Appearance()) }, clock: clock,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), now: { .now }, uptime: { .zero }, setTimer: { _ in },
            registry: PushRegistry(store: store, stored: StoredPush(), now: { .now }), receiver: NobodyReceives(), activityProviders: ActivityProviders(),
            scan: { ProviderCatalog() }, makeProvider: { _ in preconditionFailure("there is no manifest") }, wantContents: { _, _ in }, fetchPicture: { _ in },
            isConnected: isConnected, lastHeard: { _ in nil }, askDevice: askDevice, tellControls: {})
    }
}

/// No push comes here.
private struct NobodyReceives: PushReceiver {
    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt { throw WidgetError(.unimplemented, "nobody is here") }

    func receive(_ push: OpenPush) async -> PushReception { .discarded(reason: "") }
    func receive(_ payload: [UInt8], on channel: PushChannel, id: String, priority: Int, expiration: Timestamp?) async -> PushReception {
        .discarded(reason: "")
    }
}
