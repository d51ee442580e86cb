import DequeModule

/// Slots that wait for a launch.
///
/// Fair in two ways: within a priority the kinds take turns, and one kind's slots go in the order in which they came; between the classes the urgent one goes
/// first, but not more than a burst in a row while the other waits.
struct LaunchQueue: Sendable {
    fileprivate struct Item {
        var slot: Int
        var serial: UInt64
    }

    fileprivate struct PriorityClass {
        /// Kinds that have items, in the order of their turns.
        var turns = Deque<Int>()
        /// By kind.
        var items: [Deque<Item>] = []
    }

    private var classes = [PriorityClass(), PriorityClass()]
    private var lastSerial: UInt64 = 0
    private var urgentInARow = 0
    private let urgentBurst: Int

    init(urgentBurst: Int) { self.urgentBurst = urgentBurst }

    /// Puts `slot` at the end of its kind's line.
    /// - Returns: the serial of its item, for ``ReloadSlot/queued``: an item with another one than the slot's is dropped when its turn comes.
    mutating func insert(_ slot: Int, kind: Int, priority: LaunchTicket.PriorityClass) -> UInt64 {
        lastSerial += 1
        classes[priority.rawValue].append(Item(slot: slot, serial: lastSerial), kind: kind)
        return lastSerial
    }

    /// Takes the slot whose turn it is among the kinds that `hasRoom` names. It waits no more: its serial is to be cleared.
    mutating func next(_ slots: [ReloadSlot], where hasRoom: (_ kind: Int) -> Bool) -> Int? {
        let order: [LaunchTicket.PriorityClass] = urgentInARow >= urgentBurst ? [.routine, .urgent] : [.urgent, .routine]
        for priority in order {
            guard let slot = classes[priority.rawValue].next(slots, where: hasRoom) else { continue }
            urgentInARow = priority == .urgent ? urgentInARow + 1 : 0
            return slot
        }
        return nil
    }
}

extension LaunchQueue.PriorityClass {
    fileprivate mutating func append(_ item: LaunchQueue.Item, kind: Int) {
        while items.count <= kind { items.append([]) }
        if items[kind].isEmpty { turns.append(kind) }
        items[kind].append(item)
    }

    fileprivate mutating func next(_ slots: [ReloadSlot], where hasRoom: (Int) -> Bool) -> Int? {
        var position = 0
        while position < turns.count {
            let kind = turns[position]
            while let item = items[kind].first, slots[item.slot].queued != item.serial { items[kind].removeFirst() }
            guard let item = items[kind].first else {
                turns.remove(at: position)
                continue
            }
            guard hasRoom(kind) else {
                position += 1
                continue
            }
            items[kind].removeFirst()
            turns.remove(at: position)
            if !items[kind].isEmpty { turns.append(kind) }
            return item.slot
        }
        return nil
    }
}
