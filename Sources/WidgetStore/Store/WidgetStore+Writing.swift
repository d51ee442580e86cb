internal import GRDB
internal import Synchronization
public import WidgetCore
public import WidgetReplication

extension WidgetStore {
    /// The name of the user whose call this task answers. The log names it beside the changes that the task makes. Nil: the daemon acts by itself.
    @TaskLocal public static var user: String?

    /// Changes the store, and returns when the change is durable.
    ///
    /// The changes of `body` are one transaction: all of it is kept, or none. If nobody else writes, the caller writes on its own thread, or where
    /// ``StoreConfiguration/executor`` says. This saves two changes of threads, half the time of a commit, and the store holds at most one thread. Callers that
    /// come meanwhile wait without a thread and share the next commit; each still succeeds or fails alone. A cancelled task doesn't undo its write.
    /// - Parameter body: runs once; it must not wait for anything.
    /// - Throws: the error of `body`, and nothing was written; RESOURCE_EXHAUSTED for a full disk, UNAVAILABLE for one that can't be written, DATA_LOSS for a
    ///   damaged database.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (inout StoreTransaction) throws -> T) async throws(WidgetError) -> T {
        let result = WriteResult<T>()
        try await write { transaction in result.value = try body(&transaction) }
        return try result.get()
    }

    /// The same without a result.
    /// - Throws: as the other ``write(_:)``.
    public func write(_ body: @escaping @Sendable (inout StoreTransaction) throws -> Void) async throws(WidgetError) {
        do {
            _ = try await submit(.durable, body).get()
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// Lets a link read and change replicated rows, in one transaction like any other write.
    ///
    /// Everyone sees the changes when this returns, but they may not be durable before the next ``sync()`` or ``write(_:)``. Others see them one wait for the
    /// disk earlier, and a thousand such changes a second cost the disk one sync. Changes with `ReplicaChanges.mustBeDurable` are durable before anybody is
    /// told of them.
    /// - Parameters:
    ///   - isReading: `body` most likely writes nothing; then the transaction takes the database's lock at its first write.
    ///   - body: runs once. It must pass on every error of the replica.
    /// - Returns: the result of `body`, and the changes.
    /// - Throws: ``ReplicationFault`` and `WidgetError` as `body` throws them, and nothing was written; else as ``write(_:)``. If only the sync failed, the
    ///   changes stay, and the observer is told of them.
    @discardableResult
    public func replicate<T: Sendable>(
        likelyReading isReading: Bool = false, _ body: @escaping @Sendable (inout Replica<SQLiteReplica>) throws -> T
    ) async throws -> (T, ReplicaChanges) {
        let result = WriteResult<T>()
        do {
            let changes = try await submit(isReading ? .reading : .deferred) { transaction in
                result.value = try transaction.perform { replica, _ in try body(&replica) }
            }.get()
            return (try result.get(), changes)
        } catch let error as ReplicationFault {
            throw error
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// Makes all durable that ``replicate(likelyReading:_:)`` has written so far.
    /// - Throws: as ``write(_:)``.
    public func sync() async throws(WidgetError) { try await write { _ in } }

    /// Extends the write-ahead log to 4 MiB on the disk, so that writes take less long. It pays only for a store that stays open. Nothing happens on a disk
    /// that is nearly full. Waits for the disk, as a write does.
    /// - Throws: UNAVAILABLE if the log couldn't be extended, which the store doesn't need; else as ``write(_:)``.
    public func preallocateLog() async throws(WidgetError) {
        guard files.free >= StoreLimits.freeBytes else { return }
        try await write { [connections, files] transaction in
            do {
                try connections.log?.preallocate(transaction.db)
            } catch {
                // Only a write tells that the store can't be written.
                throw WidgetError(.unavailable, "the write-ahead log has no room", cause: WidgetError(error, path: files.database).message)
            }
        }
    }

    private func submit(_ kind: WriteKind, _ body: @escaping @Sendable (inout StoreTransaction) throws -> Void) async -> WriteOutcome {
        guard let writer = connections.writer else { return .failure(readOnlyReason) }
        // A link's changes are another device's, whoever began the link.
        let user = kind == .durable ? Self.user : nil
        let gathers = kind == .durable && configuration.gathers()
        if !gathers, queue.withLock({ $0.begin() }) {
            guard let executor = configuration.executor(expected(kind)) else { return writeAtOnce(kind, by: user, body, writer) }
            return await withTaskExecutorPreference(executor) { writeAtOnce(kind, by: user, body, writer) }
        }
        return await withCheckedContinuation { continuation in
            let write = PendingWrite(kind, by: user, body) { continuation.resume(returning: $0) }
            if queue.withLock({ $0.append(write) }) { writePending(writer) }
        }
    }

    /// The probable duration of a write of this kind, judged by the last ones.
    private func expected(_ kind: WriteKind) -> Duration {
        switch kind {
        case .durable: commitLatency.expected
        case .deferred: deferredCommitLatency.expected
        case .reading: .zero
        }
    }

    /// Writes on this thread, and leaves the writes that came meanwhile to the writer's task.
    private func writeAtOnce(
        _ kind: WriteKind, by user: String?, _ body: @escaping @Sendable (inout StoreTransaction) throws -> Void, _ writer: DatabaseQueue
    ) -> WriteOutcome {
        let outcome = Mutex<WriteOutcome?>(nil)
        writer.writeWithoutTransaction { db in
            let write = PendingWrite(kind, by: user, body) { answer in outcome.withLock { $0 = answer } }
            commit([write], kind == .reading ? statements.beginReading : statements.beginWriting, db)
        }
        if queue.withLock({ $0.end() }) { writePending(writer) }
        return outcome.withLock { $0 } ?? .failure(WidgetError(.internal, "a write wasn't answered"))
    }

    /// Writes everything that waits, one commit after another, each on the executor chosen for it. Other tasks have their turn between two commits. This is a
    /// task and not the database's queue: libdispatch, once it has threads of its own, wakes the process every second.
    func writePending(_ writer: DatabaseQueue) {
        Task(executorPreference: configuration.executor(commitLatency.expected)) { [self] in
            writer.writeWithoutTransaction { db in commit(queue.withLock { $0.next(atMost: StoreLimits.writesPerCommit) }, statements.beginWriting, db) }
            if queue.withLock({ $0.end() }) { writePending(writer) }
        }
    }

    /// The reason why the store has no writer.
    private var readOnlyReason: WidgetError {
        guard case .readOnly(let reason) = state else { return WidgetError(.unavailable, "\(path) was opened to be read only") }
        return reason
    }

    /// Does a group of writes in one transaction, and answers each of them.
    private func commit(_ group: [PendingWrite], _ begin: CachedStatement, _ db: Database) {
        var position = position.withLock { $0 }
        // Errors of failed writes, changes of the others.
        var outcomes: [WriteOutcome] = []
        var changes = ReplicaChanges()
        let place = statements.lastPlace
        let isDurable = group.contains { $0.kind == .durable }
        // Whether the group's writers were told that it failed.
        var (isCommitted, hasFailed) = (false, false)
        let start = ContinuousClock.now
        var changesBefore = 0
        do {
            if isClosed.load(ordering: .relaxed) { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the store is closed") }
            changesBefore = db.totalChangesCount
            try Connections.rollBackOpenTransaction(db)
            try connections.log?.prepare(isFull: isDurable ? true : group.contains { $0.kind == .deferred } ? false : nil, db)
            try begin(db).run()
            for write in group {
                do {
                    let replica = try group.count == 1 ? perform(write, db, position) : performInSavepoint(write, db, position)
                    position = replica.position
                    changes.merge(replica.changes)
                    outcomes.append(.success(replica.changes))
                } catch let error as DatabaseError where error.concernsStore || !db.isInsideTransaction {
                    throw error
                } catch {
                    outcomes.append(.failure(error))
                }
            }
            if outcomes.contains(where: \.isSuccess) {
                try statements.commit(db).run()
                isCommitted = true
                self.position.withLock { $0 = position }
                if changes.mustBeDurable { try connections.log?.sync(db) }
                setState(.ok)
            } else {
                statements.rollBackLog(after: place)
                try db.rollback()
            }
        } catch {
            let seen = note(error)
            if let error = error as? DatabaseError, error.concernsStore { setState(.readOnly(seen)) }
            outcomes = group.indices.map { $0 < outcomes.count && !outcomes[$0].isSuccess ? outcomes[$0] : .failure(seen) }
            hasFailed = true
            counted.withLock { $0.failures &+= 1 }
            if !isCommitted {
                changes = ReplicaChanges()
                statements.rollBackLog(after: place)
            }
            if db.isInsideTransaction {
                // A failure of the rollback changes nothing: readers of the log never see what wasn't committed, and the next write rolls it back first.
                do { try db.rollback() } catch { note(error) }
            }
        }
        for (write, outcome) in zip(group, outcomes) { write.complete(outcome) }
        if !changes.isEmpty { observer.withLock { $0 }?.call(changes, start, hasFailed) }
        guard isCommitted else { return }
        do { try connections.log?.checkpointIfDue(db) } catch { note(error) }
        guard db.totalChangesCount != changesBefore else { return }
        let duration = start.duration(to: .now)
        (isDurable ? commitLatency : deferredCommitLatency).note(duration)
        counted.withLock { $0.note(duration, isDurable: isDurable) }
    }

    private func perform(_ write: PendingWrite, _ db: Database, _ position: ReplicaPosition) throws -> Replica<SQLiteReplica> {
        var transaction = StoreTransaction(
            db: db, statements: statements, position: position, configuration: configuration, secrets: secrets, user: write.user)
        try write.perform(&transaction)
        try transaction.finish()
        return transaction.replica
    }

    /// Does one write within the group's transaction; where it fails, nothing of it stays.
    private func performInSavepoint(_ write: PendingWrite, _ db: Database, _ position: ReplicaPosition) throws -> Replica<SQLiteReplica> {
        let place = statements.lastPlace
        try Query("SAVEPOINT write", in: db).run()
        do {
            let replica = try perform(write, db, position)
            try Query("RELEASE write", in: db).run()
            return replica
        } catch {
            statements.rollBackLog(after: place)
            if db.isInsideTransaction {
                try Query("ROLLBACK TO write", in: db).run()
                try Query("RELEASE write", in: db).run()
            }
            throw error
        }
    }
}

extension Result {
    fileprivate var isSuccess: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }
}
