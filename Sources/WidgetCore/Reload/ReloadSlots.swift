/// The slots of placed widgets by a dense index, with the next deadline of each. The slot of a removed widget is used again.
struct ReloadSlots {
    private var slots: [ReloadSlot] = []
    private var free: [Int] = []
    private var indexOf: [WidgetID: Int] = [:]
    private var deadlines = DeadlineHeap()

    /// All slots, free ones too: ``ReloadSlot/isPlaced`` tells.
    var indices: Range<Int> { slots.indices }

    // Read and changed in place: a copy of a slot for each look would cost more than the look.
    subscript(slot: Int) -> ReloadSlot {
        _read { yield slots[slot] }
        _modify { yield &slots[slot] }
    }

    /// The slot of a widget; nil: it isn't placed.
    func index(of widget: WidgetID) -> Int? { indexOf[widget] }

    /// Takes in a widget that has no slot.
    mutating func insert(_ slot: ReloadSlot) -> Int {
        let index: Int
        if let reused = free.popLast() {
            index = reused
            let armed = slots[index].armed
            slots[index] = slot
            // Items of its earlier deadlines may still be in the heap.
            slots[index].armed = armed
        } else {
            index = slots.count
            slots.append(slot)
        }
        indexOf[slot.id] = index
        return index
    }

    /// Frees a slot.
    mutating func remove(_ slot: Int) {
        setDeadline(slot, to: nil)
        let old = slots[slot]
        indexOf[old.id] = nil
        slots[slot] = ReloadSlot(id: old.id, kind: old.kind, record: ReloadRecord())
        slots[slot].armed = old.armed
        slots[slot].isPlaced = false
        free.append(slot)
    }

    // MARK: Deadlines

    /// The earliest deadline; nil: there is none.
    var nextDeadline: Timestamp? { deadlines.first }

    /// The slot with the earliest deadline that isn't after `now`. Its deadline is to be set anew.
    func due(at now: Timestamp) -> Int? { deadlines.due(at: now) }

    /// Sets or clears the deadline of a slot.
    mutating func setDeadline(_ slot: Int, to date: Timestamp?) {
        deadlines.set(slot, &slots[slot].armed, to: date)
        deadlines.dropStale(slots)
    }
}

/// The kinds of widgets by a dense index. None is ever forgotten.
struct ReloadKinds {
    private var kinds: [ReloadKind] = []
    private var indexOf: [String: Int] = [:]

    var indices: Range<Int> { kinds.indices }

    subscript(kind: Int) -> ReloadKind {
        _read { yield kinds[kind] }
        _modify { yield &kinds[kind] }
    }

    /// The index of a kind by its id; nil: nobody has named it.
    func index(of name: String) -> Int? { indexOf[name] }

    /// Takes in a kind that nobody has named before.
    mutating func insert(_ kind: ReloadKind) -> Int {
        kinds.append(kind)
        indexOf[kind.name] = kinds.count - 1
        return kinds.count - 1
    }
}

/// The engine's state of one kind.
struct ReloadKind {
    let name: String
    var isInstalled: Bool
    /// Launches that are running.
    var running = 0
    var minimumSpacing: Milliseconds?
    var budget: ReloadBudget?
}
