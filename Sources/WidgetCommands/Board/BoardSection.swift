/// What one of the board's watches has told: the latest of each id.
struct BoardSection<Snapshot> {
    private(set) var snapshots: [String: Snapshot] = [:]
    /// Sorted, which is the order in which they were made.
    private(set) var ids: [String] = []
    /// Ids that the daemon hasn't sent again since the connection was made anew: gone, once it has sent everything.
    private var unconfirmed: Set<String> = []
    /// Everything has come once.
    private(set) var isComplete = false

    subscript(id: String) -> Snapshot? { snapshots[id] }

    /// A connection was made: everything comes again.
    mutating func connected() { unconfirmed = Set(ids) }

    mutating func put(_ snapshot: Snapshot, _ id: String) {
        unconfirmed.remove(id)
        if snapshots.updateValue(snapshot, forKey: id) == nil { ids.insert(id, at: ids.firstIndex { $0 > id } ?? ids.endIndex) }
    }

    mutating func remove(_ id: String) {
        unconfirmed.remove(id)
        guard snapshots.removeValue(forKey: id) != nil else { return }
        ids.removeAll { $0 == id }
    }

    /// Everything has come again.
    mutating func confirmed() {
        for id in unconfirmed { remove(id) }
        isComplete = true
    }
}
