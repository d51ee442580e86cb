import WidgetAPI
import WidgetCore

/// The widgets that the daemon has, as its watch has said last, for surfaces with the same traits.
struct WallBoard {
    private var snapshots: [String: ProtoWidgetSnapshot] = [:]
    /// The widgets that have come since the connection; nil: all of them have.
    private var arriving: Set<String>? = []
    /// The cards of the Smart Stack, in order.
    private(set) var stack: [ProtoStackCard] = []
    private(set) var controls = ControlBoard()
    /// Rises with every change.
    private(set) var revision = 0

    /// All widgets have come once.
    private(set) var isComplete = false

    /// A new connection: what isn't said again on it is gone.
    mutating func connected() { arriving = [] }

    mutating func apply(_ event: ProtoWatchEvent) {
        revision += 1
        switch event.event {
        case .widget(let snapshot)?:
            snapshots[snapshot.widget.id] = snapshot
            arriving?.insert(snapshot.widget.id)
        case .removedWidgetID(let id)?: snapshots[id] = nil
        case .initialStateSent?:
            if let arriving { snapshots = snapshots.filter { arriving.contains($0.key) } }
            arriving = nil
            isComplete = true
        case nil: break
        }
    }

    /// The Smart Stack as it is now.
    mutating func apply(_ cards: [ProtoStackCard]) {
        revision += 1
        stack = cards
    }

    mutating func controlsConnected() { controls.connected() }

    mutating func apply(control event: ProtoControlEvent) {
        revision += 1
        controls.apply(event)
    }

    subscript(id: String) -> ProtoWidgetSnapshot? { snapshots[id] }

    /// The widgets of each page of the board, in its order.
    private var boardPages: [[String]] {
        let places = snapshots.values.compactMap { snapshot -> WidgetPlace? in
            let widget = snapshot.widget
            guard let id = WidgetID(widget.id), !widget.offBoard else { return nil }
            let position = try? WidgetPosition(page: max(1, Int(widget.page)), key: widget.position, field: "widget")
            return WidgetPlace(id, position ?? .initial)
        }.sorted()
        var pages: [[String]] = []
        var last: Int?
        for place in places {
            if place.position.page != last { pages.append([]) }
            last = place.position.page
            pages[pages.count - 1].append(place.id.description)
        }
        return pages
    }

    /// The ids of the widgets on each page of a surface, and the names that no widget has.
    func pages(of surface: WallSurface) -> (pages: [[String]], unknown: [String]) {
        guard let names = surface.pages else {
            let pages = boardPages
            // Only a wall has several pages.
            return (surface.kind == .wall ? pages : [pages.flatMap(\.self)], [])
        }
        var unknown: [String] = []
        let pages = names.map { names in
            names.compactMap { name in
                // An empty stack has no place.
                if name == CardDeck.name { return stack.isEmpty ? nil : name }
                let id = ControlBoard.name(in: name) == nil ? id(named: name) : controls.item(named: name)
                if id == nil { unknown.append(name) }
                return id
            }
        }
        return (surface.kind == .wall ? pages : [pages.flatMap(\.self)], unknown)
    }

    /// A widget by its id, the beginning of it that no other has, its name, or its kind if it is placed once.
    private func id(named name: String) -> String? {
        if snapshots[name] != nil { return name }
        func only(_ matches: (ProtoWidgetSnapshot) -> Bool) -> String? {
            let found = snapshots.values.filter(matches)
            return found.count == 1 ? found.first?.widget.id : nil
        }
        return only { $0.widget.name == name } ?? only { $0.widget.kind == name } ?? (name.utf8.count >= 4 ? only { $0.widget.id.hasPrefix(name) } : nil)
    }
}
