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
        case perform(action: String, of: BoardItem)
        case reload(widget: String)
        case dismiss(activity: String)
        case press(control: String)
    }

    private(set) var activities = BoardSection<ProtoActivitySnapshot>()
    private(set) var widgets = BoardSection<ProtoWidgetSnapshot>()
    private(set) var controls = BoardSection<ProtoControlSnapshot>()
    private(set) var selected: BoardItem?
    var link = Link.live
    /// What the last action led to, for the last line.
    var note = ""
    var showsHelp = false
    /// The last tap of a control that was answered, until it has ended.
    private var tap: BoardTap?
    /// Activities in the order in which surfaces show them.
    var shownActivities: [ProtoActivitySnapshot] {
        activities.ids.compactMap { activities[$0] }.sorted { $0.activity.order < $1.activity.order }
    }

    /// From the top of the board to its bottom.
    var items: [BoardItem] {
        shownActivities.map { .activity($0.activity.id) } + widgets.ids.map { .widget($0) } + controls.ids.map { .control($0) }
    }

    /// Actions of what is selected; the keys 1 to 9 perform them.
    var actions: [String] {
        switch selected {
        case .activity(let id): activities[id].map { Array(ActivityDrawing.actions($0).prefix(9)) } ?? []
        case .widget(let id): widgets[id].map { $0.archive.actions.prefix(9).map(\.id) } ?? []
        case .control, nil: []
        }
    }

    // MARK: Events

    /// Connections were made: everything comes again.
    mutating func connected() {
        link = .live
        activities.connected()
        widgets.connected()
        controls.connected()
    }

    mutating func apply(_ event: ProtoWatchEvent) {
        switch event.event {
        case .widget(let snapshot):
            widgets.put(snapshot, snapshot.widget.id)
            came(.widget(snapshot.widget.id))
        case .removedWidgetID(let id): leaving { $0.widgets.remove(id) }
        case .initialStateSent: leaving { $0.widgets.confirmed() }
        case nil: break
        }
    }

    mutating func apply(_ event: ProtoActivityEvent) {
        switch event.event {
        case .activity(let snapshot) where [.active, .stale, .ended].contains(snapshot.activity.state):
            activities.put(snapshot, snapshot.activity.id)
            came(.activity(snapshot.activity.id))
        case .activity(let snapshot): leaving { $0.activities.remove(snapshot.activity.id) }
        case .removedActivityID(let id): leaving { $0.activities.remove(id) }
        case .initialStateSent: leaving { $0.activities.confirmed() }
        case nil: break
        }
    }

    mutating func apply(_ event: ProtoControlEvent) {
        switch event.event {
        case .control(let snapshot):
            controls.put(snapshot, snapshot.control.id)
            came(.control(snapshot.control.id))
            tellEnd()
        case .removedControlID(let id): leaving { $0.controls.remove(id) }
        case .initialStateSent: leaving { $0.controls.confirmed() }
        case nil: break
        }
    }

    /// A request that a key made was answered.
    /// - Parameter tap: of a control, which may not have ended by then.
    mutating func answered(_ note: String, tap: BoardTap?) {
        self.note = note
        guard let tap else { return }
        self.tap = tap
        tellEnd()
    }

    /// Says how the last tap ended, once that is known.
    private mutating func tellEnd() {
        guard let tap, let receipt = controls[tap.control]?.receipts.first(where: { $0.idempotencyKey == tap.key }), receipt.isFinal else { return }
        note = tap.note(receipt)
        self.tap = nil
    }

    /// Something is there: what comes first is selected.
    private mutating func came(_ item: BoardItem) { if selected == nil { selected = item } }

    /// Something may go: where that was selected, its neighbour is.
    private mutating func leaving(_ change: (inout BoardModel) -> Void) {
        let before = selected.flatMap { items.firstIndex(of: $0) }
        change(&self)
        let rest = items
        guard let selected, !rest.contains(selected) else { return }
        self.selected = rest.isEmpty ? nil : rest[min(before ?? 0, rest.count - 1)]
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> Effect? {
        // Whoever reads the help sees nothing else: a key closes it and does nothing more.
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
            if case .widget(let id) = selected { return .reload(widget: id) }
        case .letter("x"):
            if case .activity(let id) = selected { return .dismiss(activity: id) }
        case .letter: break
        }
        return nil
    }

    private mutating func move(by step: Int) {
        let items = items
        guard !items.isEmpty else { return }
        let index = selected.flatMap { items.firstIndex(of: $0) } ?? 0
        let target = abs(step) == 1 ? (index + step + items.count) % items.count : min(max(0, index + step), items.count - 1)
        selected = items[target]
        note = ""
    }

    private mutating func perform(_ index: Int) -> Effect? {
        guard let selected else { return nil }
        // Pressing is all that a control has.
        if case .control(let id) = selected, index == 0 { return .press(control: id) }
        let actions = actions
        guard actions.indices.contains(index) else {
            note = index == 0 ? "It has no actions." : "It has no action \(index + 1)."
            return nil
        }
        return .perform(action: actions[index], of: selected)
    }
}
