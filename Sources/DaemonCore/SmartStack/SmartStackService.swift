package import WidgetAPI
package import WidgetCore
import WidgetProviders
package import WidgetStore

/// The Smart Stack: the widgets and cards that are of use now, in order.
///
/// It uses reports about the machine, the user's pins, and providers' relevance of their cards. Nothing is computed for watchers while there are none.
package actor SmartStackService {
    private let store: WidgetStore
    private let board: Board
    private let widgets: any StackWidgets
    private let providers: ProviderRegistry
    private let runtime: DaemonRuntime
    /// Arms a timer for a date; nil disarms it.
    private let setTimer: @Sendable (Timestamp?) -> Void
    /// Changes of pins, one after another.
    private let pinning = SerialTaskQueue()
    private var schedule: RelevanceSchedule
    private var context = DeviceContext()
    /// In the user's order; at most ``RelevanceLimits/pins``. Some may have been removed since.
    private var pins: [WidgetID]
    private var privacy = Privacy()
    /// Requests to providers that are under way, by kind.
    private var asking: [String: Task<Void, Never>] = [:]
    private var watchers = StackWatchers()
    /// Sends changes to watchers; nil: nobody watches.
    private var following: Task<Void, Never>?
    /// When each stack that is watched next changes by time alone, by its name.
    private var nextChanges: [String: Timestamp] = [:]
    /// How many widgets there were when the stack was arranged last.
    private var widgetCount = 0
    private var isStopping = false

    /// - Parameter setTimer: arms a timer for a date; nil disarms it.
    package init(
        store: WidgetStore, stored: StoredState, board: Board, widgets: any StackWidgets, providers: ProviderRegistry, runtime: DaemonRuntime,
        setTimer: @escaping @Sendable (Timestamp?) -> Void
    ) {
        self.store = store
        self.board = board
        self.widgets = widgets
        self.providers = providers
        self.runtime = runtime
        self.setTimer = setTimer
        schedule = RelevanceSchedule(records: stored.relevance)
        pins = stored.pins
    }

    /// Asks providers for the relevance that is due.
    package func start() { kindsDidChange() }

    /// Ends the work: requests to providers are cancelled.
    package func stop() async {
        isStopping = true
        following?.cancel()
        armTimer()
        for task in asking.values { task.cancel() }
        for task in asking.values { await task.value }
    }

    // MARK: Changes

    /// The timer has fired, the clock was set, or the machine has resumed.
    package func handle(_ event: DeadlineTimer.Event) {
        guard !isStopping else { return }
        let isSet = if case .clockChanged = event { true } else { false }
        if isSet { schedule.clockChanged(at: runtime.now()) }
        ask()
        if isSet || nextChanges.values.contains(where: { $0 <= runtime.now() }) { stackDidChange() }
    }

    /// The machine's circumstances have changed.
    package func receive(_ report: DeviceContext.Report) {
        guard !isStopping, context.take(report, at: runtime.now()) else { return }
        runtime.logger.debug("the machine's context has changed", metadata: ["report": "\(report)"])
        stackDidChange()
    }

    /// The session was locked or unlocked; nil: unknown (``Privacy``).
    package func sessionIsLocked(_ isLocked: Bool?) {
        if privacy.update(isLocked: isLocked) { stackDidChange() }
    }

    /// The stack may have changed: watchers get it in a moment.
    private func stackDidChange() { widgets.changes.signal() }

    /// When something is due next; nil: nothing is.
    package var nextDate: Timestamp? {
        // If the limit of concurrent requests is reached, the end of one request starts the next.
        let ask = asking.count < RelevanceLimits.askedAtOnce ? schedule.nextDate : nil
        return ([ask].compactMap(\.self) + nextChanges.values).min()
    }

    private func armTimer() { setTimer(isStopping ? nil : nextDate) }

    // MARK: Pins

    /// Pins a widget behind the pinned ones, or unpins it; durably.
    /// - Returns: false: nothing had to be changed.
    /// - Throws: NOT_FOUND for a widget that isn't placed, RESOURCE_EXHAUSTED at ``RelevanceLimits/pins``; the store's errors.
    package func setPinned(_ id: WidgetID, _ isPinned: Bool) async throws -> Bool {
        try await pinning.run { try await self.setPinnedInTurn(id, isPinned) }
    }

    private func setPinnedInTurn(_ id: WidgetID, _ isPinned: Bool) async throws -> Bool {
        _ = try await widgets.placed(id)
        var kept = await pinned()
        guard kept.contains(id) != isPinned else { return false }
        if isPinned {
            guard kept.count < RelevanceLimits.pins else {
                throw WidgetError(.resourceExhausted, "\(kept.count) widgets are pinned, and a stack has room for \(RelevanceLimits.stack); unpin one first")
            }
            kept.append(id)
        } else {
            kept.removeAll { $0 == id }
        }
        let new = kept
        try await store.write { try $0.setPins(new) }
        pins = new
        stackDidChange()
        return true
    }

    /// Whether there is a widget of that id.
    package func isPlaced(_ id: WidgetID) async -> Bool { await widgets.stackWidgets([id])[id] != nil }

    /// The pinned widgets that are placed, in the user's order.
    package func pinned() async -> [WidgetID] {
        let there = await widgets.stackWidgets(pins)
        return pins.filter { there[$0] != nil }
    }

    // MARK: Watching

    /// A watcher has come or gone.
    package func watch(_ watcher: StackWatcher, isThere: Bool) async {
        if watchers.note(watcher, isThere: isThere) {
            await show([watcher])
            follow()
        } else if watchers.isEmpty {
            following?.cancel()
            following = nil
            nextChanges = [:]
        }
        armTimer()
    }

    /// Sends changes to all watchers. Changes gather for a moment.
    private func follow() {
        guard following == nil, !isStopping, !watchers.isEmpty else { return }
        let changes = widgets.changes
        following = Task { [clock = runtime.clock] in
            // Changes since the watcher got the stack count too.
            var seen = changes.generation &- 1
            while !Task.isCancelled {
                await changes.next(after: seen)
                guard !Task.isCancelled else { return }
                try? await clock.sleep(for: DaemonCoreLimits.stackDelay + DaemonCoreLimits.stackDelayPerWidget * widgetCount)
                seen = changes.generation
                await ThreadPoolExecutor.run { await show(watchers.all) }
                armTimer()
            }
        }
    }

    private func show(_ watchers: [StackWatcher]) async {
        guard !watchers.isEmpty, !isStopping else { return }
        let groups = Dictionary(grouping: watchers, by: \.request.stack)
        // The pause before the next showing grows with all widgets, whichever stacks are watched.
        if groups[""] == nil { widgetCount = await widgets.stackContents(of: "").count }
        for (stack, watchers) in groups {
            let arrangement = await arranged(stack)
            nextChanges[stack] = arrangement.nextChange
            for watcher in watchers {
                do throws(WidgetError) {
                    watcher.show(try await state(arrangement, watcher.request).encoded())
                } catch {
                    runtime.logger.error("the stack can't be shown", metadata: ["error": "\(error)"])
                }
            }
        }
        let watched = Set(self.watchers.all.map(\.request.stack))
        nextChanges = nextChanges.filter { watched.contains($0.key) }
    }

    // MARK: The shown stack

    /// The stack as it is now.
    /// - Throws: NOT_FOUND for a stack that no widget is in, DATA_LOSS where an archive in the store can't be read.
    package func state(_ request: ProtoShowStackRequest) async throws -> ProtoStackState {
        await providers.described()
        if !request.stack.isEmpty {
            let names = await widgets.stacks().map(\.name)
            guard names.contains(request.stack) else { throw WidgetError.noStack(request.stack, among: names) }
        }
        return try await state(await arranged(request.stack), request)
    }

    /// The part of `explain` about a widget's place in the stack.
    package func sentences(of id: WidgetID) async -> [String] {
        let arrangement = await arranged("")
        let place = arrangement.shown.firstIndex { $0.widget == id || $0.replaces.contains(id) }
        let own = (arrangement.shown + arrangement.absent).first { $0.widget == id }
        var sentences: [String] = []
        if let place, let own, own.exclusionReason == nil {
            sentences.append("In the Smart Stack it is at place \(place + 1) with \(own.score.points): \(own.why).")
        } else if let own {
            sentences.append("It isn't shown in the Smart Stack: \(own.why).")
        }
        for clue in own?.clues ?? [] { sentences.append(clue.sentence) }
        return sentences
    }

    /// An image that a card or a widget's timeline names; nil: no connected device has it.
    package func image(_ digest: ContentDigest) async throws(WidgetError) -> (data: [UInt8], mediaType: String)? {
        for record in schedule.records.values {
            if let image = record.provided?.images.first(where: { $0.reference.digest == digest }) { return (image.data, image.reference.mediaType) }
        }
        return try await widgets.image(digest)
    }

    /// - Parameter stack: the name of one that a user has made; empty: the Smart Stack of all widgets. Pins are the latter's.
    private func arranged(_ stack: String) async -> StackArrangement {
        let placed = await widgets.stackContents(of: stack)
        if stack.isEmpty { widgetCount = placed.count }
        let catalog = providers.catalog
        let relevant = schedule.installed.keys.sorted().compactMap { id -> StackContents.RelevanceKind? in
            guard let kind = catalog.kinds[id]?.kind, let provided = schedule.records[id]?.provided else { return nil }
            // A stack that a user has made gets the cards that stand for one of its widgets.
            guard stack.isEmpty || placed.contains(where: { $0.kind == kind.associatedKind && $0.provider == kind.provider }) else { return nil }
            return StackContents.RelevanceKind(
                id: id, provider: kind.provider, associatedKind: kind.associatedKind, attributes: provided.cards.map(\.attribute))
        }
        return SmartStack.arrange(StackContents(widgets: placed, kinds: relevant, pins: stack.isEmpty ? pins : []), in: context, at: runtime.now())
    }

    private func state(_ arrangement: StackArrangement, _ request: ProtoShowStackRequest) async throws(WidgetError) -> ProtoStackState {
        let absent = request.includeAbsent ? Array(arrangement.absent.prefix(DaemonCoreLimits.absentCards)) : []
        let there = await widgets.stackWidgets((arrangement.shown + absent).compactMap(\.widget))
        var descriptions: [String: Kind] = [:]
        for kind in Set((arrangement.shown + absent).map(\.kind)) { descriptions[kind] = await widgets.description(of: kind) }
        let cards = StackCardMessages(widgets: there, kinds: descriptions, relevance: schedule.records, privacy: privacy, board: board, store: store)
        var state = ProtoStackState()
        var room = request.includeArchives ? DaemonCoreLimits.archiveBytesPerCall : 0
        for (index, card) in arrangement.shown.enumerated() {
            var proto = cards.message(card)
            proto.place = UInt32(index + 1)
            proto.privateHidden = cards.isHidden(card)
            if let bytes = try cards.archive(of: card), bytes.count <= room {
                room -= bytes.count
                do {
                    proto.archive = try ProtoViewArchive(serializedBytes: bytes)
                } catch {
                    throw WidgetError(.dataLoss, "an archive in the store can't be read; reload the widget", cause: "\(error)")
                }
            } else {
                room = 0
            }
            state.cards.append(proto)
        }
        state.absent = absent.map(cards.message)
        if let date = arrangement.nextChange { state.nextChange = .init(date) }
        state.circumstances = ProtoStackCircumstances(context)
        state.kinds = schedule.installed.keys.sorted().map { id in
            var kind = ProtoStackKind()
            kind.kind = id
            guard let record = schedule.records[id] else { return kind }
            if let date = record.answeredAt { kind.answeredAt = .init(date) }
            if let date = record.nextAsk { kind.nextAsk = .init(date) }
            kind.failures = UInt32(clamping: record.failures)
            kind.lastError = record.lastError
            kind.attributes = UInt32(clamping: record.provided?.cards.count ?? 0)
            return kind
        }
        return state
    }

    // MARK: Relevance

    /// Updates the list of installed kinds with relevance, and asks the providers of new and changed ones.
    private func kindsDidChange() {
        guard !isStopping else { return }
        let catalog = providers.catalog
        let known = catalog.kinds.values.filter { $0.kind.configuration == .relevance }
        let installed = known.filter { catalog.isInstalled($0.kind.id) }
        let forgotten = schedule.set(
            installed: Dictionary(installed.map { ($0.kind.id, $0.fingerprint) }) { first, _ in first }, known: Set(known.map(\.kind.id)), at: runtime.now())
        if !forgotten.isEmpty { Task { await write(forgotten) } }
        ask()
        stackDidChange()
    }

    /// Invalidates a kind's relevance, as its provider gave it.
    /// - Returns: the kind's id, and the outcome.
    /// - Throws: NOT_FOUND for an unknown kind, FAILED_PRECONDITION for one that has no relevance.
    package func invalidateRelevance(_ name: String) async throws(WidgetError) -> (kind: String, outcome: ReloadOutcome) {
        let kind = try await widgets.kind(name)
        guard kind.configuration == .relevance, let outcome = schedule.invalidate(kind.id, at: runtime.now()) else {
            let relevant = schedule.installed.keys.sorted()
            let advice = relevant.isEmpty ? "no kind here has one" : "those of \(relevant.prefix(10).joined(separator: ", ")) have one"
            throw WidgetError(.failedPrecondition, "kind: '\(kind.id)' has no relevance to invalidate, \(advice)")
        }
        ask()
        return (kind.id, outcome)
    }

    /// Asks for the relevance of the kinds that are due, each in a task of its own, and arms the timer for the next.
    private func ask() {
        guard !isStopping else { return }
        let catalog = providers.catalog
        for id in schedule.due(at: runtime.now(), limit: RelevanceLimits.askedAtOnce) {
            guard let kind = catalog.kinds[id]?.kind, let host = catalog.host(ofKind: id), let family = kind.families.first else {
                schedule.cancel(id, at: runtime.now())
                continue
            }
            let request = ProviderRequest(kind: id, context: runtime.environment().context(family, at: runtime.now()))
            asking[id] = Task(executorPreference: ThreadPoolExecutor.shared) {
                let result: Result<ProvidedRelevance, WidgetError>
                do throws(WidgetError) {
                    result = .success(try await host.relevance(request, of: kind))
                } catch {
                    result = .failure(error)
                }
                await self.receive(id, result, from: host)
            }
        }
        armTimer()
    }

    private func receive(_ id: String, _ result: Result<ProvidedRelevance, WidgetError>, from host: ProviderHost) async {
        asking[id] = nil
        // A daemon that stops has ended the program, so the error isn't the provider's. The answer of a provider that was replaced meanwhile isn't used.
        let date = runtime.now()
        if isStopping { return schedule.cancel(id, at: date) }
        if let current = providers.catalog.kinds[id].map({ providers.catalog.hosts[$0.kind.provider] }), current !== host {
            schedule.cancel(id, at: date)
        } else {
            if case .failure(let error) = result {
                runtime.logger.warning("a provider could not say its relevance; what it said before stays", metadata: ["kind": "\(id)", "error": "\(error)"])
            }
            schedule.finish(id, result, at: date)
        }
        stackDidChange()
        ask()
        await write([id])
    }

    private func write(_ kinds: [String]) async {
        let records = kinds.map { ($0, schedule.records[$0]) }
        do {
            try await store.write { transaction in
                for (kind, record) in records { try transaction.setRelevance(kind, record) }
            }
        } catch {
            // The relevance is known in memory all the same; the next start asks again.
            runtime.logger.error("the relevance of kinds could not be written", metadata: ["kinds": "\(kinds.joined(separator: ", "))", "error": "\(error)"])
        }
    }
}

extension SmartStackService: ProviderObserver {
    package func providersChanged(_ catalog: KindCatalog, described: Set<String>) -> Set<WidgetID> {
        kindsDidChange()
        return []
    }
}
