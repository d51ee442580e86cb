import HeapModule

/// The next deadline of every slot, earliest first.
///
/// A slot has at most one deadline. Changing it leaves the old item in the heap, where its generation no longer fits; such items are dropped when they reach
/// the top, and all at once when they are more than half. The top is never stale, so that ``first`` can be asked without changing anything.
struct DeadlineHeap: Sendable {
    fileprivate struct Item: Comparable {
        var date: Timestamp
        var slot: Int32
        var generation: UInt32

        static func < (a: Item, b: Item) -> Bool {
            if a.date != b.date { return a.date < b.date }
            return a.slot == b.slot ? a.generation < b.generation : a.slot < b.slot
        }
    }

    /// A slot's deadline; ``ReloadSlot`` keeps it.
    struct Armed {
        fileprivate(set) var date: Timestamp?
        fileprivate var generation: UInt32 = 0
    }

    /// Below this it isn't worth rebuilding.
    private static let compactionFloor = 64

    private var heap = Heap<Item>()
    private var live = 0

    /// The earliest deadline; nil: there is none.
    var first: Timestamp? { heap.min?.date }

    /// Items in the heap, stale ones included: at most twice the live ones plus a constant.
    var count: Int { heap.count }

    /// Sets or clears the deadline of a slot. ``dropStale(_:)`` is to follow.
    mutating func set(_ slot: Int, _ armed: inout Armed, to date: Timestamp?) {
        guard armed.date != date else { return }
        if armed.date != nil { live -= 1 }
        armed.date = date
        armed.generation &+= 1
        guard let date else { return }
        live += 1
        heap.insert(Item(date: date, slot: Int32(slot), generation: armed.generation))
    }

    /// The slot with the earliest deadline that isn't after `now`. It is to be set anew.
    func due(at now: Timestamp) -> Int? {
        guard let item = heap.min, item.date <= now else { return nil }
        return Int(item.slot)
    }

    /// Drops items from the top that are no slot's deadline any more.
    mutating func dropStale(_ slots: [ReloadSlot]) {
        while let top = heap.min, !top.isLive(slots) { heap.removeMin() }
        if heap.count > 2 * live + Self.compactionFloor { heap = Heap(heap.unordered.filter { $0.isLive(slots) }) }
    }
}

extension DeadlineHeap.Item {
    fileprivate func isLive(_ slots: [ReloadSlot]) -> Bool { slots[Int(slot)].armed.generation == generation }
}
