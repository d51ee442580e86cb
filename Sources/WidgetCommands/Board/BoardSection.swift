/// What one of the board's watches has told: the latest of each id.
struct BoardSection<Snapshot> {
    private(set) var snapshots: [String: Snapshot] = [:]
    /// In their order.
    private(set) var ids: [String] = []
    /// By what each is sorted.
    private var keys: [String: String] = [:]
    private let key: (Snapshot, String) -> String
    /// Ids that the daemon hasn't sent again since the connection was made anew: gone, once it has sent everything.
    private var unconfirmed: Set<String> = []
    /// Everything has come once.
    private(set) var isComplete = false

    /// - Parameter key: by what one is sorted, of it and its id; ids sort in the order in which they were made.
    init(sortedBy key: @escaping (Snapshot, String) -> String = { _, id in id }) { self.key = key }

    subscript(id: String) -> Snapshot? { snapshots[id] }

    /// A connection was made: everything comes again.
    mutating func connected() { unconfirmed = Set(ids) }

    mutating func put(_ snapshot: Snapshot, _ id: String) {
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

    mutating func remove(_ id: String) {
        unconfirmed.remove(id)
        keys[id] = nil
        guard snapshots.removeValue(forKey: id) != nil else { return }
        ids.removeAll { $0 == id }
    }

    /// Everything has come again.
    mutating func confirmed() {
        for id in unconfirmed { remove(id) }
        isComplete = true
    }
}
