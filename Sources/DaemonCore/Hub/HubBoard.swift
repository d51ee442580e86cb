import Synchronization
import TTRPCWire
import WidgetAPI
import WidgetCore
import WidgetStore

/// One of the hub's boards, as this machine shows it: what the hub sent last, or what was kept of it. A leaf has a board for it alone; the items of a space
/// stand on the machine's own board.
///
/// While no hub is linked, each item says so. While the session is locked, nothing private is on the board. Any thread may use it.
package final class HubBoard: Sendable {
    private struct State {
        /// As the hub sent them.
        var snapshots: [WidgetID: [UInt8]] = [:]
        /// Those that were changed since they were last kept; nil: removed.
        var unkept: [WidgetID: [UInt8]?] = [:]
        /// Those that the hub hasn't sent again since the link began. Nil: it has sent all.
        var awaited: Set<WidgetID>?
        /// Nothing is put on the board any more.
        var isOver = false
        /// Why no hub is linked. Nil: one is.
        var away: String?
        var privacy = Privacy()
    }

    let kind: ShownContentStore.Board
    let board: Board
    /// The name of the space; empty: the hub's items are all that this machine shows.
    private let space: String
    private let state = Mutex(State())

    init(_ kind: ShownContentStore.Board, of space: String = "", on board: Board = Board(load: { _ in nil })) {
        self.kind = kind
        self.space = space
        self.board = board
    }

    /// Items that the hub has.
    package var count: Int { state.withLock { $0.snapshots.count } }

    /// Shows what was kept when this device last ran.
    func begin(with kept: [(id: String, snapshot: [UInt8])], away: String) {
        state.withLock { state in
            state.away = away
            for (id, snapshot) in kept { if let id = WidgetID(id) { state.snapshots[id] = snapshot } }
            showAll(state)
        }
    }

    // MARK: The hub's events

    /// A hub begins to send all that it has.
    func beginState() { state.withLock { ($0.awaited, $0.away) = (Set($0.snapshots.keys), nil) } }

    /// Takes everything off, for good.
    func end() {
        state.withLock { $0.isOver = true }
        clear()
    }

    /// - Returns: whether something has changed that is to be kept.
    /// - Throws: DATA_LOSS for bytes that aren't one.
    func receive(_ event: BoardEvent) throws(WidgetError) -> Bool {
        switch event {
        case .snapshot(let snapshot):
            let id = try identifier(of: snapshot)
            return state.withLock { state in
                guard !state.isOver else { return false }
                // The first time after a link began it is shown in any case: until then it said that no hub is linked.
                let wasAwaited = state.awaited?.remove(id) != nil
                let there = state.snapshots[id]
                let isNew = there != snapshot
                guard isNew || wasAwaited else { return false }
                // A hub of a space may have any number of items.
                guard there != nil || space.isEmpty || state.snapshots.count < DaemonCoreLimits.spaceItems else { return false }
                if isNew {
                    state.snapshots[id] = snapshot
                    state.unkept.updateValue(snapshot, forKey: id)
                }
                show(id, snapshot, state)
                return isNew
            }
        case .removed(let id):
            return state.withLock { remove(id, &$0) }
        case .stateSent:
            return state.withLock { state in
                // The rest isn't at the hub any more.
                let gone = state.awaited ?? []
                state.awaited = nil
                for id in gone { _ = remove(id, &state) }
                return !gone.isEmpty
            }
        case .other: return false
        }
    }

    /// No hub is linked, for this reason.
    func setAway(_ reason: String) {
        state.withLock { state in
            state.away = reason
            showAll(state)
        }
    }

    /// Takes everything off, since the hub refuses this device.
    func clear() {
        state.withLock { state in
            for id in state.snapshots.keys { board.remove(id, of: space) }
            (state.snapshots, state.unkept, state.awaited) = ([:], [:], nil)
        }
    }

    /// Whether the session is locked. Nil: it isn't known yet, and private content is hidden.
    var isLocked: Bool? { state.withLock { $0.privacy.isKnown ? $0.privacy.hides : nil } }

    /// The session was locked or unlocked; nil: unknown.
    func setLocked(_ isLocked: Bool?) { state.withLock { if $0.privacy.update(isLocked: isLocked) { showAll($0) } } }

    /// The changes since the last call, to be kept.
    func takeUnkept() -> [String: [UInt8]?] {
        state.withLock { state in
            defer { state.unkept = [:] }
            return Dictionary(uniqueKeysWithValues: state.unkept.map { ($0.key.description, $0.value) })
        }
    }

    // MARK: Showing

    private func remove(_ id: WidgetID, _ state: inout State) -> Bool {
        guard state.snapshots.removeValue(forKey: id) != nil else { return false }
        state.unkept.updateValue(nil, forKey: id)
        board.remove(id, of: space)
        return true
    }

    private func showAll(_ state: State) { for (id, snapshot) in state.snapshots { show(id, snapshot, state) } }

    /// An item that can't be read, or can't be shown while the session is locked, is taken off.
    private func show(_ id: WidgetID, _ snapshot: [UInt8], _ state: State) {
        var entry = try? kind == .widgets ? widget(id, snapshot, state) : other(id, snapshot, state)
        entry?.space = space
        if let entry { board.show(entry) } else { board.remove(id, of: space) }
    }

    private func widget(_ id: WidgetID, _ bytes: [UInt8], _ state: State) throws -> BoardEntry {
        var snapshot = try ProtoWidgetSnapshot(serializedBytes: bytes)
        var archive: [UInt8] = try snapshot.hasArchive ? snapshot.archive.serializedBytes() : []
        snapshot.clearArchive()
        (snapshot.local, snapshot.space, snapshot.deviceName) = (false, space, named(snapshot.deviceName))
        snapshot.revision = board.nextRevision()
        if let away = state.away {
            snapshot.unavailable = away
            if snapshot.state == .current { snapshot.state = .stale }
        }
        if state.privacy.hides, !archive.isEmpty, let redacted = try state.privacy.redacted(archive) {
            archive = redacted
            snapshot.hidePrivate()
            snapshot.taps = []
        }
        return try BoardEntry(
            id, snapshot, position: try Widget(snapshot.widget).position, archive: archive.isEmpty ? .none : .own(archive), isHidden: snapshot.privateHidden)
    }

    /// An activity or a control. Nil while the session is locked: what of it is private isn't known here.
    private func other(_ id: WidgetID, _ bytes: [UInt8], _ state: State) throws -> BoardEntry? {
        guard !state.privacy.hides else { return nil }
        if kind == .activities {
            var snapshot = try ProtoActivitySnapshot(serializedBytes: bytes)
            (snapshot.local, snapshot.space, snapshot.deviceName) = (false, space, named(snapshot.deviceName))
            if let away = state.away { snapshot.unavailable = away }
            return BoardEntry(id: id, kind: snapshot.activity.type, name: snapshot.activity.tag, summary: try snapshot.serializedBytes(), archive: .none)
        }
        var snapshot = try ProtoControlSnapshot(serializedBytes: bytes)
        (snapshot.local, snapshot.space, snapshot.deviceName) = (false, space, named(snapshot.deviceName))
        if let away = state.away { snapshot.unavailable = away }
        return try BoardEntry(id, snapshot)
    }

    /// A device's name as surfaces show it: `lab/desk` for one of a space.
    private func named(_ device: String) -> String { space.isEmpty ? device : "\(space)/\(device)" }

    private func identifier(of snapshot: [UInt8]) throws(WidgetError) -> WidgetID {
        let text =
            switch kind {
            case .widgets: try? ProtoWidgetSnapshot(serializedBytes: snapshot).widget.id
            case .activities: try? ProtoActivitySnapshot(serializedBytes: snapshot).activity.id
            case .controls: try? ProtoControlSnapshot(serializedBytes: snapshot).control.id
            }
        guard let text, let id = WidgetID(text) else { throw WidgetError(.dataLoss, "the hub sent an item of \(kind.rawValue) without its id") }
        return id
    }
}

