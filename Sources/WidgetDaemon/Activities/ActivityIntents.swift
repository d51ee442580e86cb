import Synchronization
import WidgetAPI
import WidgetCore

/// The intents of Live Activities: the way to the service that performs them, which is made after the activities.
final class ActivityIntents: Sendable {
    private struct State {
        var widgets: WidgetService?
        var taps: [ActivityID: [PendingActions.Tap]] = [:]
    }

    /// Activities of which something else is tapped.
    let tapped: AsyncStream<ActivityID>
    private let tap: AsyncStream<ActivityID>.Continuation
    private let state = Mutex(State())

    init() {
        (tapped, tap) = AsyncStream.makeStream()
    }

    func attach(_ widgets: WidgetService) { state.withLock { $0.widgets = widgets } }

    /// Performs an intent of an activity's views, at most once for its key.
    /// - Parameter asker: the device on which it was tapped, if not this one.
    func perform(_ request: IntentRequest, action: String, asker: DeviceID?) async throws -> PerformResult {
        try await workLoop().perform(request, of: .activity, action: action, caller: .foreground, asker: asker)
    }

    /// What became of a key here; nil: it isn't known here.
    func outcome(of key: String, _ activity: ActivityID, action: String) async throws -> PerformResult? {
        try await workLoop().outcome(of: key, activity, action: action)
    }

    /// Asks another device for something that has a key, and asks again when the link broke before the answer came.
    func ask(_ device: DeviceID, _ request: ProtoActivityRequest) async throws(WidgetError) -> [UInt8] {
        try await workLoop().askForIntent(device, PeerMethod.activity, try request.encoded()).answer
    }

    /// Has the device that owns an activity perform an action.
    /// - Parameter queueUntil: how long it may wait for that device; nil: not at all.
    func perform(_ tap: PendingActions.Tap, key: String, on owner: DeviceID, queueUntil: Timestamp?) async throws -> PerformResult {
        let widgets = try workLoop()
        // Not a child of the call: a client that goes away does not undo what was begun.
        return try await Task { try await widgets.perform(tap, of: .activity, key: key, on: owner, queueUntil: queueUntil) }.value
    }

    // MARK: Taps

    /// What is tapped on an activity and doesn't show in its views yet, in the order in which it was.
    func taps(of id: ActivityID) -> [PendingActions.Tap] { state.withLock { $0.taps[id] ?? [] } }

    /// Is told by the work loop.
    func show(_ taps: [PendingActions.Tap], of id: ActivityID) {
        let isNew = state.withLock { state in
            defer { state.taps[id] = taps.isEmpty ? nil : taps }
            return state.taps[id] ?? [] != taps
        }
        if isNew { tap.yield(id) }
    }

    /// An activity's views know what was performed before, or it is forgotten.
    func viewsCame(of id: ActivityID) async { await state.withLock({ $0.widgets })?.viewsCame(of: id) }

    private func workLoop() throws(WidgetError) -> WidgetService {
        guard let widgets = state.withLock({ $0.widgets }) else { throw WidgetError(.unavailable, "the daemon starts; try again") }
        return widgets
    }
}
