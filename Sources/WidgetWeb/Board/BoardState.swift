import WebAccess
import WidgetCore
import WidgetLayout

/// A change of the board in one scheme.
struct BoardChange: Sendable {
    var scheme: BoardScheme
    /// Items that are new, or that look different.
    var items: [WebItem] = []
    /// Ids of all items, each kind in its order.
    var order: BoardOrder
    /// Since when the daemon is gone; nil: it is there.
    var staleSince: Timestamp?
    /// The daemon has said everything once.
    var isComplete: Bool
}

/// The ids of the items, each kind in its order.
struct BoardOrder: Sendable, Hashable {
    var ids: [WebItemKind: [String]] = [:]

    /// As JSON: the ids of the page's elements.
    var json: String {
        let lists = WebItemKind.allCases.map { kind in
            #""\#(kind.rawValue)":[\#((ids[kind] ?? []).map { JSONText.quoted(WebItem.element(kind, $0)) }.joined(separator: ","))]"#
        }
        return "{\(lists.joined(separator: ","))}"
    }
}

/// The board in one scheme, as browsers have it or will have it. Each part has the number of the change that made it so: a browser is sent what is newer than
/// what it has, so that one that is slow gets the latest state alone.
struct BoardState {
    private struct Part {
        var item: WebItem
        var revision: UInt64
    }

    private var parts: [String: Part] = [:]
    private(set) var order = BoardOrder()
    private var orderRevision: UInt64 = 0
    private(set) var staleSince: Timestamp?
    private var staleRevision: UInt64 = 0
    private(set) var isComplete = false
    /// The number of the last change. It goes on where the board is followed anew.
    private(set) var revision: UInt64 = 0

    mutating func apply(_ change: BoardChange) {
        revision += 1
        for item in change.items { parts[WebItem.element(item.kind, item.id)] = Part(item: item, revision: revision) }
        if change.order != order {
            (order, orderRevision) = (change.order, revision)
            let left = Set(order.ids.flatMap { kind, ids in ids.map { WebItem.element(kind, $0) } })
            parts = parts.filter { left.contains($0.key) }
        }
        if change.staleSince != staleSince { (staleSince, staleRevision) = (change.staleSince, revision) }
        isComplete = isComplete || change.isComplete
    }

    /// Nobody follows it any more: what comes next is all of it.
    mutating func forget() {
        let last = revision + 1
        self = BoardState()
        revision = last
    }

    func items(_ kind: WebItemKind) -> [WebItem] { (order.ids[kind] ?? []).compactMap { parts[WebItem.element(kind, $0)]?.item } }

    /// The events that bring a browser from one state to this one.
    /// - Parameters:
    ///   - revision: what the browser has; 0: nothing.
    ///   - isFirst: the browser has just connected, and doesn't know whether the daemon is there.
    ///   - epoch: names this process, in whose numbers that is.
    func events(since revision: UInt64, isFirst: Bool, role: WebRole, epoch: String, at now: Timestamp) -> [String] {
        var events: [String] = []
        func add(_ name: String, _ data: String) { events.append("event: \(name)\nid: \(epoch).\(self.revision)\ndata: \(data)\n\n") }
        if staleRevision > revision || isFirst { add("stale", #"{"since":\#(staleSince.map { "\($0.milliseconds)" } ?? "null")}"#) }
        // A page keeps what it has until all is known.
        guard isComplete else { return events }
        for kind in WebItemKind.allCases {
            for item in order.ids[kind] ?? [] {
                guard let part = parts[WebItem.element(kind, item)], part.revision > revision else { continue }
                add(kind.rawValue, part.item.event(for: role, at: now))
            }
        }
        if orderRevision > revision || isFirst { add("order", order.json) }
        return events
    }
}

/// The colours that a browser wants: what is followed of the daemon, and drawn, once for each that some browser needs.
enum BoardScheme: String, Sendable, Hashable, CaseIterable {
    case light, dark

    /// The traits that the daemon is told, and that views are drawn with.
    var traits: ViewTraits { PresentationTraits.standardViews.with(self == .dark ? .dark : .light) }
}
