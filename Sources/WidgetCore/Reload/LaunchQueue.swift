import DequeModule

/// Slots that wait for a launch.
///
/// It is fair in two ways. Within a priority the kinds take turns, and the slots of one kind go in the order in which they came. Between the priorities the
/// urgent one goes first, but not more than a burst in a row while the other waits.
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
    mutating func next(_ slots: ReloadSlots, where hasRoom: (_ kind: Int) -> Bool) -> Int? {
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

    fileprivate mutating func next(_ slots: ReloadSlots, where hasRoom: (Int) -> Bool) -> Int? {
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

extension ReloadCause {
    /// Stays in the record until a launch has served it, so that a crash can't lose it: without the reload, what is shown would contradict what happened.
    var isGuaranteed: Bool {
        switch self {
        case .interaction, .configured, .placed, .environment, .providerChanged: true
        case .policy, .push, .explicit, .visible, .retry: false
        }
    }

    /// A launch that began before may not know of the event, since its program may have looked already. A widget that became visible needs any timeline.
    var outdatesRunningLaunch: Bool {
        switch self {
        case .interaction, .configured, .environment, .providerChanged, .explicit, .push: true
        case .policy, .placed, .visible, .retry: false
        }
    }

    /// Stays in the record from when it is allowed until a launch has served it: the caller was told that it comes, and doesn't ask again.
    var staysUntilServed: Bool { isGuaranteed || self == .push || self == .explicit }

    /// Waits for the planned retry where the last reload failed: it may come often, and nothing says that the next attempt would do better.
    var waitsForRetry: Bool { self == .push || self == .visible }

    /// Where one launch serves several causes, it carries the one with the highest rank.
    fileprivate var rank: Int {
        switch self {
        case .interaction: 9
        case .configured: 8
        case .placed: 7
        case .explicit: 6
        case .visible: 5
        case .providerChanged: 4
        case .environment: 3
        case .push: 2
        case .retry: 1
        case .policy: 0
        }
    }

    /// The one that a launch for both carries.
    func merged(with other: ReloadCause?) -> ReloadCause {
        guard let other else { return self }
        return other.rank > rank ? other : self
    }
}

/// A launch that is asked for: why, by which rule, and before whom.
struct LaunchTicket: Hashable {
    /// The class of a launch: the urgent one goes first.
    enum PriorityClass: Int {
        /// Somebody waits for it.
        case urgent = 0
        case routine = 1
    }

    var cause: ReloadCause
    var rule: ReloadRule
    var priority: PriorityClass

    init(cause: ReloadCause, rule: ReloadRule, priority: PriorityClass) {
        self.cause = cause
        self.rule = rule
        self.priority = priority
    }

    /// The ticket of a request.
    init(for cause: ReloadCause, by caller: ReloadCaller) {
        switch cause {
        case .configured where caller == .background, .interaction where caller == .background:
            self.init(cause: cause, rule: .explicitBackground, priority: .routine)
        case .explicit:
            switch caller {
            case .background: self.init(cause: cause, rule: .explicitBackground, priority: .routine)
            case .session: self.init(cause: cause, rule: .explicitSession, priority: .urgent)
            case .foreground, .system: self.init(cause: cause, rule: .explicitForeground, priority: .urgent)
            }
        case .interaction: self.init(cause: cause, rule: .interaction, priority: .urgent)
        case .configured: self.init(cause: cause, rule: .configured, priority: .urgent)
        case .placed: self.init(cause: cause, rule: .placed, priority: .urgent)
        case .visible: self.init(cause: cause, rule: .visible, priority: .urgent)
        case .providerChanged: self.init(cause: cause, rule: .providerChanged, priority: .routine)
        case .environment: self.init(cause: cause, rule: .environment, priority: .routine)
        case .push: self.init(cause: cause, rule: .push, priority: .routine)
        case .retry: self.init(cause: cause, rule: .retry, priority: .routine)
        case .policy: self.init(cause: cause, rule: .policyAfter, priority: .routine)
        }
    }

    /// One ticket for both: the stronger cause with its rule, of the higher priority.
    func merged(with other: LaunchTicket) -> LaunchTicket {
        var merged = cause.merged(with: other.cause) == cause ? self : other
        merged.priority = priority.rawValue < other.priority.rawValue ? priority : other.priority
        return merged
    }
}
