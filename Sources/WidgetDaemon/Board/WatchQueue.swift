import Synchronization
import TTRPC
import WidgetCore

/// The changes that one watcher hasn't been told of: widgets in the order of their changes, each once. Memory goes by the number of widgets,
/// not of events.
final class WatchQueue: Sendable {
    private struct State {
        var order: [WidgetID] = []
        var next = 0
        /// Changes of each waiting widget that weren't sent.
        var waiting: [WidgetID: UInt64] = [:]
    }

    private let filter: Set<WidgetID>?
    private let stream: ServerStream
    private let state = Mutex(State())

    /// - Parameter filter: the widgets to watch; nil for all.
    init(filter: Set<WidgetID>?, stream: ServerStream) {
        self.filter = filter
        self.stream = stream
    }

    /// Something about `id` is new. Any thread.
    func changed(_ id: WidgetID) {
        if let filter, !filter.contains(id) { return }
        state.withLock { state in
            if let skipped = state.waiting[id] {
                state.waiting[id] = skipped + 1
            } else {
                state.waiting[id] = 0
                state.order.append(id)
            }
        }
        stream.wake()
    }

    /// The widget that has waited longest, with the number of its states that were skipped; nil when there is none.
    func take() -> (id: WidgetID, skipped: UInt64)? {
        state.withLock { state in
            guard state.next < state.order.count else { return nil }
            let id = state.order[state.next]
            state.next += 1
            if state.next == state.order.count {
                state.order.removeAll(keepingCapacity: true)
                state.next = 0
            } else if state.next > DaemonLimits.takenWatchEntries {
                state.order.removeFirst(state.next)
                state.next = 0
            }
            return (id, state.waiting.removeValue(forKey: id) ?? 0)
        }
    }
}
