/// Decides when which widget's provider is asked for a timeline, and which entry is shown: a pure state machine.
///
/// Events go in with their time, effects come out in the order in which they are to happen. The engine keeps no clock: the caller calls ``advance(to:)`` at
/// ``nextDeadline`` and whenever it likes besides. It promises:
///
/// - At most one launch runs per widget, and at most ``ReloadConfiguration/maximumConcurrentLaunches`` in all; nobody starves.
/// - Each request gets one receipt and one decision. A launch follows a request that is accepted. A launch that began before a coalesced request serves it only
///   where any timeline will do.
/// - A guaranteed reload (after an interaction, placing, configuring, a change of the environment or the provider) is in the ``ReloadRecord`` until a launch
///   that began after it has finished. It survives a crash as long as records are persisted. So is a push or an explicit request, once it is accepted.
/// - Missed occurrences aren't made up for: what is overdue goes once, spread over a short time.
///
/// The engine records decisions about reloads and entries. The caller that places, configures or removes a widget, or performs an intent, records that itself.
public struct ReloadEngine: Sendable {
    /// Its numbers. ``setConfiguration(_:at:)`` changes some.
    public internal(set) var configuration: ReloadConfiguration
    var random: SplitMix64

    var slots = ReloadSlots()
    var kinds = ReloadKinds()
    var queue: LaunchQueue
    /// The slots of launches that are running. They are few, so a launch that ends is looked for here and not among all widgets.
    var running: [Int] = []
    var isOnBattery = false

    /// An engine without widgets, whose random choices follow from `seed`.
    public init(configuration: ReloadConfiguration = .init(), seed: UInt64) {
        self.configuration = configuration
        random = SplitMix64(seed: seed)
        queue = LaunchQueue(urgentBurst: configuration.urgentBurst)
    }

    /// When ``advance(to:)`` has something to do next; nil: not before another event.
    public var nextDeadline: Timestamp? { slots.nextDeadline }

    /// In developer mode no reload is counted, nor spaced by more than ``Limits/developerSpacing``.
    public var isDeveloperMode: Bool { configuration.isDeveloperMode }

    /// The record of a widget as it is now; nil: the widget is unknown.
    public func record(of widget: WidgetID) -> ReloadRecord? { slots.index(of: widget).map { slots[$0].record } }

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
        guard slots.index(of: widget) == nil else { return [] }
        var effects: [ReloadEffect] = []
        let kind = index(ofKind: kind, isInstalled: isInstalled)
        let slot = slots.insert(ReloadSlot(id: widget, kind: kind, record: record ?? ReloadRecord()))
        if slots[slot].record.budget.lastSeenAt == nil { slots[slot].record.budget.lastSeenAt = now }
        if let timeline, !timeline.entries.isEmpty {
            slots[slot].entries.take(timeline, at: now)
            effects.append(.show(widget, entry: slots[slot].entries.shown))
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
        finishEvent(slot, at: now, &effects)
        return effects
    }

    /// The widget's parameters or its kind changed: a reload with the new ones follows. A kind that neither ``setInstalled(_:changed:at:)`` nor a widget has
    /// named counts as not installed. Without effect where the widget is unknown.
    /// - Parameter caller: a provider that does it by itself asks for a reload that is counted.
    public mutating func configure(_ widget: WidgetID, kind: String, by caller: ReloadCaller = .foreground, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slots.index(of: widget) else { return [] }
        var effects: [ReloadEffect] = []
        let kind = index(ofKind: kind, isInstalled: false)
        if slots[slot].kind != kind {
            dequeue(slot, &effects)
            slots[slot].kind = kind
        }
        _ = request(slot, LaunchTicket(for: .configured, by: caller), by: caller, at: now, &effects)
        finishEvent(slot, at: now, &effects)
        return effects
    }

