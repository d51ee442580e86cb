public import WidgetCore

/// The snapshots of one of the board's watches: the latest of each id.
public struct WatchedItems<Snapshot> {
    public private(set) var snapshots: [String: Snapshot] = [:]
    /// In their order.
    public private(set) var ids: [String] = []
    /// The key that each is sorted by.
    private var keys: [String: String] = [:]
    private let key: @Sendable (Snapshot, String) -> String
    /// Ids that the daemon hasn't sent again since the connection was made anew: gone, once it has sent everything.
    private var unconfirmed: Set<String> = []
    /// Everything has come once.
    public private(set) var isComplete = false

    /// - Parameter key: makes the key that a snapshot is sorted by, from it and its id. Ids sort in the order in which they were made.
    public init(sortedBy key: @escaping @Sendable (Snapshot, String) -> String = { _, id in id }) { self.key = key }

    public subscript(id: String) -> Snapshot? { snapshots[id] }

    /// A connection was made: everything comes again.
    public mutating func connected() { unconfirmed = Set(ids) }

    public mutating func put(_ snapshot: Snapshot, _ id: String) {
        unconfirmed.remove(id)
        snapshots[id] = snapshot
        let new = key(snapshot, id)
        guard let old = keys.updateValue(new, forKey: id) else { return insert(id, new) }
        guard old != new else { return }
        ids.removeAll { $0 == id }
        insert(id, new)
    }

    private mutating func insert(_ id: String, _ key: String) {
        let index = ids.firstIndex { other in keys[other].map { key.utf8.lexicographicallyPrecedes($0.utf8) } ?? false }
        ids.insert(id, at: index ?? ids.endIndex)
    }

    public mutating func remove(_ id: String) {
        unconfirmed.remove(id)
        keys[id] = nil
        guard snapshots.removeValue(forKey: id) != nil else { return }
        ids.removeAll { $0 == id }
    }

    /// Everything has come again.
    public mutating func confirmed() {
        for id in unconfirmed { remove(id) }
        isComplete = true
    }
}

extension ProtoWidget {
    /// The text that widgets are sorted by: page, key and id, as WidgetPlace has it. A space sorts before every character of a key.
    public func boardKey(_ id: String) -> String {
        let number = "\(max(1, page))"
        return (number.count == 1 ? "0" : "") + number + " " + (position.isEmpty ? id : position) + " " + id
    }
}

extension ProtoActivity {
    /// Where it stands among others; behind all in a state that this version doesn't know.
    public var order: ActivityOrder {
        ActivityOrder(
            state: ActivityState(rawValue: state.rawValue) ?? .dismissed, relevanceScore: content.relevanceScore, startDate: startDate.timestamp, id: id)
    }
}