/// An event of a watched board, as far as all boards have the same fields.
enum BoardEvent {
    /// An item as it is now: an encoded snapshot.
    case snapshot([UInt8])
    case removed(WidgetID)
    /// Every item has been sent once.
    case stateSent
    /// Something that a later version of the hub sends.
    case other

    /// - Parameter bytes: an encoded `WatchEvent`, `ActivityEvent` or `ControlEvent`: their fields have the same numbers.
    /// - Throws: DATA_LOSS for bytes that aren't an event.
    init(_ bytes: [UInt8]) throws(WidgetError) {
        do {
            self = try bytes.withUnsafeBytes { bytes in
                var reader = ProtobufReader(bytes)
                while !reader.isAtEnd {
                    let (field, type) = try reader.tag()
                    switch field {
                    case 1: return .snapshot(Array(try reader.content(type)))
                    case 2:
                        guard let id = WidgetID(String(decoding: try reader.content(type), as: UTF8.self)) else { return .other }
                        return .removed(id)
                    case 3:
                        _ = try reader.number(type)
                        return .stateSent
                    default: try reader.skip(type)
                    }
                }
                return .other
            }
        } catch {
            throw WidgetError(.dataLoss, "the hub sent an event that can't be read", cause: "\(error)")
        }
    }
}