    /// Forgets the widget. The caller cancels a running launch of it. The launch's place is free at once, and its result is ignored.
    public mutating func remove(_ widget: WidgetID, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slots.index(of: widget) else { return [] }
        var effects: [ReloadEffect] = []
        if case .running(_, let kind, _) = slots[slot].stage { releaseLaunch(slot, of: kind) }
        slots.remove(slot)
        launch(at: now, &effects)
        return effects
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
        } else if record.nextReload == nil, slots[slot].entries.isEmpty {
            enqueue(slot, LaunchTicket(for: .placed, by: .system))
        }
    }
}

extension ReloadEngine {
    /// Puts a widget that has no reload under way in the queue. A pending cause goes with it.
    mutating func enqueue(_ slot: Int, _ ticket: LaunchTicket) {
        var ticket = ticket
        if let pending = slots[slot].record.pending { ticket = ticket.merged(with: LaunchTicket(for: pending, by: .system)) }
        slots[slot].stage = .waiting(ticket)
        slots[slot].catchUp = nil
        slots[slot].queued = queue.insert(slot, kind: slots[slot].kind, priority: ticket.priority)
    }

    /// Takes a widget that waits out of the queue, and gives back what its reload has cost.
    mutating func dequeue(_ slot: Int, _ effects: inout [ReloadEffect]) {
        guard case .waiting = slots[slot].stage else { return }
        slots[slot].queued = 0
        slots[slot].stage = .idle
        guard slots[slot].payment != nil else { return }
        slots[slot].unspend(budget(of: slot))
        effects.append(.persist(slots[slot].id, slots[slot].record))
    }

    /// Starts as many launches as there are places for.
    mutating func launch(at now: Timestamp, _ effects: inout [ReloadEffect]) {
        while running.count < configuration.maximumConcurrentLaunches {
            let next = queue.next(slots) { kinds[$0].running < configuration.maximumConcurrentLaunchesPerKind }
            guard let slot = next, case .waiting(let ticket) = slots[slot].stage else { return }
            let kind = slots[slot].kind
            slots[slot].queued = 0
            slots[slot].stage = .running(cause: ticket.cause, kind: kind, next: nil)
            slots[slot].begun += 1
            kinds[kind].running += 1
            running.append(slot)
            scheduleDeadline(slot)
            let id = slots[slot].id
            effects.append(.record(Decision(time: now, widget: id, event: .reloadStarted, cause: ticket.cause, rule: ticket.rule.name)))
            effects.append(.launch(id, ticket.cause))
        }
    }

    /// A launch is over.
    /// - Parameter kind: the kind with which it began.
    mutating func releaseLaunch(_ slot: Int, of kind: Int) {
        kinds[kind].running -= 1
        running.removeAll { $0 == slot }
    }

    /// The slot of a widget whose launch is running.
    func runningSlot(of widget: WidgetID) -> Int? { running.first { slots[$0].id == widget } }

    /// Sets the widget's one deadline: its next entry or, where no reload is under way and its provider is installed, its next reload.
    mutating func scheduleDeadline(_ slot: Int) {
        var date = slots[slot].entries.nextDate
        if slots[slot].stage == .idle, isAskedHere(slot) {
            date = Self.earliest(Self.earliest(date, slots[slot].nextReload), slots[slot].deferral.until)
        }
        slots.setDeadline(slot, to: date)
    }

    /// Each change of a widget asks this, so it makes no list.
    private static func earliest(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
        guard let a, let b else { return a ?? b }
        return min(a, b)
    }

    /// Ends every event that is about one widget.
    mutating func finishEvent(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        scheduleDeadline(slot)
        launch(at: now, &effects)
    }
}

extension ReloadEngine {
    /// Sets the kinds that are installed, and those of them that changed. Widgets of kinds that came or changed reload; those of kinds that went keep their
    /// timeline and its entries, and wait. Without effect where nothing came, went or changed.
    public mutating func setInstalled(_ installed: Set<String>, changed: Set<String>, at now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        for name in installed.sorted() where kinds.index(of: name) == nil { _ = index(ofKind: name, isInstalled: true) }
        for kind in kinds.indices {
            let isInstalled = installed.contains(kinds[kind].name)
            let isChanged = isInstalled && kinds[kind].isInstalled && changed.contains(kinds[kind].name)
            setInstalled(isInstalled, kind: kind, isChanged: isChanged, at: now, &effects)
        }
        launch(at: now, &effects)
        return effects
    }

