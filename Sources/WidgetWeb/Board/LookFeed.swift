import WidgetAPI
import WidgetCore
import WidgetLayout

/// Follows the daemon for one look: its widgets, activities, controls and stacks. On the thread that follows the daemon.
final class LookFeed {
    let look: BoardLook
    /// All three watches are on its connection.
    private let client: WidgetClient
    private var watches: (widgets: WidgetWatch, activities: ActivityWatch, controls: ControlWatch)?
    private let stackFeeds: StackFeeds
    private var widgets = WatchedItems<ProtoWidgetSnapshot> { snapshot, id in snapshot.widget.boardKey(id) }
    private var activities = WatchedItems<ProtoActivitySnapshot>()
    private var controls = WatchedItems<ProtoControlSnapshot>()
    private var stacks = WebStacks()
    private var link = Reconnection()
    private var staleSince: Timestamp?
    /// The items that are to be drawn.
    private var dirty: Set<BoardOrder.Key> = []
    private var drawings: [BoardOrder.Key: ItemDrawing] = [:]
    /// The items as they were drawn last; nil: one can't be drawn.
    private var drawn: [BoardOrder.Key: WebItem?] = [:]
    private var last: BoardChange?
    /// When something was drawn last.
    private var drawnAt = Timestamp(milliseconds: 0)
    private let texts = TextCache(measurer: InterMeasurer())
    private let localTime: LocalTime

    init(_ look: BoardLook, at location: SocketLocation, localTime: LocalTime) {
        (self.look, self.localTime) = (look, localTime)
        let traits = look.scheme.traits
        client = WidgetClient(location: location)
        client.surface = traits
        // The surfaces say what is seen.
        client.isRegistered = true
        stackFeeds = StackFeeds(at: location, traits)
    }

    func close() {
        watches = nil
        client.close()
        stackFeeds.follow([])
    }

    /// For poll(2).
    var descriptors: [Int32] { [watches == nil ? nil : client.descriptor].compactMap(\.self) + stackFeeds.descriptors }

    /// Milliseconds until something is to be done without an event; nil: never.
    func timeout(now: Timestamp) -> Int64? {
        [link.milliseconds, stackFeeds.milliseconds, nextTick.map { max(0, ($0 - now).count) }].compactMap(\.self).min()
    }

    /// The contents that a browser sees, as the daemon is told of them; nil: they aren't known yet.
    var contents: (pages: [[String]], stacks: [String: [String]])? { last.map { $0.order.contents { [stacks] in stacks.widget(of: $0) } } }

    /// The ids of the board's widgets and the words of its stacks on each page; nil: the look has other pages, or the board isn't known.
    var board: [[String]]? { look.pages == nil && widgets.isComplete && link.isConnected ? boardPages : nil }

    /// Takes what has come, and draws what looks different.
    /// - Returns: nil where a browser sees no difference.
    func step(now: Timestamp, pictures: PictureShelf) -> BoardChange? {
        takeEvents(now)
        for (key, drawing) in drawings { if let tick = drawing.nextTick, max(tick, drawnAt + Self.leastTick) <= now { dirty.insert(key) } }
        // A board that isn't whole yet would show items that come and go.
        let isComplete = widgets.isComplete && activities.isComplete && controls.isComplete
        guard isComplete || staleSince != nil else { return nil }
        let order = order
        let wanted = Set(order.keys)
        (drawn, drawings) = (drawn.filter { wanted.contains($0.key) }, drawings.filter { wanted.contains($0.key) })
        let due = order.keys.filter { dirty.contains($0) || drawn[$0] == nil }
        var change = BoardChange(look: look, order: order, choices: choices, staleSince: staleSince, isComplete: isComplete)
        let context = ItemDrawing.Context(scheme: look.scheme, localTime: localTime, texts: texts, pictures: pictures, now: now)
        if !due.isEmpty { drawnAt = now }
        for key in due {
            let item = draw(key, context)
            if let item, (drawn[key] ?? nil)?.isLike(item) != true { change.items.append(item) }
            if item == nil { drawings[key] = nil }
            drawn[key] = .some(item)
        }
        dirty = []
        // An item that can't be drawn has no place.
        change.order = order.filtered { (drawn[$0] ?? nil) != nil }
        let isNew =
            !change.items.isEmpty || change.order != last?.order || change.choices != last?.choices || staleSince != last?.staleSince
            || isComplete != last?.isComplete
        guard isNew else { return nil }
        last = change
        return change
    }

    private func draw(_ key: BoardOrder.Key, _ context: ItemDrawing.Context) -> WebItem? {
        let drawing = drawings[key] ?? ItemDrawing()
        drawings[key] = drawing
        return switch key.kind {
        case .widget: widgets[key.id].flatMap { drawing.widget($0, context) }
        case .card: stacks.card(key).flatMap { drawing.card($0, key.id, of: widgets[$0.widgetID], context) }
        case .activity: activities[key.id].flatMap { drawing.activity($0, context) }
        case .control: controls[key.id].map { drawing.control($0, context) }
        }
    }

    private static let leastTick = Milliseconds(WebLimits.tickMilliseconds)

    private var nextTick: Timestamp? { drawings.values.compactMap(\.nextTick).min().map { max($0, drawnAt + Self.leastTick) } }

    // MARK: Order

    private var order: BoardOrder {
        let running = activities.snapshots.values.filter { [.active, .stale, .ended].contains($0.activity.state) }
            .sorted { $0.activity.order < $1.activity.order }
        var order = BoardOrder(activities: running.prefix(WebLimits.items).map { .init(kind: .activity, id: $0.activity.id) })
        // An item has one element, so it stands in one place.
        var seen: Set<BoardOrder.Place> = []
        for words in look.pages ?? boardPages {
            let places = words.compactMap(place).filter { seen.count < WebLimits.items && seen.insert($0).inserted }
            if !places.isEmpty { order.pages.append(places) }
        }
        if look.pages == nil { order.controls = controls.ids.prefix(WebLimits.items).map { .init(kind: .control, id: $0) } }
        return order
    }

