import DaemonCore
import Logging
import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

/// The controls of this device, and those of other devices that it shows.
///
/// All changes of this device's controls go through one queue. The changes that come during a commit share the next one, and are answered when it is durable. A
/// tap is performed only after the commit that records its begin. So it isn't forgotten, whenever the daemon is stopped.
actor ControlService {
    let store: WidgetStore
    /// All controls as surfaces see them.
    nonisolated let board = Board { _ in nil }
    let remote: any RemoteDevices
    let runtime: DaemonRuntime
    let setTimer: @Sendable (Timestamp?) -> Void

    var clock: any Clock<Duration> { runtime.clock }
    var logger: Logger { runtime.logger }
    func now() -> Timestamp { runtime.now() }

    /// Push tokens.
    let registry: PushRegistry
    var random: any RandomNumberGenerator & Sendable

    var stateMachine: ControlStateMachine
    var others: RemoteControls
    /// Taps on other devices' controls.
    var outbox: ControlOutbox
    /// Gives devices the taps that waited for them.
    var deliveries = DeliveryScheduler()
    let installed: ProviderRegistry
    /// The kinds of providers, as the controls have taken them over.
    var providers = KindCatalog()
    /// The controls have begun to load.
    private(set) var hasStarted = false
    /// Tells providers which controls take pushes.
    let tokens: PushTokenService?
    var previews = ControlPreviews()
    /// Whether private values are hidden and protected actions refused.
    private(set) var privacy = Privacy()
    var work = ControlWork()
    private var changes = ControlChanges()
    private(set) var isStopping = false
    /// Limits how often each control is put on the board.
    var pacing: UpdateThrottle

    /// - Parameters:
    ///   - tokens: tells providers which controls take pushes.
    ///   - setTimer: arms a timer for a date; nil disarms it.
    init(
        store: WidgetStore, stored: StoredState, registry: PushRegistry, tokens: PushTokenService?, providers installed: ProviderRegistry,
        devices remote: any RemoteDevices, runtime: DaemonRuntime, setTimer: @escaping @Sendable (Timestamp?) -> Void
    ) {
        self.store = store
        self.registry = registry
        self.tokens = tokens
        self.installed = installed
        self.remote = remote
        self.runtime = runtime
        random = runtime.random
        pacing = UpdateThrottle(runtime.clock)
        self.setTimer = setTimer
        let own = Set(stored.controls.map(\.state.id))
        stateMachine = ControlStateMachine(states: stored.controls.map(\.state), records: stored.controlRecords.filter { own.contains($0.control) })
        outbox = ControlOutbox(stored.controlRecords.filter { !own.contains($0.control) })
        others = RemoteControls(stored, own: store.device)
    }

    /// Starts from the stored state. Taps that were being performed aren't repeated, and every control loads.
    func start() async {
        providers = installed.catalog
        hasStarted = true
        changes.restart()
        await advance()
        await reconcileTokens()
        showAll()
        await hideSecrets()
    }

    /// The timer has fired, or the clock was set.
    func advance() async {
        changes.retryAt = await advanceOutbox() ? nil : now() + Self.retryInterval
        _ = await change(.advance)
    }

    private static let retryInterval = Milliseconds.seconds(DaemonLimits.controlRetry.components.seconds)

    /// Stops the work. No action begins any more, and this waits for the running ones. Failed writes are tried once more.
    func stop() async {
        isStopping = true
        if changes.hasFailed { _ = await change(.advance) }
        for task in work.performs { await task.value }
        work.cancelLoads()
    }

    /// The session of this device was locked or unlocked; nil: unknown (``Privacy``).
    func sessionIsLocked(_ isLocked: Bool?) {
        if privacy.update(isLocked: isLocked) { showAll() }
    }

    // MARK: The queue

    /// Changes that wait for a commit, and taps that wait for other devices.
    var waiting: (changes: Int, taps: Int) { (changes.count, outbox.waiting.count) }

    /// Makes a change durably.
    /// - Returns: the receipt of a tap, or the failure; the receipt is nil for other changes.
    func change(_ change: ControlChange) async -> ControlChanges.Answer {
        guard changes.count < DaemonLimits.waitingControlChanges else {
            return .failure(WidgetError(.resourceExhausted, "\(changes.count) changes of controls wait for the disk already; try again later"))
        }
        return await enqueue(change, isRetried: false)
    }

    /// Writes a change that has happened already, before all later ones, and tries again until that succeeds.
    /// - Returns: false: the daemon stopped before it was written.
    @discardableResult
    func writeUntilDone(_ change: ControlChange) async -> Bool {
        switch await enqueue(change, isRetried: true) {
        case .success: true
        case .failure: false
        }
    }

    private func enqueue(_ change: ControlChange, isRetried: Bool) async -> ControlChanges.Answer {
        await withCheckedContinuation { answer in
            if changes.append(change, isRetried: isRetried, answer) { Task { await writePending() } }
        }
    }

    private func writePending() async {
        repeat {
            let group = changes.next()
            var (next, effects): (ControlStateMachine, [ControlEffect]) = (stateMachine, [])
            let restarts = changes.hasUnwrittenRestart
            if restarts { effects = next.restarted(unavailable: missing, at: now()) }
            var results: [ControlChanges.Answer] = []
            for item in group {
                var attempt = next
                do throws(WidgetError) {
                    let (receipt, new) = try attempt.apply(item.change, missing: missing, at: now())
                    next = attempt
                    effects += new
                    results.append(.success(receipt))
                } catch {
                    results.append(.failure(error))
                }
            }
            do throws(WidgetError) {
                if try await write(effects, next) { changes.retryAt = nil }
                stateMachine = next
                changes.written(withRestart: restarts)
                begin(effects)
                show(effects)
                for (item, result) in zip(group, results) { item.answer.resume(returning: result) }
            } catch {
                logger.error("changes of controls couldn't be written; what has happened already is tried again", metadata: ["error": "\(error)"])
                let kept = changes.failed(error, group, results, isStopping: isStopping)
                for case .performed(let id, _, _) in kept { showSoon(id) }
                changes.retryAt = now() + Self.retryInterval
                armTimer()
            }
        } while changes.end()
    }

    /// Arms the timer for the next deadline; after a failed write, not before the next try.
    func armTimer() {
        let due = [stateMachine.nextDeadline, outbox.nextDeadline, changes.hasUnwritten ? changes.retryAt : nil].lazy.compactMap(\.self).min()
        setTimer(due.map { max($0, changes.retryAt ?? $0) })
    }

    /// The receipt of a tap on this device's control. It has the result of `perform()` also if the result couldn't be written.
    func receipt(_ record: ControlRecord) -> ProtoControlReceipt {
        guard let end = changes.unwrittenEnd(of: record) else { return ProtoControlReceipt(record) }
        guard let failure = end.failure else {
            var receipt = ProtoControlReceipt(record)
            receipt.reason = end.error.unrecorded("it").message
            return receipt
        }
        var record = record
        record.receipt = .reverted(failure.cut(toBytes: ControlLimits.reasonBytes))
        return ProtoControlReceipt(record)
    }

    /// - Returns: whether there was anything to write.
    private func write(_ effects: [ControlEffect], _ stateMachine: ControlStateMachine) async throws(WidgetError) -> Bool {
        var (changed, removed): (Set<ControlID>, Set<ControlID>) = ([], [])
        var (recorded, forgotten): ([ControlRecord], [ControlTap]) = ([], [])
        for effect in effects {
            switch effect {
            case .changed(let id): changed.insert(id)
            case .recorded(let id, let key):
                changed.insert(id)
                if let record = stateMachine.record(of: id, key: key) { recorded.append(record) }
            case .removed(let id): removed.insert(id)
            case .forgotten(let id, let key): forgotten.append(ControlTap(control: id, key: key))
            case .perform, .cancel, .load: break
            }
        }
        guard !changed.isEmpty || !removed.isEmpty || !forgotten.isEmpty else { return false }
        let rows = changed.sorted().compactMap { stateMachine.stored($0) }
        try await store.write { [recorded, forgotten, removed] transaction in
            for row in rows { try transaction.put(row) }
            for record in recorded { try transaction.put(record) }
            for tap in forgotten { try transaction.removeControlKey(tap.key, of: tap.control) }
            for id in removed.sorted() { try transaction.removeControl(id) }
        }
        return true
    }
}
