import WidgetAPI
import WidgetCore

/// What the board knows and what a person has selected: takes events and keys, gives what is to be done. Nothing here touches the terminal or the daemon.
struct BoardModel {
    /// How it is with the daemon.
    enum Link: Equatable {
        case live
        /// Not connected; why.
        case lost(String)
    }

    /// What a key asks for.
    enum Effect: Equatable {
        case quit
        case perform(widget: String, action: String)
        case reload(widget: String)
    }

    /// By id.
    private(set) var widgets: [String: ProtoWidgetSnapshot] = [:]
    /// In the order of placing, which is that of the ids.
    private(set) var order: [String] = []
    private(set) var selected: String?
    var link = Link.live
    /// What the last action led to, for the last line.
    var note = ""
    var showsHelp = false
    /// Ids that the daemon hasn't sent again since the connection was made anew: gone, once it has sent everything.
    private var unconfirmed: Set<String> = []

    var selectedWidget: ProtoWidgetSnapshot? { selected.flatMap { widgets[$0] } }

    /// Actions of the selected widget; the keys 1 to 9 perform them.
    var actions: [ProtoAction] { selectedWidget.map { Array($0.archive.actions.prefix(9)) } ?? [] }

    // MARK: Events

    /// A connection was made: everything comes again.
    mutating func connected() {
        link = .live
        unconfirmed = Set(order)
    }

    mutating func apply(_ event: ProtoWatchEvent) {
        switch event.event {
        case .widget(let snapshot):
            let id = snapshot.widget.id
            unconfirmed.remove(id)
            if widgets.updateValue(snapshot, forKey: id) == nil {
                order.insert(id, at: order.firstIndex { $0 > id } ?? order.endIndex)
            }
            if selected == nil { selected = id }
        case .removedWidgetID(let id): remove(id)
        case .initialStateSent:
            for id in unconfirmed { remove(id) }
            unconfirmed = []
        case nil: break
        }
    }

    private mutating func remove(_ id: String) {
        guard widgets.removeValue(forKey: id) != nil, let index = order.firstIndex(of: id) else { return }
        order.remove(at: index)
        unconfirmed.remove(id)
        if selected == id { selected = order.isEmpty ? nil : order[min(index, order.count - 1)] }
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> Effect? {
        // Whoever reads the help sees no widget: a key closes it and does nothing else.
        if showsHelp, key != .letter("q") {
            showsHelp = false
            return nil
        }
        switch key {
        case .letter("q"): return .quit
        case .letter("?"): showsHelp.toggle()
        case .next, .down, .letter("l"), .letter("j"): move(by: 1)
        case .previous, .up, .letter("h"), .letter("k"): move(by: -1)
        case .pageDown: move(by: 4)
        case .pageUp: move(by: -4)
        case .enter: return perform(0)
        case .digit(let number): return perform(number - 1)
        case .letter("r"):
            if let selected { return .reload(widget: selected) }
        case .letter: break
        }
        return nil
    }

    private mutating func move(by step: Int) {
        guard !order.isEmpty else { return }
        let index = selected.flatMap { order.firstIndex(of: $0) } ?? 0
        let target = abs(step) == 1 ? (index + step + order.count) % order.count : min(max(0, index + step), order.count - 1)
        selected = order[target]
        note = ""
    }

    private mutating func perform(_ index: Int) -> Effect? {
        guard let selected else { return nil }
        guard actions.indices.contains(index) else {
            note = actions.isEmpty ? "This widget has no actions." : "This widget has no action \(index + 1)."
            return nil
        }
        return .perform(widget: selected, action: actions[index].id)
    }
}
