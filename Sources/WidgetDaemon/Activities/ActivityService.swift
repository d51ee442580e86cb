import Logging
import WidgetAPI
import WidgetCore
import WidgetStore

/// The Live Activities of this device, and what it shows of others'.
///
/// Everything that changes one of this device's goes through one queue: what has gathered while a commit ran shares the next, and is answered when that is durable.
actor ActivityService {
    /// Something that is to happen to an activity of this device.
    enum Change: Sendable {
        case start(ActivityRequest)
        case update(ActivityID, ActivityUpdate)
        case end(ActivityID, ActivityUpdate, ActivityDismissalPolicy)
        case dismiss(ActivityID)
        /// Something has come due.
        case advance
        case sessionLocked
    }

    struct Waiting {
        var change: Change
        var answer: CheckedContinuation<Result<ActivityReceipt?, WidgetError>, Never>
    }

    let store: WidgetStore
    let board: Board
    let now: @Sendable () -> Timestamp
    let clock: any Clock<Duration>
    let logger: Logger
    let setTimer: @Sendable (Timestamp?) -> Void
    /// Asks another device for something about one of its activities.
    let askDevice: @Sendable (DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8]
    /// Of push tokens.
    let registry: PushRegistry
    var random: any RandomNumberGenerator & Sendable

    var book: ActivityBook
    /// By device, as the store has them: also those of devices that aren't members any more.
    var others: [DeviceID: [ActivityID: StoredActivity]]
    var devices: [Device]
    private var waiting: [Waiting] = []
    private var isWriting = false
    /// The stream that holds each followed activity, by its number.
    var followers: [ActivityID: Int] = [:]
    var lastFollower = 0
    /// Those that were put on the board within a drawing interval, and of these the ones that have changed since.
    var pacing: Set<ActivityID> = []
    var unshown: Set<ActivityID> = []

    /// - Parameters:
    ///   - board: of activities.
    ///   - setTimer: arms a timer for a date; nil: for none.
    init(
        store: WidgetStore, stored: StoredState, board: Board, registry: PushRegistry, maximumAge: Milliseconds?, random: any RandomNumberGenerator & Sendable,
        clock: any Clock<Duration>,
        logger: Logger, now: @escaping @Sendable () -> Timestamp, setTimer: @escaping @Sendable (Timestamp?) -> Void,
        askDevice: @escaping @Sendable (DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8]
    ) {
        self.store = store
        self.board = board
        self.registry = registry
        self.random = random
        self.clock = clock
        self.logger = logger
        self.now = now
        self.setTimer = setTimer
        self.askDevice = askDevice
        book = ActivityBook(maximumAge: maximumAge, activities: stored.activities.map(\.activity))
        others = stored.peers.mapValues(\.activities)
        devices = stored.devices
    }

    /// Shows what was stored, and applies what came due while the daemon was off.
    func start() async {
        await endTokens(of: book.activities.keys.map { .changed($0) })
        showAll()
        await advance()
        waitForFollowers()
    }

    /// The timer has fired, or the clock was set.
    func advance() async {
        if case .failure(let error) = await perform(.advance) {
            logger.error("what came due of activities couldn't be written; it is tried again", metadata: ["error": "\(error)"])
            setTimer(now() + .seconds(DaemonLimits.activityRetry.components.seconds))
        }
    }

    /// The session was locked.
    func sessionLocked() async { _ = await perform(.sessionLocked) }

    // MARK: The queue

    /// Does `change` durably.
    /// - Returns: what became of it; nil where it isn't about one activity.
    func perform(_ change: Change) async -> Result<ActivityReceipt?, WidgetError> {
        guard waiting.count < DaemonLimits.waitingActivityChanges else {
            return .failure(WidgetError(.resourceExhausted, "\(waiting.count) changes of activities wait for the disk already; try again later"))
        }
        return await withCheckedContinuation { answer in
            waiting.append(Waiting(change: change, answer: answer))
            guard !isWriting else { return }
            isWriting = true
            Task { await writeWhatWaits() }
        }
    }

    private func writeWhatWaits() async {
        while !waiting.isEmpty {
            let group = waiting
            waiting = []
            var (next, effects): (ActivityBook, [ActivityEffect]) = (book, [])
            var results: [Result<ActivityReceipt?, WidgetError>] = []
            for change in group.lazy.map(\.change) {
                var attempt = next
                do throws(WidgetError) {
                    let (receipt, new) = try attempt.apply(change, id: ActivityID(date: now(), using: &random), at: now())
                    next = attempt
                    effects += new
                    results.append(.success(receipt))
                } catch {
                    results.append(.failure(error))
                }
            }
            do throws(WidgetError) {
                try await write(effects, next)
                book = next
                await endTokens(of: effects)
                show(effects)
            } catch {
                results = results.map { result in if case .failure = result { result } else { .failure(error) } }
            }
            for (waiting, result) in zip(group, results) { waiting.answer.resume(returning: result) }
        }
        isWriting = false
    }

    /// Whether a change failed for the disk's sake: the rules take it.
    func isTheDisks(_ change: Change) -> Bool {
        var attempt = book
        return (try? attempt.apply(change, id: ActivityID(date: now(), using: &random), at: now())) != nil
    }

    private func write(_ effects: [ActivityEffect], _ book: ActivityBook) async throws(WidgetError) {
        let changed = Set(effects.map(\.id))
        guard !changed.isEmpty else { return }
        let rows = changed.map { id in (id, book[id].map { StoredActivity($0) }) }
        try await store.write { transaction in
            for (id, row) in rows { if let row { try transaction.put(row) } else { try transaction.removeActivity(id) } }
        }
    }
}

extension ActivityBook {
    /// - Parameter id: of an activity that it starts.
    fileprivate mutating func apply(
        _ change: ActivityService.Change, id: ActivityID, at now: Timestamp
    ) throws(WidgetError) -> (ActivityReceipt?, [ActivityEffect]) {
        switch change {
        case .start(let start):
            let (receipt, effects) = try request(start, id: id, at: now)
            return (receipt, effects)
        case .update(let activity, let change):
            let (receipt, effects) = try update(activity, change, at: now)
            return (receipt, effects)
        case .end(let activity, let change, let dismissal):
            let (receipt, effects) = try end(activity, change, dismissal: dismissal, at: now)
            return (receipt, effects)
        case .dismiss(let activity):
            let (receipt, effects) = dismiss(activity, at: now)
            return (receipt, effects)
        case .advance: return (nil, advance(to: now))
        case .sessionLocked: return (nil, sessionLocked(at: now))
        }
    }
}
