import Synchronization
package import TTRPC
package import WidgetCore

/// The changes that one watcher hasn't got yet: widgets in the order of their changes, each once. Its memory depends on the number of widgets, not of events.
package final class WatchQueue: Sendable {
    private struct State {
        var order: [WidgetID] = []
        var next = 0
        /// Changes of each waiting widget that weren't sent.
        var waiting: [WidgetID: UInt64] = [:]
    }

    private let filter: Set<WidgetID>?
    private let isShown: BoardFilter?
    private let stream: ServerStream
    private let state = Mutex(State())

    /// - Parameters:
    ///   - filter: the widgets to watch; nil for all.
    ///   - isShown: what the watcher may look at; nil for all.
    package init(filter: Set<WidgetID>?, isShown: BoardFilter? = nil, stream: ServerStream) {
        self.filter = filter
        self.isShown = isShown
        self.stream = stream
    }

    /// Whether the watcher gets this state of a widget. Any thread.
    package func covers(_ entry: BoardEntry) -> Bool { filter?.contains(entry.id) ?? true && isShown?(entry) ?? true }

    /// Something is new about a widget of which the watcher gets a state, or got one. Any thread.
    package func changed(_ id: WidgetID) {
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
    package func dequeue() -> (id: WidgetID, skipped: UInt64)? {
        state.withLock { state in
            guard state.next < state.order.count else { return nil }
            let id = state.order[state.next]
            state.next += 1
            if state.next == state.order.count {
                state.order.removeAll(keepingCapacity: true)
                state.next = 0
            } else if state.next > DaemonCoreLimits.takenWatchEntries {
                state.order.removeFirst(state.next)
                state.next = 0
            }
            return (id, state.waiting.removeValue(forKey: id) ?? 0)
        }
    }
}

/// The credit of a watcher: how much may be on its way, in events and in bytes. An event goes while both are left; the last one may overdraw the bytes.
///
/// A kind of credit that was never granted doesn't count: then only the socket limits the watcher's events.
package struct FlowControlWindow {
    private var messages: Int?
    /// Below zero: overdrawn. The next grant pays for it.
    private var bytes: Int?

    package init() {}

    /// Whether an event of any size may be sent.
    package var isLeft: Bool { (messages ?? 1) > 0 && (bytes ?? 1) > 0 }

    /// Adds to what is left; nothing where it is zero.
    package mutating func grant(messages newMessages: UInt32, bytes newBytes: UInt32) {
        if newMessages > 0 { messages = min((messages ?? 0) + Int(newMessages), DaemonCoreLimits.maximumWatchCredit) }
        if newBytes > 0 { bytes = min((bytes ?? 0) + Int(newBytes), DaemonCoreLimits.maximumWatchCreditBytes) }
    }

    /// An event of so many bytes was sent.
    package mutating func spend(_ count: Int) {
        messages = messages.map { $0 - 1 }
        bytes = bytes.map { $0 - count }
    }
}
