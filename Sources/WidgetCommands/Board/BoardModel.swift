import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// The state of the board and the user's selection. It takes events and gives the cards to show. It touches neither the terminal nor the daemon. Keys are in
/// BoardModel+Keys.swift.
struct BoardModel {
    /// The state of the connection to the daemon.
    enum Link: Equatable {
        case live
        /// Not connected; why.
        case lost(String)
    }

    private(set) var activities = WatchedItems<ProtoActivitySnapshot>()
    /// The widgets of all pages.
    private(set) var widgets = WatchedItems<ProtoWidgetSnapshot> { snapshot, id in snapshot.widget.boardKey(id) }
    private(set) var controls = WatchedItems<ProtoControlSnapshot>()
    private var stacks = BoardStacks()
    private(set) var selected: BoardItem?
    /// The page that a user asked for.
    private var wantedPage: Int
    /// Activities whose whole view is shown; ``BoardItem/ended``: those that have ended, a line each.
    private(set) var unfolded: Set<BoardItem> = []
    /// The scene that was shown last.
    private(set) var scene = BoardScene()
    /// A user has moved the selection: it is to be in sight.
    private(set) var revealsSelection = false
    /// A user has selected something, or everything was there once: later events don't select anything else.
    private(set) var isSettled = false
    var link = Link.live
    /// The outcome of the last action, for the last line.
    var note = ""
    var showsHelp = false
    private var waiting = Waiting()

    /// Things that a user has begun.
    private struct Waiting {
        /// The last tap of a control that was answered, until it has ended.
        var tap: BoardTap?
        /// The widget that a key moved, until it is there.
        var moving: String?
        /// The question to the user, until the next key.
        var question: BoardLink?
    }

    /// - Parameter page: the page to open at.
    init(page: Int = 1) { wantedPage = page }

    /// Activities in the order in which surfaces show them: those that have ended are last.
    private var shownActivities: [ProtoActivitySnapshot] {
        Array(activities.snapshots.values.sorted { $0.activity.order < $1.activity.order }.prefix(BoardLimits.activities))
    }

    /// Activities that go on.
    var running: [ProtoActivitySnapshot] { shownActivities.filter { !$0.hasEnded } }

    /// Activities that have ended, the last one first.
    var ended: [ProtoActivitySnapshot] {
        shownActivities.filter(\.hasEnded).sorted { ($0.activity.endedAt.timestamp, $0.activity.id) > ($1.activity.endedAt.timestamp, $1.activity.id) }
    }

    /// From the top of the board to its bottom.
    var items: [BoardItem] {
        let ended = ended
        return running.map { .activity($0.activity.id) } + (ended.isEmpty ? [] : [.ended])
            + (unfolded.contains(.ended) ? ended.map { .activity($0.activity.id) } : [])
            + shownWidgets.prefix(BoardLimits.widgets).map { .widget($0) } + controls.ids.prefix(BoardLimits.controls).map { .control($0) }
    }

    /// The first item, found without listing the others: every event of a start asks for it.
    private var first: BoardItem? {
        if let activity = activities.snapshots.values.min(by: { $0.activity.order < $1.activity.order }) {
            return activity.hasEnded ? .ended : .activity(activity.activity.id)
        }
        return shownWidgets.first.map { .widget($0) } ?? controls.ids.first.map { .control($0) }
    }

    // MARK: Pages

    /// The pages that have widgets, in their order.
    var pages: [Int] {
        var pages: [Int] = []
        for id in stacks.seen(widgets.ids) {
            let page = page(of: id)
            if page != pages.last { pages.append(page) }
        }
        return pages
    }

    /// The page that is shown: what was asked for, or the last one before it that has widgets.
    var page: Int {
        let pages = pages
        return pages.last { $0 <= wantedPage } ?? pages.first ?? 1
    }

    /// A stack is where the first of its widgets is.
    private func page(of widget: String) -> Int { Int(max(1, widgets[stacks.first(beside: widget)]?.widget.page ?? 1)) }

    /// The widgets of the page that is shown: of each stack, the one in front.
    var shownWidgets: [String] {
        let seen = stacks.seen(widgets.ids)
        // Most boards have one page, and needn't be searched.
        guard let last = widgets.ids.last, max(1, widgets[last]?.widget.page ?? 1) > 1 else { return seen }
        let page = page
        return seen.filter { self.page(of: $0) == page }
    }

    // MARK: Stacks

