import WidgetAPI
import WidgetCore
import WidgetSettings

/// The widgets that the daemon has, as its watch has said last, for surfaces with the same traits.
struct WallBoard {
    private var snapshots: [String: ProtoWidgetSnapshot] = [:]
    /// The widgets that have come since the connection; nil: all of them have.
    private var arriving: Set<String>? = []
    /// The cards of the stacks that are followed, in order, by the words for them.
    private(set) var stacks: [String: [ProtoStackCard]] = [:]
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

    /// A stack as it is now.
    /// - Parameter name: empty: the Smart Stack.
    mutating func apply(_ cards: [ProtoStackCard], of name: String) {
        revision += 1
        stacks[PageWord.stack(name).text] = cards
    }

    /// Forgets the cards of stacks that nobody follows any more.
    mutating func keepStacks(_ names: Set<String>) {
        let words = Set(names.map { PageWord.stack($0).text })
        let kept = stacks.filter { words.contains($0.key) }
        guard kept.count != stacks.count else { return }
        revision += 1
        stacks = kept
    }

    /// The stacks that widgets of the board are in.
    var stackNames: Set<String> { Set(snapshots.values.lazy.filter { !$0.widget.offBoard }.map(\.widget.stack).filter { !$0.isEmpty }) }

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
            let position = try? WidgetPosition(page: max(1, Int(widget.page)), key: widget.position, field: "widget")
            return WidgetID(widget.id).map { WidgetPlace($0, position ?? .initial) }
        }
        // The cards of a stack may not have come yet.
        return places.sorted().compactMap { snapshots[$0.id.description]?.widget }.boardPages { stacks[PageWord.stack($0).text]?.isEmpty == false }
    }

    /// The ids of the widgets on each page of a surface, and the names that no widget has.
    func pages(of surface: WallSurface) -> (pages: [[String]], unknown: [String]) {
        guard let names = surface.pages else {
            // Only a wall has several pages.
            return (surface.kind == .wall ? boardPages : [boardPages.flatMap(\.self)], [])
        }
        var unknown: [String] = []
        let pages = names.map { names in
            names.compactMap { name in
                let id =
                    switch PageWord(name) {
                    case .widget: snapshots.id(named: name)
                    case .control: controls.item(named: name)
                    // An empty stack has no place.
                    case .stack: stacks[name]?.isEmpty == false ? name : nil
                    }
                if id == nil, PageWord(name).stack == nil { unknown.append(name) }
                return id
            }
        }
        return (surface.kind == .wall ? pages : [pages.flatMap(\.self)], unknown)
    }
}
