/// Decides when which widget's provider is asked for a timeline, and which entry is shown: a pure state machine.
///
/// Events go in with their time, effects come out in the order in which they are to happen. The engine keeps no clock: the caller calls ``advance(to:)`` at
/// ``nextDeadline`` and whenever it likes besides. What it promises:
///
/// - At most one launch runs per widget, and at most ``ReloadConfiguration/maximumConcurrentLaunches`` in all; nobody starves.
/// - Each request gets one receipt and one decision. A request that is accepted is followed by a launch; one that is coalesced is served by a launch that
///   began before it only where all that is wanted is a timeline.
/// - A guaranteed reload (after an interaction, placing, configuring, a change of the environment or the provider) is in the ``ReloadRecord`` until a launch
///   that began after it has finished, so that it survives a crash as long as records are persisted. So is a push, and what somebody asked for, once it is
///   accepted.
/// - Missed occurrences aren't made up for: what is overdue goes once, spread over a short time.
///
/// It records decisions about reloads and entries; that a widget was placed, configured or removed, or an intent performed, records whoever did it.
public struct ReloadEngine: Sendable {
    /// The numbers that it was made with.
    public let configuration: ReloadConfiguration
    var random: SplitMix64

    /// Widgets by a dense index, their slot; removed ones' slots are used again.
    var slots: [ReloadSlot] = []
    var freeSlots: [Int] = []
    var slotOf: [WidgetID: Int] = [:]
    var kinds: [ReloadKind] = []
    var kindOf: [String: Int] = [:]

    var deadlines = DeadlineHeap()
    var queue: LaunchQueue
    /// The slots of launches that are running: few, so that whoever ends one is looked for here and not among all widgets.
    var running: [Int] = []
    var isOnBattery = false

    /// An engine without widgets, whose random choices follow from `seed`.
    public init(configuration: ReloadConfiguration = .init(), seed: UInt64) {
        self.configuration = configuration
        random = SplitMix64(seed: seed)
        queue = LaunchQueue(urgentBurst: configuration.urgentBurst)
    }

    /// When ``advance(to:)`` has something to do next; nil: not before another event.
    public var nextDeadline: Timestamp? { deadlines.first }

    /// In developer mode no reload is counted, nor spaced by more than ``Limits/developerSpacing``.
    public var countsNothing: Bool { configuration.isDeveloperMode }

    /// What is to be kept of a widget as it is now; nil: it is unknown.
    public func record(of widget: WidgetID) -> ReloadRecord? { slotOf[widget].map { slots[$0].record } }

    /// Takes a widget in. `record` nil: newly placed, and its first timeline is asked for. Otherwise restored: what it showed last is shown again (without a
    /// decision), a pending reload goes at once, an overdue one soon. Without effect where the widget is known already.
    ///
    /// - Parameters:
    ///   - isRemote: another device gives its timelines: nothing is asked here, and ``show(_:timeline:at:)`` brings what it gave.
    ///   - isVisible: a surface shows it from the beginning.
    public mutating func add(
        _ widget: WidgetID, kind: String, isInstalled: Bool, isRemote: Bool = false, isVisible: Bool = false, timeline: Timeline?, record: ReloadRecord?,
        at now: Timestamp
    ) -> [ReloadEffect] {
        guard slotOf[widget] == nil else { return [] }
        var effects: [ReloadEffect] = []
        let kind = index(ofKind: kind, isInstalled: isInstalled)
        let slot = occupy(ReloadSlot(id: widget, kind: kind, record: record ?? ReloadRecord()))
        if slots[slot].record.budget.lastSeenAt == nil { slots[slot].record.budget.lastSeenAt = now }
        if let timeline, !timeline.entries.isEmpty {
            slots[slot].take(timeline, at: now)
            effects.append(.show(widget, entry: slots[slot].shown))
        }
        slots[slot].isRemote = isRemote
        slots[slot].isVisible = isVisible
        setInstalled(isInstalled, kind: kind, at: now, &effects)
        if isRemote {
            // Its entries come due; that is all.
        } else if record != nil {
            restore(slot, at: now, &effects)
        } else {
            _ = request(slot, LaunchTicket(for: .placed, by: .foreground), by: .foreground, at: now, &effects)
        }
        settle(slot, at: now, &effects)
        return effects
    }

    /// The widget's parameters or its kind changed: a reload with the new ones follows. A kind that neither ``setInstalled(_:changed:at:)`` nor a widget has
    /// named counts as not installed. Without effect where the widget is unknown.
    /// - Parameter caller: a provider that does it by itself asks for a reload that is counted.
    public mutating func configure(_ widget: WidgetID, kind: String, by caller: ReloadCaller = .foreground, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slotOf[widget] else { return [] }
        var effects: [ReloadEffect] = []
        let kind = kindOf[kind] ?? index(ofKind: kind, isInstalled: false)
        if slots[slot].kind != kind {
            withdraw(slot, &effects)
            slots[slot].kind = kind
        }
        _ = request(slot, LaunchTicket(for: .configured, by: caller), by: caller, at: now, &effects)
        settle(slot, at: now, &effects)
        return effects
    }

    /// Forgets the widget. A launch of it that is running is to be cancelled; its place is free at once and what still comes of it is ignored.
    public mutating func remove(_ widget: WidgetID, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slotOf.removeValue(forKey: widget) else { return [] }
        var effects: [ReloadEffect] = []
        if case .running(_, let kind, _) = slots[slot].stage { vacate(slot, of: kind) }
        setDeadline(slot, to: nil)
        let armed = slots[slot].armed
        slots[slot] = ReloadSlot(id: widget, kind: slots[slot].kind, record: ReloadRecord())
        slots[slot].armed = armed
        slots[slot].isPlaced = false
        freeSlots.append(slot)
        launch(at: now, &effects)
        return effects
    }

    private mutating func occupy(_ slot: ReloadSlot) -> Int {
        let index: Int
        if let free = freeSlots.popLast() {
            index = free
            let armed = slots[index].armed
            slots[index] = slot
            // Items of its earlier deadlines may still be in the heap.
            slots[index].armed = armed
        } else {
            index = slots.count
            slots.append(slot)
        }
        slotOf[slot.id] = index
        return index
    }

    /// Brings a widget back to where its record left it.
    private mutating func restore(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        reconsider(slot, at: now, &effects)
        settleBuckets(slot, at: now, &effects)
        guard isAskedHere(slot) else { return }
        let record = slots[slot].record
        planDeferred(slot, isLate: true, at: now)
        if let pending = record.pending, pending != .environment {
            enqueue(slot, LaunchTicket(for: pending, by: .system))
        } else if record.nextReload == nil, !slots[slot].hasTimeline {
            enqueue(slot, LaunchTicket(for: .placed, by: .system))
        }
    }
}