    /// The ids of the widgets on each page and the words for stacks and controls; the widgets in each stack, by its word; and the page that is shown, from 0.
    var contents: (pages: [[String]], stacks: [String: [String]], current: Int) {
        let shown = controls.ids.map { PageWord.control($0).text }
        var pages: [[String]] = self.pages.map { _ in [] }
        let numbers = self.pages
        for id in stacks.seen(widgets.ids) {
            guard let index = numbers.firstIndex(of: page(of: id)) else { continue }
            pages[index].append(stacks.stack(of: id).map { PageWord.stack($0.name).text } ?? id)
        }
        if pages.isEmpty, !shown.isEmpty { pages = [[]] }
        let cards = Dictionary(uniqueKeysWithValues: stacks.names.map { (PageWord.stack($0).text, stacks.members(of: $0)) })
        return (pages.map { $0 + shown }, cards, numbers.firstIndex(of: page) ?? 0)
    }

    /// The names of the stacks on the board.
    var stackNames: Set<String> { stacks.names }

    /// The widgets of the stack that a widget is in, or the widget alone.
    func members(beside widget: String) -> [String] { stacks.members(beside: widget) }

    /// The stack that a widget is in, with the card in front; nil: it stands alone.
    func stack(of widget: String) -> (name: String, number: Int, count: Int)? { stacks.stack(of: widget) }

    /// The cards of a stack came.
    mutating func apply(_ cards: [ProtoStackCard], of stack: String) {
        changingStacks { $0.stacks.update(cards, of: stack) }
        itemArrived()
    }

    /// A user turns the stack that a widget is in.
    mutating func turnStack(of widget: String, by step: Int) {
        guard let stack = stacks.stack(of: widget) else { return note = "It is in no stack; `widgetctl stack add NAME WIDGET` makes one." }
        let wasSelected = selected == .widget(widget)
        changingStacks { $0.stacks.turn(stack.name, by: step) }
        if wasSelected, let front = stacks.front(of: stack.name) { select(.widget(front)) }
    }

    /// Where the selected widget's stack shows another one, that one is selected.
    private mutating func changingStacks(_ change: (inout BoardModel) -> Void) {
        guard case .widget(let id)? = selected, let stack = stacks.stack(of: id) else { return removing(nil, change) }
        change(&self)
        if let front = stacks.front(of: stack.name) { selected = .widget(front) }
    }

    /// Turns pages.
    mutating func turnPage(by step: Int) {
        let pages = pages
        guard let index = pages.firstIndex(of: page), pages.indices.contains(index + step) else {
            note = pages.count > 1 ? "There is no further page." : "There is one page; `widgetctl move WIDGET --page 2` begins another."
            return
        }
        wantedPage = pages[index + step]
        note = ""
        if let selected, !items.contains(selected) { select(shownWidgets.first.map { .widget($0) } ?? selected) }
    }

    /// A key moves a widget.
    mutating func beginMove(of widget: String) { waiting.moving = widget }

    /// Actions of what is selected; the keys 1 to 9 perform them.
    var actions: [String] {
        switch selected {
        case .activity(let id): activities[id].map { Array(ActivityDrawing.actions($0).prefix(9)) } ?? []
        case .widget(let id): widgets[id].map { Array(Self.actions($0.archive).prefix(9)) } ?? []
        case .control, .ended, nil: []
        }
    }

    private static func actions(_ archive: ProtoViewArchive) -> [String] {
        (try? ViewArchive(archive)).map { $0.tapTargets.map(\.id) } ?? archive.actions.map(\.id)
    }

    /// The address that an action opens; nil: it does something else.
    func address(of action: String, _ item: BoardItem) -> String? {
        targets(of: item).first { $0.id == action }?.url
    }

    /// The link that a tap on the whole item opens, or else its first link; nil: it has none.
    func link(of item: BoardItem) -> String? {
        let links = targets(of: item).filter { $0.url != nil }
        return (links.first { $0.kind == .widget } ?? links.first)?.id
    }

    private func targets(of item: BoardItem) -> [TapTarget] {
        switch item {
        case .activity(let id): activities[id]?.tapTargets ?? []
        case .widget(let id): widgets[id].flatMap(WidgetDrawing.archive)?.tapTargets ?? []
        case .control, .ended: []
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
        case .widget(let snapshot) where snapshot.widget.offBoard: remove(widget: snapshot.widget.id)
        case .widget(let snapshot):
            let id = snapshot.widget.id
            let isMoved = widgets[id].map { $0.widget.boardKey(id) != snapshot.widget.boardKey(id) || $0.widget.stack != snapshot.widget.stack } ?? false
            func put(_ model: inout BoardModel) {
                model.widgets.put(snapshot, id)
                model.stacks.put(id, into: snapshot.widget.stack, among: model.widgets.ids)
            }
            if isMoved { removing(nil, put) } else { put(&self) }
            if isMoved, waiting.moving == id {
                revealsSelection = true
                waiting.moving = nil
            }
            itemArrived()
        case .removedWidgetID(let id): remove(widget: id)
        case .initialStateSent:
            complete { model in
                model.widgets.confirmed()
                model.stacks.keep(model.widgets.ids)
            }
        case nil: break
        }
    }

