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
    func perform(_ request: IntentRequest, action: String) async throws -> PerformResult {
        guard let widgets = state.withLock({ $0.widgets }) else { throw WidgetError(.unavailable, "the daemon starts; try again") }
        return try await widgets.perform(request, of: .activity, action: action, caller: .foreground)
    }
}