    /// Asks at once for the widgets whose last reload failed, whenever the next attempt was planned. Failures count from the beginning, because the cause may
    /// be mended.
    public mutating func retryFailed(at now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        let failed = forgetFailures(&effects) { _ in true }
        _ = requestAll(LaunchTicket(for: .retry, by: .system), by: .system, at: now, &effects) { failed.contains($0.id) }
        launch(at: now, &effects)
        return effects
    }

    /// Counts failures from zero again. The last error's text stays until the provider has answered.
    private mutating func forgetFailures(_ effects: inout [ReloadEffect], where isMeant: (ReloadSlot) -> Bool) -> Set<WidgetID> {
        var failed: Set<WidgetID> = []
        for slot in slots.indices where slots[slot].isPlaced && slots[slot].record.failures > 0 && isMeant(slots[slot]) {
            slots[slot].record.failures = 0
            effects.append(.persist(slots[slot].id, slots[slot].record))
            failed.insert(slots[slot].id)
        }
        return failed
    }

    /// Sets ``ReloadConfiguration/minimumSpacing`` for the widgets of one kind, from the next timeline on; nil: as configured. For providers whose interval a
    /// user chose, such as a plugin with it in its file name.
    public mutating func setMinimumSpacing(_ spacing: Milliseconds?, forKind name: String) {
        let kind = index(ofKind: name, isInstalled: false)
        kinds[kind].minimumSpacing = spacing
    }

    /// The kind's index. A new kind is added in this state.
    mutating func index(ofKind name: String, isInstalled: Bool) -> Int {
        kinds.index(of: name) ?? kinds.insert(ReloadKind(name: name, isInstalled: isInstalled, budget: configuration.kindBudgets[name]))
    }

    mutating func setInstalled(
        _ isInstalled: Bool, kind: Int, isChanged: Bool = false, at now: Timestamp, _ effects: inout [ReloadEffect]
    ) {
        let wasInstalled = kinds[kind].isInstalled
        kinds[kind].isInstalled = isInstalled
        guard isInstalled != wasInstalled || isChanged else { return }
        if isInstalled {
            _ = forgetFailures(&effects) { $0.kind == kind }
            _ = requestAll(LaunchTicket(for: .providerChanged, by: .system), by: .system, at: now, &effects) { $0.kind == kind }
        } else {
            for slot in slots.indices where slots[slot].isPlaced && slots[slot].kind == kind {
                dequeue(slot, &effects)
                scheduleDeadline(slot)
            }
        }
    }
}

extension ReloadEngine {
    /// Sets the origin of a widget's timelines: this machine, which then asks for one, or another device. Without effect if nothing changes, or the widget is
    /// unknown.
    public mutating func assign(_ widget: WidgetID, isRemote: Bool, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slots.index(of: widget), slots[slot].isRemote != isRemote else { return [] }
        var effects: [ReloadEffect] = []
        slots[slot].isRemote = isRemote
        if isRemote {
            dequeue(slot, &effects)
            slots[slot].leaveToRemote()
            effects.append(.persist(widget, slots[slot].record))
        } else {
            _ = request(slot, LaunchTicket(for: .providerChanged, by: .system), by: .system, at: now, &effects)
        }
        finishEvent(slot, at: now, &effects)
        return effects
    }

    /// Shows the timeline that another device gave. Without effect where the widget is unknown, or this machine gives its timelines.
    public mutating func show(_ widget: WidgetID, timeline: Timeline, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slots.index(of: widget), slots[slot].isRemote else { return [] }
        var effects: [ReloadEffect] = []
        slots[slot].entries.take(timeline, at: now)
        show(slot, by: .timelineAccepted, at: now, &effects)
        scheduleDeadline(slot)
        return effects
    }

    /// Whether this machine asks the widget's provider.
    func isAskedHere(_ slot: Int) -> Bool { kinds[slots[slot].kind].isInstalled && !slots[slot].isRemote }
}
