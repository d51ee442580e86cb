import Logging
import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

/// The controls of this device, and what it shows of others'.
///
/// Everything that changes one of this device's goes through one queue: what has gathered while a commit ran shares the next, and is answered when that is
/// durable.
/// Nothing is performed before the commit that says so: a tap that was begun is remembered, wherever the daemon is stopped.
actor ControlService {
    /// Something that is to happen to a control of this device.
    enum Change: Sendable {
        case put(Control)
        case remove(ControlID)
        case press(ControlID, ControlPress, ControlKind)
        case performed(ControlID, key: String, error: String?)
        case loaded(ControlID, number: Int64, Result<ControlValue, WidgetError>)
        case reload(ControlReload)
        /// Whoever performs these kinds has come or gone: which of them, is looked at when it is applied.
        case providersChanged(Set<String>)
        /// Something has come due.
        case advance

        /// It ends what was begun, which has a deadline.
        var isEnd: Bool {
            switch self {
            case .performed, .loaded: true
            case .put, .remove, .press, .reload, .providersChanged, .advance: false
            }
        }
    }

    struct Tap: Hashable {
        var control: ControlID
        var key: String
    }

    private struct Waiting {
        var change: Change
        /// It has happened already: where the disk doesn't take it, it waits until that does.
        var isSettled: Bool
        var answer: CheckedContinuation<Result<ControlReceipt?, WidgetError>, Never>
    }

    let store: WidgetStore
    let board: Board
    let remote: any RemoteDevices
    let runtime: DaemonRuntime
    let setTimer: @Sendable (Timestamp?) -> Void

    var clock: any Clock<Duration> { runtime.clock }
    var logger: Logger { runtime.logger }
    func now() -> Timestamp { runtime.now() }

    /// Of push tokens.
    let registry: PushRegistry
    var random: any RandomNumberGenerator & Sendable

    var book: ControlStateMachine
    /// By device, as the store has them: also those of devices that aren't members any more.
    var others: [DeviceID: [ControlID: StoredControl]]
    var otherKinds: [DeviceID: [String: ControlKind]]
    var devices: [Device]
    /// Taps on other devices' controls.
    var outbox: ControlOutbox
    /// Of each of these the last tap here that its device hasn't told of yet: it is shown at once.
    var sent: [ControlID: ControlRecord] = [:]
    let installed: ProviderRegistry
    /// What providers give, as the controls have taken it over.
    var providers = KindCatalog()
    /// The controls have begun to load.
    private(set) var hasStarted = false
    /// Has providers told of the controls that take pushes.
    private(set) var tokens: PushTokenService?
    /// What a gallery shows, by kind.
    var previews: [String: ControlValue] = [:]
    var previewing: [String: Task<Void, Never>] = [:]
    /// Whether private values are hidden, and who is let in.
    private(set) var privacy = Privacy()
    var performing: [Tap: Task<Void, Never>] = [:]
    /// Taps that no user made, until they are performed.
    var tappedByProviders: Set<Tap> = []
    var loading: [ControlID: (number: Int64, task: Task<Void, Never>)] = [:]
    /// Gives devices the taps that waited for them.
    var deliveries = DeliveryScheduler()
    /// When a write that failed is tried again; nil: none has.
    private(set) var retryAt: Timestamp?
    private var queue = CommitQueue<Waiting>()
    /// What has happened and the disk didn't take: it is written before everything else.
    private var unwritten: [Waiting] = []
    /// Why it didn't.
    private var writeError: WidgetError?
    /// What became of controls at the last stop is yet to be written: with the first change that the disk takes.
    private var owesRestart = false
    private(set) var isStopping = false
    /// When each is put on the board.
    var pacing: UpdateThrottle

    /// - Parameters:
    ///   - board: of controls.
    ///   - setTimer: arms a timer for a date; nil: for none.
    init(
        store: WidgetStore, stored: StoredState, board: Board, registry: PushRegistry, providers installed: ProviderRegistry, devices remote: any RemoteDevices,
        runtime: DaemonRuntime, setTimer: @escaping @Sendable (Timestamp?) -> Void
    ) {
        self.store = store
        self.board = board
        self.registry = registry
        self.installed = installed
        self.remote = remote
        self.runtime = runtime
        random = runtime.random
        pacing = UpdateThrottle(runtime.clock)
        self.setTimer = setTimer
        let own = Set(stored.controls.map(\.state.id))
        book = ControlStateMachine(states: stored.controls.map(\.state), records: stored.controlRecords.filter { own.contains($0.control) })
        outbox = ControlOutbox(stored.controlRecords.filter { !own.contains($0.control) })
        others = stored.peers.mapValues(\.controls)
        otherKinds = stored.peers.mapValues { Dictionary($0.controlKinds.map { ($0.kind.id, $0.kind) }) { first, _ in first } }
        devices = stored.devices
    }

    /// Goes on with what was stored: taps that were being performed are not repeated, and every control loads.
    /// - Parameter tokens: has providers told of the controls that take pushes.
    func start(tokens: PushTokenService? = nil) async {
        self.tokens = tokens
        providers = installed.catalog
        hasStarted = true
        owesRestart = true
        await advance()
        await reconcileTokens()
        showAll()
    }

    /// The timer has fired, or the clock was set.
    func advance() async {
        retryAt = await advanceOutbox() ? nil : now() + Self.retryInterval
        _ = await change(.advance)
    }

    private static let retryInterval = Milliseconds.seconds(DaemonLimits.controlRetry.components.seconds)

    /// Ends the work: nothing begins, and taps under way are waited for. What the disk didn't take is tried once more.
    func stop() async {
        isStopping = true
        if !unwritten.isEmpty { _ = await change(.advance) }
        for task in performing.values { await task.value }
        for load in loading.values { load.task.cancel() }
    }

    /// The session of this device was locked or unlocked; nil: nobody says (``Privacy``).
    func sessionIsLocked(_ isLocked: Bool?) {
        if privacy.hear(isLocked) { showAll() }
    }

    // MARK: The queue

    /// Does `change` durably.
    /// - Returns: what became of a tap; nil where it isn't one.
    func change(_ change: Change) async -> Result<ControlReceipt?, WidgetError> {
        guard queue.count < DaemonLimits.waitingControlChanges else {
            return .failure(WidgetError(.resourceExhausted, "\(queue.count) changes of controls wait for the disk already; try again later"))
        }
        return await enqueue(change, isSettled: false)
    }

    /// Does what has happened already, as soon as the disk takes it: before all that comes later.
    /// - Returns: false: the daemon stops before the disk took it.
    @discardableResult
    func settle(_ change: Change) async -> Bool {
        switch await enqueue(change, isSettled: true) {
        case .success: true
        case .failure: false
        }
    }

    private func enqueue(_ change: Change, isSettled: Bool) async -> Result<ControlReceipt?, WidgetError> {
        await withCheckedContinuation { answer in
            if queue.append(Waiting(change: change, isSettled: isSettled, answer: answer)) { Task { await writeWhatWaits() } }
        }
    }

    private func writeWhatWaits() async {
        repeat {
            let group = unwritten + queue.next()
            var (next, effects): (ControlStateMachine, [ControlEffect]) = (book, [])
            let restarts = owesRestart
            if restarts { effects = next.restarted(unavailable: missing, at: now()) }
            var results: [Result<ControlReceipt?, WidgetError>] = []
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
                if try await write(effects, next) { retryAt = nil }
                (book, unwritten, writeError) = (next, [], nil)
                if restarts { owesRestart = false }
                begin(effects)
                show(effects)
                for (item, result) in zip(group, results) { item.answer.resume(returning: result) }
            } catch {
                wait(with: error, group, results)
            }
        } while queue.end()
    }

    /// The disk didn't take a group: what has happened is tried again later, and of the rest it is said.
    private func wait(with error: WidgetError, _ group: [Waiting], _ results: [Result<ControlReceipt?, WidgetError>]) {
        logger.error("changes of controls couldn't be written; what has happened already is tried again", metadata: ["error": "\(error)"])
        (unwritten, writeError) = ([], error)
        for (item, result) in zip(group, results) {
            if item.isSettled, !isStopping {
                unwritten.append(item)
                if case .performed(let id, _, _) = item.change { showSoon(id) }
            } else if case .failure = result {
                item.answer.resume(returning: result)
            } else {
                item.answer.resume(returning: .failure(error))
            }
        }
        // By now what they end may seem to have come too late.
        unwritten = unwritten.filter(\.change.isEnd) + unwritten.filter { !$0.change.isEnd }
        retryAt = now() + Self.retryInterval
        armTimer()
    }

    /// Something waits for the disk.
    var hasUnwritten: Bool { owesRestart || !unwritten.isEmpty }

    /// A tap of this device's control as it is told: also how `perform()` ended where the disk doesn't take that.
    func receipt(_ record: ControlRecord) -> ProtoControlReceipt {
        guard let writeError, record.receipt == .pending else { return ProtoControlReceipt(record) }
        var record = record
        for case .performed(record.control, record.key, let failure) in unwritten.lazy.map(\.change) {
            guard let failure else {
                var receipt = ProtoControlReceipt(record)
                receipt.reason = writeError.unrecorded("it").message
                return receipt
            }
            record.receipt = .reverted(failure.cut(toBytes: ControlLimits.reasonBytes))
        }
        return ProtoControlReceipt(record)
    }

    /// - Returns: whether there was anything to write.
    private func write(_ effects: [ControlEffect], _ book: ControlStateMachine) async throws(WidgetError) -> Bool {
        var (changed, removed): (Set<ControlID>, Set<ControlID>) = ([], [])
        var (recorded, forgotten): ([ControlRecord], [Tap]) = ([], [])
        for effect in effects {
            switch effect {
            case .changed(let id): changed.insert(id)
            case .recorded(let id, let key):
                changed.insert(id)
                if let record = book.record(of: id, key: key) { recorded.append(record) }
            case .removed(let id): removed.insert(id)
            case .forgotten(let id, let key): forgotten.append(Tap(control: id, key: key))
            case .perform, .cancel, .load: break
            }
        }
        guard !changed.isEmpty || !removed.isEmpty || !forgotten.isEmpty else { return false }
        let rows = changed.sorted().compactMap { book.stored($0) }
        try await store.write { [recorded, forgotten, removed] transaction in
            for row in rows { try transaction.put(row) }
            for record in recorded { try transaction.put(record) }
            for tap in forgotten { try transaction.removeControlKey(tap.key, of: tap.control) }
            for id in removed.sorted() { try transaction.removeControl(id) }
        }
        return true
    }
}
