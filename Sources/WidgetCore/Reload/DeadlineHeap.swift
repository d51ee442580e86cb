import HeapModule

/// The next deadline of every slot, earliest first.
///
/// A slot has at most one deadline. Changing it leaves the old item in the heap, where its generation no longer fits; such items are dropped when they reach
/// the top, and all at once when they are more than half. The top is never stale, so that ``first`` can be asked without changing anything.
struct DeadlineHeap: Sendable {
    private struct Item: Comparable {
        var date: Timestamp
        var slot: Int32
        var generation: UInt32

        static func < (a: Item, b: Item) -> Bool {
            if a.date != b.date { return a.date < b.date }
            return a.slot == b.slot ? a.generation < b.generation : a.slot < b.slot
        }
    }

    private struct Armed {
        var date: Timestamp?
        var generation: UInt32 = 0
    }

    /// Below this it isn't worth rebuilding.
    private static let compactionFloor = 64

    private var heap = Heap<Item>()
    private var armed: [Armed] = []
    private var live = 0

    /// The earliest deadline; nil: there is none.
    var first: Timestamp? { heap.min?.date }

    /// Items in the heap, stale ones included: at most twice the live ones plus a constant.
    var count: Int { heap.count }

    /// Slots with a deadline.
    var liveCount: Int { live }

    /// Sets or clears the deadline of `slot`.
    mutating func set(_ slot: Int, to date: Timestamp?) {
        while armed.count <= slot { armed.append(Armed()) }
        guard armed[slot].date != date else { return }
        if armed[slot].date != nil { live -= 1 }
        armed[slot].date = date
        armed[slot].generation &+= 1
        if let date {
            live += 1
            heap.insert(Item(date: date, slot: Int32(slot), generation: armed[slot].generation))
        }
        dropStale()
    }

    /// Takes the earliest deadline that isn't after `now`, and clears it.
    mutating func popDue(at now: Timestamp) -> Int? {
        guard let item = heap.min, item.date <= now else { return nil }
        heap.removeMin()
        let slot = Int(item.slot)
        armed[slot].date = nil
        armed[slot].generation &+= 1
        live -= 1
        dropStale()
        return slot
    }

    private func isLive(_ item: Item) -> Bool { armed[Int(item.slot)].generation == item.generation }

    private mutating func dropStale() {
        while let top = heap.min, !isLive(top) { heap.removeMin() }
        if heap.count > 2 * live + Self.compactionFloor { heap = Heap(heap.unordered.filter(isLive)) }
    }
}