    mutating func apply(_ event: ProtoActivityEvent) {
        switch event.event {
        case .activity(let snapshot) where [.active, .stale, .ended].contains(snapshot.activity.state):
            // One that ends is folded away with the others.
            removing(.activity(snapshot.activity.id)) { $0.activities.put(snapshot, snapshot.activity.id) }
            itemArrived()
        case .activity(let snapshot): removeActivity(snapshot.activity.id)
        case .removedActivityID(let id): removeActivity(id)
        case .initialStateSent: complete { $0.activities.confirmed() }
        case nil: break
        }
    }

    mutating func apply(_ event: ProtoControlEvent) {
        switch event.event {
        case .control(let snapshot):
            controls.put(snapshot, snapshot.control.id)
            itemArrived()
            reportOutcome()
        case .removedControlID(let id): removing(.control(id)) { $0.controls.remove(id) }
        case .initialStateSent: complete { $0.controls.confirmed() }
        case nil: break
        }
    }

    private mutating func remove(widget id: String) {
        removing(.widget(id)) { model in
            model.widgets.remove(id)
            model.stacks.keep(model.widgets.ids)
        }
    }

    private mutating func removeActivity(_ id: String) {
        removing(.activity(id)) { $0.activities.remove(id) }
        unfolded.remove(.activity(id))
    }

    /// A request that a key made was answered.
    /// - Parameter tap: of a control, which may not have ended by then.
    mutating func answered(_ note: String, tap: BoardTap?) {
        self.note = note
        guard let tap else { return }
        waiting.tap = tap
        reportOutcome()
    }

    /// Asks the user before an address is opened that no program here is known to take.
    mutating func ask(about link: BoardLink) {
        waiting.question = link
        note = "Press y to open it: no program here is known for \(PlainText.line(link.url))"
    }

    /// The link that a user was asked about last; each is asked about once.
    mutating func takeQuestion() -> BoardLink? {
        guard let link = waiting.question else { return nil }
        waiting.question = nil
        note = ""
        // The action may open another address by now, which the user wasn't asked about.
        return address(of: link.action, link.item) == link.url ? link : nil
    }

    /// Says how the last tap ended, once that is known.
    private mutating func reportOutcome() {
        guard let tap = waiting.tap, let receipt = controls[tap.control]?.receipts.first(where: { $0.idempotencyKey == tap.key }) else { return }
        guard receipt.isFinal else { return }
        note = tap.note(receipt)
        waiting.tap = nil
    }

    // MARK: Selection

    /// An item came. Until everything has come, the first item of the board is selected, not the one that came first.
    private mutating func itemArrived() { if !isSettled || selected == nil { selected = first } }

    /// A watch has sent everything. The rows that were removed meanwhile are gone.
    private mutating func complete(_ change: (inout BoardModel) -> Void) {
        removing(nil, change)
        if !isSettled {
            selected = first
            isSettled = activities.isComplete && widgets.isComplete && controls.isComplete
        }
    }

    /// Makes a change that may remove an item. Where the selected item goes, the one that takes its place is selected.
    /// - Parameter item: what may go; nil: anything.
    private mutating func removing(_ item: BoardItem?, _ change: (inout BoardModel) -> Void) {
        // Finding out where everything stands takes a while on a large board.
        guard item == nil || item == selected || item == .ended || selected == .ended else { return change(&self) }
        let before = selected.flatMap { items.firstIndex(of: $0) }
        change(&self)
        let rest = items
        guard let selected, !rest.contains(selected) else { return }
        if case .activity(let id) = selected, activities[id] != nil { return self.selected = .ended }
        self.selected = rest.isEmpty ? nil : rest[min(before ?? 0, rest.count - 1)]
    }

    /// A user selects.
    mutating func select(_ item: BoardItem) {
        if item != selected { note = "" }
        selected = item
        isSettled = true
        revealsSelection = true
    }

    /// Shows or hides what stands below a line.
    mutating func toggleFold(_ item: BoardItem) {
        if unfolded.remove(item) == nil { unfolded.insert(item) }
        isSettled = true
        revealsSelection = true
    }

    // MARK: Drawing

    /// Takes the scene that is shown now.
    mutating func didShow(_ scene: BoardScene) {
        self.scene = scene
        revealsSelection = false
    }

    /// A user turns the wheel.
    mutating func scroll(by rows: Int) { scene.top = scene.layout.clampedScroll(scene.top + rows, height: scene.height) }
}

extension ProtoActivitySnapshot {
    var hasEnded: Bool { activity.state == .ended }
}
