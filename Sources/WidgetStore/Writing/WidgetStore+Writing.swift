internal import GRDB
internal import Synchronization
public import WidgetCore

extension WidgetStore {
    /// Changes the store, and returns when the change is durable.
    ///
    /// What `body` does is one transaction: all of it is kept, or none. A caller that finds nobody else writing writes on its own thread, which saves two changes of
    /// threads, half the time of a commit; so the store holds at most one thread of the caller's pool. Callers that come meanwhile wait without a thread and
    /// share the next commit; each still succeeds or fails alone. A task that is cancelled doesn't take its write back.
    /// - Parameter body: runs once; it must not wait for anything.
    /// - Throws: what `body` throws, and nothing was written; RESOURCE_EXHAUSTED for a full disk, UNAVAILABLE for one that can't be written, DATA_LOSS for a
    ///   damaged database.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (inout StoreTransaction) throws -> T) async throws(WidgetError) -> T {
        guard let writer = connections.writer else { throw readOnlyReason }
        if queue.withLock({ $0.begin() }) { return try writeAtOnce(body, writer) }
        let answer: Result<T, WidgetError> = await withCheckedContinuation { continuation in
            let result = WriteResult<T>()
            let write = PendingWrite(result.perform(body)) { continuation.resume(returning: result.answer($0)) }
            if queue.withLock({ $0.append(write) }) { writeWhatWaits(writer) }
        }
        return try answer.get()
    }

    /// Writes on this thread, and leaves what came meanwhile to the writer's.
    private func writeAtOnce<T: Sendable>(
        _ body: @escaping @Sendable (inout StoreTransaction) throws -> T, _ writer: DatabaseQueue
    ) throws(WidgetError) -> T {
        let result = WriteResult<T>()
        let outcome = Mutex<WidgetError?>(nil)
        writer.writeWithoutTransaction { db in
            commit([PendingWrite(result.perform(body)) { error in outcome.withLock { $0 = error } }], db)
        }
        if queue.withLock({ $0.end() }) { writeWhatWaits(writer) }
        return try result.answer(outcome.withLock { $0 }).get()
    }

    /// Starts the writer: it ends when nothing waits.
    func writeWhatWaits(_ writer: DatabaseQueue) {
        writer.asyncWriteWithoutTransaction { [self] db in
            while true {
                let group = queue.withLock { $0.next() }
                if group.isEmpty { return }
                commit(group, db)
            }
        }
    }

    /// Why a store without a writer has none.
    private var readOnlyReason: WidgetError {
        guard case .readOnly(let reason) = state else { return WidgetError(.unavailable, "\(path) was opened to be read only") }
        return reason
    }

    /// Does a group of writes in one transaction, and answers each of them.
    private func commit(_ group: [PendingWrite], _ db: Database) {
        var position = position.withLock { $0 }
        var outcomes: [WidgetError?] = Array(repeating: nil, count: group.count)
        do {
            try Connections.takeBackWhatWasLeft(db)
            try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
            for (index, write) in group.enumerated() {
                do {
                    position = try group.count == 1 ? perform(write, db, position) : performInSavepoint(write, db, position)
                } catch let error as DatabaseError where error.concernsStore || !db.isInsideTransaction {
                    throw error
                } catch {
                    outcomes[index] = WidgetError(error, path: files.database)
                }
            }
            if outcomes.contains(nil) {
                try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
                self.position.withLock { $0 = position }
                health.withLock { $0 = .ok }
            } else {
                try db.rollback()
            }
        } catch {
            let seen = note(error)
            if let error = error as? DatabaseError, error.concernsStore { health.withLock { $0 = .readOnly(seen) } }
            for index in outcomes.indices where outcomes[index] == nil { outcomes[index] = seen }
            if db.isInsideTransaction {
                // Its own failure changes nothing: what wasn't committed is not there when the log is read, and the next write takes it back first.
                do { try db.rollback() } catch { note(error) }
            }
        }
        for (write, outcome) in zip(group, outcomes) { write.complete(outcome) }
    }

    private func perform(_ write: PendingWrite, _ db: Database, _ position: ReplicaPosition) throws -> ReplicaPosition {
        var transaction = StoreTransaction(db: db, position: position, now: configuration.now)
        try write.perform(&transaction)
        try transaction.finish()
        return transaction.replica.position
    }

    /// Does one write within the group's transaction; where it fails, nothing of it stays.
    private func performInSavepoint(_ write: PendingWrite, _ db: Database, _ position: ReplicaPosition) throws -> ReplicaPosition {
        try Query("SAVEPOINT write", in: db).run()
        do {
            let position = try perform(write, db, position)
            try Query("RELEASE write", in: db).run()
            return position
        } catch {
            if db.isInsideTransaction {
                try Query("ROLLBACK TO write", in: db).run()
                try Query("RELEASE write", in: db).run()
            }
            throw error
        }
    }
}
