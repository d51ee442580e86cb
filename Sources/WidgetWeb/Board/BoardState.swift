import WebAccess
import WidgetCore

/// A change of the board in one look.
struct BoardChange: Sendable {
    var look: BoardLook
    /// Items that are new, or that look different.
    var items: [WebItem] = []
    var order: BoardOrder
    /// All that a browser could show: first what it shows, where it has pages of its own; the rest in the board's order.
    var choices: [WebChoice] = []
    /// Since when the daemon is gone; nil: it is there.
    var staleSince: Timestamp?
    /// The daemon has said everything once.
    var isComplete: Bool
}

/// The board in one look, as browsers have it or will have it. Each part has the number of the change that made it so: a browser is sent what is newer than
/// what it has, so that one that is slow gets the latest state alone.
struct BoardState {
    private struct Part {
        var item: WebItem
        var revision: UInt64
    }

    private var parts: [BoardOrder.Key: Part] = [:]
    private(set) var order = BoardOrder()
    private(set) var choices: [WebChoice] = []
    private var orderRevision: UInt64 = 0
    private(set) var staleSince: Timestamp?
    private var staleRevision: UInt64 = 0
    private(set) var isComplete = false
    /// The number of the last change.
    private(set) var revision: UInt64 = 0

    mutating func apply(_ change: BoardChange) {
        revision += 1
        for item in change.items { parts[BoardOrder.Key(kind: item.kind, id: item.id)] = Part(item: item, revision: revision) }
        if change.order != order {
            (order, orderRevision) = (change.order, revision)
            let left = Set(order.keys)
            parts = parts.filter { left.contains($0.key) }
        }
        if change.staleSince != staleSince { (staleSince, staleRevision) = (change.staleSince, revision) }
        choices = change.choices
        isComplete = isComplete || change.isComplete
    }

    /// The daemon is there and has said everything.
    var isKnown: Bool { isComplete && staleSince == nil }

    subscript(key: BoardOrder.Key) -> WebItem? { parts[key]?.item }

    /// The events that bring a browser from one state to this one.
    /// - Parameters:
    ///   - revision: what the browser has; 0: nothing.
    ///   - isFirst: the browser has just connected, and doesn't know whether the daemon is there.
    ///   - epoch: names the look of this process, in whose numbers that is.
    func events(since revision: UInt64, isFirst: Bool, role: WebRole, epoch: String, at now: Timestamp) -> [String] {
        var events: [String] = []
        func add(_ name: String, _ data: String) { events.append("event: \(name)\nid: \(epoch).\(self.revision)\ndata: \(data)\n\n") }
        if staleRevision > revision || isFirst { add("stale", #"{"since":\#(staleSince.map { "\($0.milliseconds)" } ?? "null")}"#) }
        // A page keeps what it has until all is known.
        guard isComplete else { return events }
        for key in order.keys {
            guard let part = parts[key], part.revision > revision else { continue }
            add(key.kind.rawValue, part.item.event(for: role, at: now))
        }
        if orderRevision > revision || isFirst { add("order", order.json) }
        return events
    }
}
