import Logging
import Synchronization
import WidgetCore
import WidgetStore

/// Writes what was decided: decisions, reload records and what became of pushes wait here for the next commit.
///
/// A change's own commit takes all that waits, so that a change and its explanation are never apart. Decisions that no change takes are written after
/// ``DaemonLimits/journalDelay``. Any thread may use it.
final class DecisionJournal: Sendable {
    /// A write that failed, and goes with each commit until one succeeds.
    struct RetriedWrite: Sendable {
        let write: @Sendable (inout StoreTransaction) throws -> Void
        /// It is on the disk. Any thread.
        let written: @Sendable () -> Void
    }

    private struct State {
        var waiting = PendingWrites()
        var retried: [String: RetriedWrite] = [:]
        var commits = CommitsUnderWay()
        /// The write of what no change has taken.
        var flush: Task<Void, Never>?

        var isEmpty: Bool { waiting.isEmpty && retried.isEmpty }
    }

    /// The newest reload records. A transaction that is about a widget's reload writes them from here.
    let records = ReloadRecordCache()
    /// Rings when the push log has grown.
    let pushLogGrew = AsyncSignal()
    let store: WidgetStore
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let state = Mutex(State())

    init(store: WidgetStore, clock: any Clock<Duration>, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    // MARK: Rows that wait

    func append(_ decision: Decision) { state.withLock { $0.waiting.append(decision) } }

    func append(_ effects: [PushEffect]) {
        if !effects.isEmpty { state.withLock { $0.waiting.append(effects) } }
    }

    /// Has the outcome of pushes written with the next batch.
    func note(_ effects: [PushEffect]) {
        append(effects)
        if !effects.isEmpty { flush() }
    }

    /// The widget's record has changed, and is written as ``records`` has it then.
    func record(_ id: WidgetID) { state.withLock { $0.waiting.record(id) } }

    /// The device is in another time zone or locale.
    func setLocality(_ locality: StoredLocality) { state.withLock { $0.waiting.locality = locality } }

    /// Keeps a write that failed, under a key of its own.
    /// - Returns: false: ``DaemonLimits/unrecordedEnds`` wait already, and it isn't kept.
    func retry(_ write: RetriedWrite, key: String) -> Bool {
        state.withLock { state in
            guard state.retried.count < DaemonLimits.unrecordedEnds else { return false }
            state.retried[key] = write
            return true
        }
    }

    /// A write that was to be tried again isn't needed any more.
    func settle(_ key: String) { state.withLock { $0.retried[key] = nil } }

    // MARK: Writing

    /// Writes a change and, in the same commit and before it, all that waits.
    /// - Throws: as ``WidgetStore/write(_:)``; what waited waits on.
    func write<T: Sendable>(_ body: @escaping @Sendable (inout StoreTransaction) throws -> T) async throws(WidgetError) -> T {
        try await write(state.withLock { $0.waiting.take() }, body)
    }

    private func write<T: Sendable>(
        _ batch: PendingWrites, _ body: @escaping @Sendable (inout StoreTransaction) throws -> T
    ) async throws(WidgetError) -> T {
        let (retried, number) = state.withLock { ($0.retried, $0.commits.begin()) }
        defer { state.withLock { $0.commits.end(number) } }
        do throws(WidgetError) {
            let result = try await store.write { [records] transaction in
                try batch.write(to: &transaction, from: records)
                for write in retried.values { try write.write(&transaction) }
                return try body(&transaction)
            }
            state.withLock { state in for key in retried.keys { state.retried[key] = nil } }
            for write in retried.values { write.written() }
            if !batch.pushes.isEmpty { pushLogGrew.ring() }
            return result
        } catch {
            state.withLock { $0.waiting.putBack(batch) }
            flush()
            throw error
        }
    }

    /// Has what waits written after ``DaemonLimits/journalDelay``. The answer to a change, and its way to other devices, don't wait for that commit.
    func flush() {
        state.withLock { state in
            guard state.flush == nil, !state.isEmpty else { return }
            state.flush = Task { [self] in
                // Cancelled: at once.
                try? await clock.sleep(for: DaemonLimits.journalDelay)
                await ThreadPoolExecutor.run { await writeOut() }
                self.state.withLock { $0.flush = nil }
            }
        }
    }

    /// One commit after another until nothing waits. A new device's first look at thousands of widgets isn't one commit, for which everything else would wait.
    private func writeOut() async {
        while true {
            let batch = state.withLock { $0.isEmpty ? nil : $0.waiting.take(atMost: DaemonLimits.decisionsPerCommit) }
            guard let batch else { return }
            do throws(WidgetError) {
                try await write(batch) { _ in }
            } catch {
                logger.error("decisions could not be written; they are kept and written with the next ones", metadata: ["error": "\(error)"])
                return
            }
        }
    }

    /// Writes everything that was decided so far; it is in the store afterwards, where that can be written.
    func writeAll() async {
        flush()
        let flush = state.withLock { $0.flush }
        flush?.cancel()
        await flush?.value
        await withCheckedContinuation { continuation in state.withLock { $0.commits.wait(continuation) } }
    }
}

/// Commits that have begun and not ended, and who waits for those that began before.
struct CommitsUnderWay {
    private var last: UInt64 = 0
    private var numbers: Set<UInt64> = []
    private var waiting: [(numbers: Set<UInt64>, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Returns: the number that ``end(_:)`` takes.
    mutating func begin() -> UInt64 {
        last += 1
        numbers.insert(last)
        return last
    }

    mutating func end(_ number: UInt64) {
        numbers.remove(number)
        for index in waiting.indices { waiting[index].numbers.remove(number) }
        for waiter in waiting where waiter.numbers.isEmpty { waiter.continuation.resume() }
        waiting.removeAll { $0.numbers.isEmpty }
    }

    /// Resumes when all that are under way now have ended.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        if numbers.isEmpty { continuation.resume() } else { waiting.append((numbers, continuation)) }
    }
}
