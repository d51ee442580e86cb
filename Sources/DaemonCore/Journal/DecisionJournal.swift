package import Logging
import Synchronization
package import WidgetCore
package import WidgetStore

/// Decisions, reload records and outcomes of pushes, which wait here for the next commit.
///
/// The commit of a change writes everything that waits, so that a change and its explanation are never apart. Decisions without a change are written after
/// ``DaemonCoreLimits/journalDelay``. Any thread may use it.
package final class DecisionJournal: Sendable {
    /// A write that failed and is repeated with each commit until one succeeds.
    struct RetriedWrite: Sendable {
        let write: @Sendable (inout StoreTransaction) throws -> Void
        /// Called on any thread when the write is on the disk.
        let written: @Sendable () -> Void
    }

    private struct State {
        var waiting = PendingWrites()
        var retried: [String: RetriedWrite] = [:]
        var commits = CommitsUnderWay()
        /// The task that writes rows without a change.
        var flush: Task<Void, Never>?

        var isEmpty: Bool { waiting.isEmpty && retried.isEmpty }
    }

    /// The newest reload records. Transactions write them from here.
    package let records = ReloadRecordCache()
    /// Rings when the push log has grown.
    package let pushLogGrew = AsyncSignal()
    package let store: WidgetStore
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let state = Mutex(State())

    package init(store: WidgetStore, clock: any Clock<Duration>, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    // MARK: Rows that wait

    /// Decisions that wait for a commit.
    package var waitingCount: Int { state.withLock { $0.waiting.decisions.count } }

    package func append(_ decision: Decision) { state.withLock { $0.waiting.append(decision) } }

    package func append(_ effects: [PushEffect]) {
        if !effects.isEmpty { state.withLock { $0.waiting.append(effects) } }
    }

    /// Has the outcome of pushes written with the next batch.
    package func note(_ effects: [PushEffect]) {
        append(effects)
        if !effects.isEmpty { flush() }
    }

    /// The widget's record has changed. The next commit writes the record that ``records`` has then.
    package func record(_ id: WidgetID) { state.withLock { $0.waiting.record(id) } }

    /// The device is in another time zone or locale.
    package func setLocality(_ locality: StoredLocality) { state.withLock { $0.waiting.locality = locality } }

    /// Keeps a write that failed, under a key of its own.
    /// - Returns: false: ``DaemonCoreLimits/unrecordedEnds`` wait already, and it isn't kept.
    func retry(_ write: RetriedWrite, key: String) -> Bool {
        state.withLock { state in
            guard state.retried.count < DaemonCoreLimits.unrecordedEnds else { return false }
            state.retried[key] = write
            return true
        }
    }

    /// A write that was to be tried again isn't needed any more.
    func cancelRetry(_ key: String) { state.withLock { $0.retried[key] = nil } }

    // MARK: Writing

    /// Writes everything that waits and then a change, in one commit.
    /// - Throws: as ``WidgetStore/write(_:)``; the rows that waited go on waiting.
    package func write<T: Sendable>(_ body: @escaping @Sendable (inout StoreTransaction) throws -> T) async throws(WidgetError) -> T {
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
            if !batch.pushes.isEmpty { pushLogGrew.signal() }
            return result
        } catch {
            state.withLock { $0.waiting.putBack(batch) }
            flush()
            throw error
        }
    }

    /// Has the waiting rows written after ``DaemonCoreLimits/journalDelay``. Answers to changes, and their replication, don't wait for that commit.
    package func flush() {
        state.withLock { state in
            guard state.flush == nil, !state.isEmpty else { return }
            state.flush = Task { [self] in
                // A cancelled task doesn't wait any more.
                try? await clock.sleep(for: DaemonCoreLimits.journalDelay)
                await ThreadPoolExecutor.run { await writeOut() }
                self.state.withLock { $0.flush = nil }
            }
        }
    }

    /// Writes one commit after another until nothing waits. The decisions of a new device about thousands of widgets must not be one commit, for which
    /// everything else would wait.
    private func writeOut() async {
        while true {
            let batch = state.withLock { $0.isEmpty ? nil : $0.waiting.take(atMost: DaemonCoreLimits.decisionsPerCommit) }
            guard let batch else { return }
            do throws(WidgetError) {
                try await write(batch) { _ in }
            } catch {
                logger.error("decisions could not be written; they are kept and written with the next ones", metadata: ["error": "\(error)"])
                return
            }
        }
    }

    /// Writes all decisions so far. They are in the store afterwards, unless it can't be written.
    package func writeAll() async {
        flush()
        let flush = state.withLock { $0.flush }
        flush?.cancel()
        await flush?.value
        await withCheckedContinuation { continuation in state.withLock { $0.commits.wait(continuation) } }
    }
}

/// Commits that have begun and not ended, and the callers that wait for them.
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

    /// Resumes when all commits that are under way now have ended.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        if numbers.isEmpty { continuation.resume() } else { waiting.append((numbers, continuation)) }
    }
}
