import WidgetAPI
import WidgetCore
import WidgetLayout

/// Follows the daemon for one scheme: its widgets, activities and controls. On the thread that follows the daemon.
final class LookFeed {
    let scheme: BoardScheme
    private let widgetFeed: WatchFeed<ProtoWatchEvent>
    private let activityFeed: WatchFeed<ProtoActivityEvent>
    private let controlFeed: WatchFeed<ProtoControlEvent>
    private var widgets = WatchedItems<ProtoWidgetSnapshot> { snapshot, id in snapshot.widget.boardKey(id) }
    private var activities = WatchedItems<ProtoActivitySnapshot>()
    private var controls = WatchedItems<ProtoControlSnapshot>()
    private var link = Reconnection()
    private var staleSince: Timestamp?
    /// The items that are to be drawn.
    private var dirty: Set<Key> = []
    private var drawings: [Key: ItemDrawing] = [:]
    /// The items as they were drawn last.
    private var drawn: [Key: WebItem] = [:]
    private var last: BoardChange?
    /// When something was drawn last.
    private var drawnAt = Timestamp(milliseconds: 0)
    private let texts = TextCache(measurer: InterMeasurer())
    private let localTime: LocalTime

    private struct Key: Hashable {
        var kind: WebItemKind
        var id: String
    }

    init(_ scheme: BoardScheme, at location: SocketLocation, localTime: LocalTime) {
        (self.scheme, self.localTime) = (scheme, localTime)
        widgetFeed = WatchFeed(at: location, scheme.traits) { client throws(WidgetError) in try client.watch() }
        activityFeed = WatchFeed(at: location, scheme.traits) { client throws(WidgetError) in try client.watchActivities() }
        controlFeed = WatchFeed(at: location, scheme.traits) { client throws(WidgetError) in try client.watchControls() }
    }

    func close() {
        widgetFeed.close()
        activityFeed.close()
        controlFeed.close()
    }

    /// For poll(2).
    var descriptors: [Int32] { [widgetFeed.descriptor, activityFeed.descriptor, controlFeed.descriptor].compactMap(\.self) }

    /// Milliseconds until something is to be done without an event; nil: never.
    func timeout(now: Timestamp) -> Int64? {
        [link.milliseconds, nextTick.map { max(0, ($0 - now).count) }].compactMap(\.self).min()
    }

    /// Takes what has come, and draws what looks different.
    /// - Returns: nil where a browser sees no difference.
    func step(now: Timestamp, pictures: PictureShelf) -> BoardChange? {
        takeEvents(now)
        for (key, drawing) in drawings { if let tick = drawing.nextTick, max(tick, drawnAt + Self.leastTick) <= now { dirty.insert(key) } }
        // A board that isn't whole yet would show items that come and go.
        let isComplete = widgets.isComplete && activities.isComplete && controls.isComplete
        guard isComplete || staleSince != nil else { return nil }
        var change = BoardChange(scheme: scheme, order: order, staleSince: staleSince, isComplete: isComplete)
        let context = ItemDrawing.Context(scheme: scheme, localTime: localTime, texts: texts, pictures: pictures, now: now)
        if !dirty.isEmpty { drawnAt = now }
        for key in dirty {
            guard let item = draw(key, context) else {
                (drawn[key], drawings[key]) = (nil, nil)
                continue
            }
            if drawn[key]?.isLike(item) != true { change.items.append(item) }
            drawn[key] = item
        }
        dirty = []
        // An item that can't be drawn has no place.
        for kind in WebItemKind.allCases { change.order.ids[kind]?.removeAll { drawn[Key(kind: kind, id: $0)] == nil } }
        let isNew = !change.items.isEmpty || change.order != last?.order || staleSince != last?.staleSince || isComplete != last?.isComplete
        guard isNew else { return nil }
        last = change
        return change
    }

    private var order: BoardOrder {
        let running = activities.snapshots.values.filter { [.active, .stale, .ended].contains($0.activity.state) }
            .sorted { $0.activity.order < $1.activity.order }
        return BoardOrder(ids: [
            .activity: running.prefix(WebLimits.items).map(\.activity.id), .widget: Array(widgets.ids.prefix(WebLimits.items)),
            .control: Array(controls.ids.prefix(WebLimits.items)),
        ])
    }

    private func draw(_ key: Key, _ context: ItemDrawing.Context) -> WebItem? {
        let drawing = drawings[key] ?? ItemDrawing()
        drawings[key] = drawing
        return switch key.kind {
        case .widget: widgets[key.id].flatMap { drawing.widget($0, context) }
        case .activity: activities[key.id].flatMap { drawing.activity($0, context) }
        case .control: controls[key.id].map { drawing.control($0, context) }
        }
    }

    private static let leastTick = Milliseconds(WebLimits.tickMilliseconds)

    private var nextTick: Timestamp? { drawings.values.compactMap(\.nextTick).min().map { max($0, drawnAt + Self.leastTick) } }

    // MARK: The daemon

    private func takeEvents(_ now: Timestamp) {
        do throws(WidgetError) {
            if link.isDue { try connect() }
            guard link.isConnected else { return }
            try widgetFeed.take { event in
                switch event.event {
                case .widget(let snapshot):
                    if snapshot.widget.offBoard { widgets.remove(snapshot.widget.id) } else { widgets.put(snapshot, snapshot.widget.id) }
                    dirty.insert(Key(kind: .widget, id: snapshot.widget.id))
                case .removedWidgetID(let id):
                    widgets.remove(id)
                    dirty.insert(Key(kind: .widget, id: id))
                case .initialStateSent: widgets.confirmed()
                case nil: break
                }
            }
            try activityFeed.take { event in
                switch event.event {
                case .activity(let snapshot):
                    activities.put(snapshot, snapshot.activity.id)
                    dirty.insert(Key(kind: .activity, id: snapshot.activity.id))
                case .removedActivityID(let id):
                    activities.remove(id)
                    dirty.insert(Key(kind: .activity, id: id))
                case .initialStateSent: activities.confirmed()
                case nil: break
                }
            }
            try controlFeed.take { event in
                switch event.event {
                case .control(let snapshot):
                    controls.put(snapshot, snapshot.control.id)
                    dirty.insert(Key(kind: .control, id: snapshot.control.id))
                case .removedControlID(let id):
                    controls.remove(id)
                    dirty.insert(Key(kind: .control, id: id))
                case .initialStateSent: controls.confirmed()
                case nil: break
                }
            }
        } catch {
            close()
            link.lost()
            if staleSince == nil { staleSince = now }
        }
    }

    private func connect() throws(WidgetError) {
        try widgetFeed.connect()
        try activityFeed.connect()
        try controlFeed.connect()
        link.connected()
        staleSince = nil
        widgets.connected()
        activities.connected()
        controls.connected()
    }
}
