import Synchronization
import TTRPCWire
package import WidgetCore

/// The current snapshot of every widget. The service writes it, handlers read it on their event loop without a hop, watchers are told of every change.
package final class Board: Sendable {
    private struct State {
        /// In the user's order, else in the order of placing: UUIDv7 sorts by time.
        var order: [WidgetPlace] = []
        var entries: [WidgetID: Shown] = [:]
        var watchers: [ObjectIdentifier: Watcher] = [:]
        /// Archives kept ready, with the number of widgets that show each.
        var ready: [ContentDigest: (bytes: [UInt8], uses: Int)] = [:]
        var readyBytes = 0
        var revision: UInt64 = 0

        mutating func insert(_ place: WidgetPlace) { order.insert(place, at: order.partitioningIndex { $0 > place }) }

        mutating func remove(_ place: WidgetPlace) {
            let index = order.partitioningIndex { $0 >= place }
            if order.indices.contains(index), order[index] == place { order.remove(at: index) }
        }

        /// All entries, in no order.
        var all: some Collection<BoardEntry> { entries.values.lazy.map(\.entry) }

        /// The name that means this widget alone; nil: there is none.
        func ownName(of id: WidgetID) -> String? {
            guard let own = entries[id]?.entry, !own.name.isEmpty else { return nil }
            let isShared = all.contains { $0.id != id && $0.space == own.space && ($0.name == own.name || $0.kind == own.name) }
            return isShared ? nil : own.name
        }

        mutating func retain(_ archive: BoardEntry.Archive) {
            guard case .ready(let digest, let bytes) = archive else { return }
            if ready[digest] == nil { readyBytes += bytes.count }
            ready[digest, default: (bytes, 0)].uses += 1
        }

        mutating func release(_ archive: BoardEntry.Archive?) {
            guard case .ready(let digest, let bytes) = archive, let uses = ready[digest]?.uses else { return }
            if uses > 1 {
                ready[digest]?.uses = uses - 1
            } else {
                ready[digest] = nil
                readyBytes -= bytes.count
            }
        }
    }

    /// An entry on the board. A call takes it from the board by one reference: to copy all strings of the entry would take longer than the rest of the call.
    private final class Shown: Sendable {
        let entry: BoardEntry

        init(_ entry: BoardEntry) { self.entry = entry }
    }

    private struct Watcher {
        weak var queue: WatchQueue?
    }

    private let state = Mutex(State())
    private let load: @Sendable (ContentDigest) throws(WidgetError) -> [UInt8]?

    /// - Parameter load: reads an archive that isn't kept ready.
    package init(load: @escaping @Sendable (ContentDigest) throws(WidgetError) -> [UInt8]?) {
        self.load = load
    }

    /// Widgets on the board.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Streams that watch.
    package var watcherCount: Int { state.withLock { $0.watchers.count } }

    /// A new revision of the board: higher than all earlier ones, from 1 on.
    package func nextRevision() -> UInt64 {
        state.withLock { state in
            state.revision += 1
            return state.revision
        }
    }

    /// The kinds of some entries of this device's own set.
    package func kinds(where isShown: BoardFilter) -> Set<String> {
        state.withLock { Set($0.all.filter { $0.space.isEmpty && isShown($0) }.map(\.kind)) }
    }

    package func entry(_ id: WidgetID) -> BoardEntry? { state.withLock { $0.entries[id] }?.entry }

    /// Shows `entry` from now on. An entry of a space never takes the place of another one's, since anybody could give it that id.
    package func show(_ entry: BoardEntry) {
        let (before, watchers) = state.withLock { state -> (BoardEntry?, [WatchQueue]) in
            if !entry.space.isEmpty, let there = state.entries[entry.id]?.entry, there.space != entry.space { return (nil, []) }
            state.retain(entry.archive)
            let before = state.entries.updateValue(Shown(entry), forKey: entry.id)?.entry
            if let before {
                state.release(before.archive)
                if before.position != entry.position {
                    state.remove(before.place)
                    state.insert(entry.place)
                }
            } else {
                state.insert(entry.place)
            }
            return (before, state.watchers.values.compactMap(\.queue))
        }
        for watcher in watchers where watcher.covers(entry) || before.map(watcher.covers) ?? false { watcher.changed(entry.id) }
    }

    /// Takes a widget off.
    /// - Parameter space: the space that it is of. Otherwise it stays.
    package func remove(_ id: WidgetID, of space: String = "") {
        let watchers = state.withLock { state -> [WatchQueue] in
            guard state.entries[id]?.entry.space == space, let before = state.entries.removeValue(forKey: id)?.entry else { return [] }
            state.release(before.archive)
            state.remove(before.place)
            return state.watchers.values.compactMap(\.queue).filter { $0.covers(before) }
        }
        for watcher in watchers { watcher.changed(id) }
    }

    /// The entries of all spaces, in the board's order.
    package var spaceEntries: [BoardEntry] { state.withLock { state in state.order.compactMap { state.entries[$0.id]?.entry }.filter { !$0.space.isEmpty } } }

    /// An archive that some widget shows and that is kept ready; two widgets that show the same share its bytes.
    package func readyArchive(_ digest: ContentDigest) -> [UInt8]? { state.withLock { $0.ready[digest]?.bytes } }

    /// An archive, from the store where it isn't kept ready; nil: it is in neither.
    package func archive(_ digest: ContentDigest) throws(WidgetError) -> [UInt8]? {
        if let bytes = readyArchive(digest) { return bytes }
        return try load(digest)
    }

    /// Whether `size` more bytes can be kept ready.
    package func hasRoom(for size: Int) -> Bool { state.withLock { $0.readyBytes + size <= DaemonCoreLimits.readyArchiveBytes } }

    /// An encoded `WidgetSnapshot` with its archive. Protobuf allows fields in any order, so the encoded archive is appended as it is.
    /// - Parameter isPublic: for another machine: without the values of parameters, and none of a space.
    /// - Returns: nil where there is no such widget any more.
    /// - Throws: UNAVAILABLE or DATA_LOSS if the archive can't be read from the store.
    package func snapshot(_ id: WidgetID, isPublic: Bool = false) throws(WidgetError) -> [UInt8]? {
        guard let shown = state.withLock({ $0.entries[id] }), shown.entry.space.isEmpty || !isPublic else { return nil }
        let summary = isPublic ? shown.entry.publicSummary ?? shown.entry.summary : shown.entry.summary
        let archive: [UInt8]
        switch shown.entry.archive {
        case .none: return summary
        case .ready(_, let bytes), .own(let bytes): archive = bytes
        case .stored(let digest):
            guard let bytes = try load(digest) else { return summary }
            archive = bytes
        }
        var message = ProtobufWriter(capacity: summary.count + archive.count + 8)
        message.append(summary)
        message.field(2, archive)
        return message.bytes
    }

    /// At most `limit` entries behind `after`, in the board's order. Their summaries have at most `bytes` bytes together, but one entry always comes. If `kind`
    /// isn't empty, only its entries come.
    package func page(after: WidgetPlace?, limit: Int, bytes: Int, kind: String) -> (entries: [BoardEntry], isLast: Bool) {
        state.withLock { state in
            let start = after.map { after in state.order.partitioningIndex { $0 > after } } ?? 0
            var page: [BoardEntry] = []
            var room = bytes
            for place in state.order[start...] {
                guard let entry = state.entries[place.id]?.entry, kind.isEmpty || entry.kind == kind else { continue }
                room -= entry.summary.count + ProtobufSize.head
                guard page.isEmpty || page.count < limit && room >= 0 else { return (page, false) }
                page.append(entry)
            }
            return (page, true)
        }
    }

    /// Tells `queue` of every change from now on.
    /// - Returns: the widgets on the board at this moment that it covers.
    package func watch(_ queue: WatchQueue) -> [WidgetID] {
        state.withLock { state in
            state.watchers[ObjectIdentifier(queue)] = Watcher(queue: queue)
            return state.order.map(\.id).filter { (state.entries[$0]?.entry).map(queue.covers) ?? false }
        }
    }

    package func unwatch(_ queue: WatchQueue) {
        state.withLock { $0.watchers[ObjectIdentifier(queue)] = nil }
    }

    /// The widget that a user means: by its id, a unique prefix of it, its name, a kind that is placed once, or its display name. If no name matches exactly,
    /// the comparison ignores case.
    /// - Parameter isShown: the widgets of this device's own set among which it is looked for; nil: all of them.
    /// - Throws: NOT_FOUND, or INVALID_ARGUMENT where several are meant.
    package func resolve(_ text: String, among isShown: BoardFilter? = nil) throws(WidgetError) -> WidgetID {
        try find(text) { $0.space.isEmpty && isShown?($0) ?? true }.get()
    }

    /// The same among this device's own widgets, and else among those of spaces. `lab/clock` means one of the space `lab`.
    /// - Throws: NOT_FOUND, or INVALID_ARGUMENT where several are meant.
    package func resolveWithSpaces(_ text: String) throws(WidgetError) -> WidgetID {
        if WidgetID(text) != nil { return try find(text) { _ in true }.get() }
        let own = find(text) { $0.space.isEmpty }
        if case .failure(let error) = own, error.code == .notFound {
            let space = text.firstIndex(of: "/").map { String(text[..<$0]) } ?? ""
            if !space.isEmpty, state.withLock({ $0.all.contains { $0.space == space } }) {
                return try find(String(text.dropFirst(space.count + 1))) { $0.space == space }.get()
            }
            return try find(text) { !$0.space.isEmpty }.get()
        }
        return try own.get()
    }

    private func find(_ text: String, _ isMeant: (BoardEntry) -> Bool) -> Result<WidgetID, WidgetError> {
        state.withLock { state in
            if let id = WidgetID(text) { return (state.entries[id]?.entry).map(isMeant) ?? false ? .success(id) : .failure(Self.unknown(text)) }
            let matches = Self.matches(text, among: state.all.filter(isMeant))
            switch matches.count {
            case 0: return .failure(Self.unknown(text))
            case 1: return .success(matches[0])
            default:
                let names = matches.sorted().prefix(3).map { state.ownName(of: $0) ?? $0.description }.joined(separator: ", ")
                return .failure(.invalid("widget", "'\(text)' means \(matches.count) widgets: \(names)\(matches.count > 3 ? ", …" : ""); name one"))
            }
        }
    }

    private static func matches(_ text: String, among entries: [BoardEntry]) -> [WidgetID] {
        // A name that is also a kind means both: nothing is removed by mistake.
        var matches = entries.filter { $0.kind == text || !$0.name.isEmpty && $0.name == text }.map(\.id)
        if matches.isEmpty, !text.isEmpty { matches = entries.filter { $0.displayName == text }.map(\.id) }
        if matches.isEmpty, !text.isEmpty {
            let wanted = text.lowercased()
            matches = entries.filter { entry in [entry.kind, entry.name, entry.displayName].contains { $0.lowercased() == wanted } }.map(\.id)
        }
        if matches.isEmpty, text.utf8.count >= DaemonCoreLimits.identifierPrefix {
            let prefix = text.lowercased()
            matches = entries.map(\.id).filter { $0.description.hasPrefix(prefix) }
        }
        return matches
    }

    package static func unknown(_ text: String) -> WidgetError {
        text.isEmpty
            ? .invalid("widget", "is empty; give an id, a name or a kind that is placed once")
            : WidgetError(.notFound, "widget: there is no '\(text)'; `widgetctl widgets` lists what is placed")
    }
}

extension Array {
    /// The first index whose element belongs to the second part; the elements before it don't.
    fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The three boards of a daemon.
package struct Boards: Sendable {
    package var widgets: Board
    package var activities: Board
    package var controls: Board

    package init(widgets: Board, activities: Board, controls: Board) { (self.widgets, self.activities, self.controls) = (widgets, activities, controls) }

    /// Boards that nothing but a hub's items are put on.
    package static func empty() -> Boards {
        Boards(widgets: Board(load: { _ in nil }), activities: Board(load: { _ in nil }), controls: Board(load: { _ in nil }))
    }
}
