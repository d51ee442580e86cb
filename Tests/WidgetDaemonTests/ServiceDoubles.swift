import Linux
import Logging
import Synchronization
import WidgetCore
import WidgetProviders
import WidgetStore

@testable import DaemonCore

/// Other devices that answer as a test says.
struct OtherDevices: RemoteDevices {
    var isThere: @Sendable (DeviceID) -> Bool = { _ in false }
    var answer: @Sendable (DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] = { _, _, _ throws(WidgetError) in
        throw WidgetError(.unavailable, "there is no other device")
    }

    func isConnected(_ device: DeviceID) -> Bool { isThere(device) }
    func lastHeard(_ device: DeviceID) -> Timestamp? { nil }
    func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] { try await answer(device, method, payload) }
    func want(_ archives: WantedArchives, from device: DeviceID) {}
    func fetchImage(_ digest: ContentDigest) async {}
}

extension DaemonRuntime {
    /// A runtime without a log.
    static func quiet(clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp = { .now }) -> DaemonRuntime {
        DaemonRuntime(
            clock: clock, logger: .quiet, now: now, uptime: { .zero }, random: SystemRandomNumberGenerator(),
            environment: { ProviderSurroundings(timeZone: "UTC", locale: "en", displayScale: 1) })
    }
}

extension Logger {
    static var quiet: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }
}

/// Providers that a test has made, and may exchange.
final class GivenProviders: ProviderSource {
    private let hosts: Mutex<[ProviderHost]>

    init(_ hosts: [ProviderHost] = []) { self.hosts = Mutex(hosts) }

    func set(_ hosts: [ProviderHost]) { self.hosts.withLock { $0 = hosts } }

    func scan() -> ProviderCatalog {
        var catalog = ProviderCatalog()
        catalog.manifests = hosts.withLock { $0.map(\.manifest) }
        return catalog
    }

    func watch(_ files: WatchedFiles) -> WidgetError? { nil }

    func host(for manifest: ProviderManifest, onContentChange: @escaping @Sendable (String) -> Void) -> ProviderHost {
        guard let host = hosts.withLock({ $0.first { $0.manifest == manifest } }) else { preconditionFailure("no test has made this provider") }
        return host
    }
}

extension ProviderRegistry {
    /// A registry without providers, or with those of a test.
    static func given(_ store: WidgetStore, _ stored: StoredState = StoredState(), _ source: GivenProviders = GivenProviders()) -> ProviderRegistry {
        let runtime = DaemonRuntime.quiet()
        return ProviderRegistry(
            store: store, stored: stored, journal: DecisionJournal(store: store, clock: runtime.clock, logger: runtime.logger), source: source, runtime: runtime
        )
    }
}

extension Intents {
    /// Intents over a real store.
    static func given(_ store: WidgetStore, _ devices: any RemoteDevices = OtherDevices(), _ runtime: DaemonRuntime = .quiet()) -> Intents {
        let records = IntentRecords(store: store, stored: (try? store.load()) ?? StoredState(), runtime: runtime)
        let journal = DecisionJournal(store: store, clock: runtime.clock, logger: runtime.logger)
        return Intents(
            records: records, local: IntentService(store: store, records: records, journal: journal, providers: .given(store), runtime: runtime),
            remote: RemoteIntents(records: records, devices: devices, runtime: runtime))
    }
}