    private var choices: [WebChoice] {
        let board = widgets.ids.compactMap { widgets[$0]?.widget }.filter { !$0.offBoard }
        let stacks = Set(board.map(\.stack)).subtracting([""]).sorted()
        let controls = controls.ids.map { PageWord.control($0).text }
        let words = ([""] + stacks).map { PageWord.stack($0).text } + board.map(\.id) + controls
        // Widgets that are placed for this browser alone, and things that are away now, are among its own.
        let own = look.pages?.map { $0.map(wholeWord) }
        var pages: [String: Int] = [:]
        for (number, page) in (own ?? [boardPages.flatMap(\.self) + controls]).enumerated() {
            for word in page where pages[word] == nil { pages[word] = number }
        }
        var seen: Set<String> = []
        return ((own ?? []).flatMap(\.self) + words).filter { seen.insert($0).inserted }.map {
            WebChoice(word: $0, name: name(ofWord: $0), page: pages[$0])
        }
    }

    /// A word with the whole id; as it is where nothing has that name now.
    private func wholeWord(_ word: String) -> String {
        switch PageWord(word) {
        case .widget(let name): widgets.snapshots.id(named: name) ?? word
        case .control(let name): controls.snapshots.id(named: name).map { PageWord.control($0).text } ?? word
        case .stack: word
        }
    }

    private func name(ofWord word: String) -> String {
        switch PageWord(word) {
        case .stack(""): return "Smart Stack"
        case .stack(let name): return "Stack \(name)"
        case .widget(let id):
            guard let snapshot = widgets[id] else { return "\(id) (away)" }
            return snapshot.widget.name.isEmpty ? snapshot.displayName : snapshot.widget.name
        case .control(let id):
            guard let snapshot = controls[id] else { return "\(id) (away)" }
            return snapshot.control.name.isEmpty ? snapshot.kind.displayName : snapshot.control.name
        }
    }

    /// The ids of the board's widgets and the words of its stacks on each page.
    private var boardPages: [[String]] {
        // The cards of a stack may not have come yet.
        widgets.ids.compactMap { widgets[$0]?.widget }.boardPages { stacks.has(PageWord.stack($0).text) }
    }

    private func place(_ word: String) -> BoardOrder.Place? {
        switch PageWord(word) {
        case .widget(let name): widgets.snapshots.id(named: name).map { .item(.init(kind: .widget, id: $0)) }
        case .control(let name): controls.snapshots.id(named: name).map { .item(.init(kind: .control, id: $0)) }
        case .stack: stacks.place(word).map { .stack($0) }
        }
    }

    /// The stacks that the pages name, or that the board has.
    private func followStacks() {
        let named = look.pages?.joined().compactMap { PageWord($0).stack }
        stackFeeds.follow(named ?? widgets.snapshots.values.filter { !$0.widget.offBoard }.map(\.widget.stack).filter { !$0.isEmpty })
        stacks.keep(stackFeeds.names)
    }

    // MARK: The daemon

    private func takeEvents(_ now: Timestamp) {
        takeSnapshots(now)
        followStacks()
        for (name, cards) in stackFeeds.take() { dirty.formUnion(stacks.update(cards, of: name)) }
    }

    private func changed(_ kind: WebItemKind, _ id: String) {
        dirty.insert(.init(kind: kind, id: id))
        if kind == .widget { dirty.formUnion(stacks.cards(of: id)) }
    }

    private func takeSnapshots(_ now: Timestamp) {
        do throws(WidgetError) {
            if link.isDue { try connect() }
            guard let watches, link.isConnected else { return }
            // While one watch is asked, another one's events may come.
            repeat { try take(watches) } while client.hasUnread
        } catch {
            self.watches = nil
            client.close()
            link.lost()
            if staleSince == nil { staleSince = now }
        }
    }

    private func take(_ watches: (widgets: WidgetWatch, activities: ActivityWatch, controls: ControlWatch)) throws(WidgetError) {
        try watches.widgets.take { event in
            switch event.event {
            case .widget(let snapshot):
                widgets.put(snapshot, snapshot.widget.id)
                changed(.widget, snapshot.widget.id)
            case .removedWidgetID(let id):
                widgets.remove(id)
                changed(.widget, id)
            case .initialStateSent: widgets.confirmed()
            case nil: break
            }
        }
        try watches.activities.take { event in
            switch event.event {
            case .activity(let snapshot):
                activities.put(snapshot, snapshot.activity.id)
                changed(.activity, snapshot.activity.id)
            case .removedActivityID(let id):
                activities.remove(id)
                changed(.activity, id)
            case .initialStateSent: activities.confirmed()
            case nil: break
            }
        }
        try watches.controls.take { event in
            switch event.event {
            case .control(let snapshot):
                controls.put(snapshot, snapshot.control.id)
                changed(.control, snapshot.control.id)
            case .removedControlID(let id):
                controls.remove(id)
                changed(.control, id)
            case .initialStateSent: controls.confirmed()
            case nil: break
            }
        }
    }

    private func connect() throws(WidgetError) {
        watches = (try client.watch(), try client.watchActivities(), try client.watchControls())
        // Later the board itself waits, and shows that it does.
        client.patience = .zero
        link.connected()
        staleSince = nil
        widgets.connected()
        activities.connected()
        controls.connected()
    }
}
