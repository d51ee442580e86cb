import Synchronization
import WidgetCore
import WidgetProviders

/// Who draws which Live Activities on this device, and performs their intents: the activities' way to the work loop, which is made after them.
final class ActivityProviders: Sendable {
    private struct State {
        var byType: [String: ProviderHost]?
        var widgets: WidgetService?
    }

    /// Says each time that other types are drawn, or others draw them.
    let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() { (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func attach(_ widgets: WidgetService) { state.withLock { $0.widgets = widgets } }

    /// Replaces what is known.
    func set(_ byType: [String: ProviderHost]) {
        let isNew = state.withLock { state in
            defer { state.byType = byType }
            return state.byType?.mapValues(ObjectIdentifier.init) != byType.mapValues(ObjectIdentifier.init)
        }
        if isNew { changed.yield() }
    }

    /// Who draws activities of that type; nil: nobody.
    subscript(type: String) -> ProviderHost? { state.withLock { $0.byType?[type] } }

    /// Those that are drawn by providers, sorted.
    var types: [String] { state.withLock { $0.byType?.keys.sorted() ?? [] } }

    /// Returns when every provider has said what it gives, or takes too long for it.
    func described() async { await state.withLock({ $0.widgets })?.described(within: DaemonLimits.descriptionPatience) }

    /// Performs an intent of an activity's views, at most once for its key.
    /// - Parameter asker: the device on which it was tapped, if not this one.
    func perform(_ request: IntentRequest, action: String, asker: DeviceID?) async throws -> PerformResult {
        try await workLoop().perform(request, of: .activity, action: action, caller: .foreground, asker: asker)
    }

    /// What became of a key here; nil: it isn't known here.
    func outcome(of key: String, _ activity: ActivityID, action: String) async throws -> PerformResult? {
        try await workLoop().outcome(of: key, activity, action: action)
    }

    /// Asks another device to perform an intent, and asks again when the link broke before the answer came.
    func perform(_ payload: [UInt8], on device: DeviceID) async throws(WidgetError) -> [UInt8] {
        try await workLoop().askForIntent(device, PeerMethod.activity, payload)
    }

    private func workLoop() throws(WidgetError) -> WidgetService {
        guard let widgets = state.withLock({ $0.widgets }) else { throw WidgetError(.unavailable, "the daemon starts; try again") }
        return widgets
    }
}
