import DequeModule

/// Slots that wait for a launch.
///
/// Fair in two ways: within a lane the kinds take turns, and one kind's slots go in the order in which they came; between the lanes the urgent one goes
/// first, but not more than a burst in a row while the other waits.
struct LaunchQueue: Sendable {
    fileprivate struct Item {
        var slot: Int
        var serial: UInt64
    }

    fileprivate struct Lane {
        /// Kinds that have items, in the order of their turns.
        var turns = Deque<Int>()
        /// By kind.
        var items: [Deque<Item>] = []
    }

    private var lanes = [Lane(), Lane()]
    /// By slot: the serial of its live item; 0: it doesn't wait.
    private var serials: [UInt64] = []
    private var lastSerial: UInt64 = 0
    private var urgentInARow = 0
    private let urgentBurst: Int

    init(urgentBurst: Int) { self.urgentBurst = urgentBurst }

    /// Puts `slot` at the end of its kind's line; out of the one where it waited before.
    mutating func insert(_ slot: Int, kind: Int, lane: LaunchTicket.Lane) {
        while serials.count <= slot { serials.append(0) }
        lastSerial += 1
        serials[slot] = lastSerial
        lanes[lane.rawValue].append(Item(slot: slot, serial: lastSerial), kind: kind)
    }

    /// Takes `slot` out.
    mutating func remove(_ slot: Int) {
        if slot < serials.count { serials[slot] = 0 }
    }

    /// Takes the slot whose turn it is among the kinds that `hasRoom` names.
    mutating func next(where hasRoom: (_ kind: Int) -> Bool) -> Int? {
        let order: [LaunchTicket.Lane] = urgentInARow >= urgentBurst ? [.routine, .urgent] : [.urgent, .routine]
        for lane in order {
            guard let slot = lanes[lane.rawValue].next(serials: serials, where: hasRoom) else { continue }
            serials[slot] = 0
            urgentInARow = lane == .urgent ? urgentInARow + 1 : 0
            return slot
        }
        return nil
    }
}

extension LaunchQueue.Lane {
    fileprivate mutating func append(_ item: LaunchQueue.Item, kind: Int) {
        while items.count <= kind { items.append([]) }
        if items[kind].isEmpty { turns.append(kind) }
        items[kind].append(item)
    }

    fileprivate mutating func next(serials: [UInt64], where hasRoom: (Int) -> Bool) -> Int? {
        var position = 0
        while position < turns.count {
            let kind = turns[position]
            while let item = items[kind].first, serials[item.slot] != item.serial { items[kind].removeFirst() }
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
