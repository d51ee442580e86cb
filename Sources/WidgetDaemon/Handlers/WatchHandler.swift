import DaemonCore
import NIOCore
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// One `Widgets.Watch` stream: every widget as it is, then every change, as far as the client gives credit. `Activities.Watch` and `Controls.Watch` have
/// messages of the same form.
///
/// All of it runs on the connection's event loop; only ``WatchQueue`` is shared.
final class WatchHandler: ServerStreamHandler {
    private let board: Board
    private let stream: ServerStream
    private let isPublic: Bool
    /// The items that the watcher may look at. Nil: all of this device's.
    private let isShown: BoardFilter?
    /// The same, and nothing of a space where the watcher is another machine. Nil: all that is on the board.
    private let covered: BoardFilter?
    private let unknown: (String) -> WidgetError
    private let shows: (ProtoViewTraits, Bool) throws(WidgetError) -> Void
    /// The traits of the surface, if the client has sent them.
    private var traits: ProtoViewTraits?
    private let onChange: @Sendable (VisibilityCounter.View, Bool) -> Void
    private var view: VisibilityCounter.View?
    private var queue: WatchQueue?
    private var credit = FlowControlWindow()
    /// Widgets of the initial state that haven't been sent; nil when all have and the client was told.
    private var initial: Int?
    /// Whether only the end is still to be sent: the client has closed its side, or the daemon is about to stop.
    private var isEnding = false

    /// - Parameters:
    ///   - isPublic: for another machine: without the values of parameters, and without the items of spaces.
    ///   - isShown: what the watcher may look at; nil for all.
    ///   - unknown: the error for an id that isn't on the board.
    ///   - shows: called with the traits of a surface that sends them, when it comes and when it goes.
    ///   - onChange: called with the widgets that a surface begins to show, and when it ends.
    init(
        board: Board, stream: ServerStream, isPublic: Bool = false, isShown: BoardFilter? = nil,
        unknown: @escaping (String) -> WidgetError = Board.unknown,
        shows: @escaping (ProtoViewTraits, _ isThere: Bool) throws(WidgetError) -> Void = { _, _ in },
        onChange: @escaping @Sendable (VisibilityCounter.View, _ isThere: Bool) -> Void = { _, _ in }
    ) {
        self.board = board
        self.isPublic = isPublic
        self.isShown = isShown
        let ofDevice: BoardFilter = { entry in entry.space.isEmpty && isShown?(entry) ?? true }
        covered = isPublic ? ofDevice : isShown
        self.unknown = unknown
        self.shows = shows
        self.onChange = onChange
        self.stream = stream
    }

    func receive(_ message: ByteBuffer) throws {
        do throws(WidgetError) {
            let request: ProtoWatchRequest = try Method.decode(message)
            if queue == nil { try start(request) }
            credit.grant(messages: request.creditMessages, bytes: request.creditBytes)
            stream.wake()
        } catch {
            throw RPCStatus(error)
        }
    }

    private func start(_ request: ProtoWatchRequest) throws(WidgetError) {
        guard request.widgetIds.count <= DaemonLimits.watchedWidgets else {
            throw .invalid("widget_ids", "\(request.widgetIds.count) ids, the limit is \(DaemonLimits.watchedWidgets); leave them out to watch all")
        }
        var filter: Set<WidgetID>?
        if !request.widgetIds.isEmpty {
            var ids: Set<WidgetID> = []
            for text in request.widgetIds {
                guard let id = WidgetID(text), let entry = board.entry(id), covered?(entry) ?? true else { throw unknown(text) }
                ids.insert(id)
            }
            filter = ids
        }
        if request.hasTraits {
            try shows(request.traits, true)
            traits = request.traits
        }
        let queue = WatchQueue(filter: filter, isShown: covered, stream: stream)
        self.queue = queue
        let present = board.watch(queue)
        initial = present.count
        for id in present { queue.changed(id) }
        if request.registered { return }
        let view = filter.map(VisibilityCounter.View.some) ?? (isShown == nil ? .all : .some(Set(present)))
        self.view = view
        onChange(view, true)
    }

    func remoteClosed() { end() }

    /// A watch never ends by itself; the client connects again when the daemon has been restarted.
    func draining() { end() }

    private func end() {
        isEnding = true
        stream.wake()
    }

    func next() throws -> StreamStep {
        if isEnding { return .finish }
        guard let queue, credit.isLeft else { return .idle }
        if initial == 0 {
            initial = nil
            var event = ProtoWatchEvent()
            event.initialStateSent = true
            return try send(event.encoded())
        }
        guard let (id, skipped) = queue.dequeue() else { return .idle }
        if let left = initial { initial = left - 1 }
        var event = ProtobufWriter()
        // It may have been moved to a page that the watcher doesn't see.
        let isCovered = isShown == nil || board.entry(id).map(queue.covers) ?? false
        if isCovered, let snapshot = try board.snapshot(id, isPublic: isPublic) {
            event.field(1, snapshot)
            noteShown(id, true)
        } else {
            event.field(2, id.description)
            noteShown(id, false)
        }
        if skipped > 0 {
            var rest = ProtoWatchEvent()
            rest.skipped = skipped
            event.append(try rest.encoded())
        }
        return send(event.bytes)
    }

    /// A watcher of a part of the board begins to see a widget, or sees it no more.
    private func noteShown(_ id: WidgetID, _ isThere: Bool) {
        guard isShown != nil, case .some(var ids)? = view, ids.contains(id) != isThere else { return }
        if isThere { ids.insert(id) } else { ids.remove(id) }
        view = .some(ids)
        onChange(.some([id]), isThere)
    }

    private func send(_ event: [UInt8]) -> StreamStep {
        credit.spend(event.count)
        return .message(event)
    }

    func closed() {
        if let queue { board.unwatch(queue) }
        queue = nil
        if let view { onChange(view, false) }
        view = nil
        if let traits { try? shows(traits, false) }
        traits = nil
    }
}
