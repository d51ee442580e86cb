internal import GRDB
internal import Synchronization
public import WidgetCore

extension WidgetStore {
    /// Changes the store, and returns when the change is durable.
    ///
    /// What `body` does is one transaction: all of it is kept, or none. Callers that write at the same time share a commit; each still succeeds or fails alone. A task
    /// that is cancelled meanwhile doesn't take its write back.
    /// - Parameter body: runs on the writer's thread, once; it must not wait for anything.
    /// - Throws: what `body` throws, and nothing was written; RESOURCE_EXHAUSTED for a full disk, UNAVAILABLE for one that can't be written, DATA_LOSS for a
    ///   damaged database.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (inout StoreTransaction) throws -> T) async throws(WidgetError) -> T {
        let answer: Result<T, WidgetError> = await withCheckedContinuation { continuation in
            enqueue(PendingWrite(body, answering: continuation))
        }
        return try answer.get()
    }

    private func enqueue(_ write: PendingWrite) {
        guard let writer = connections.writer else { return write.complete(readOnlyReason) }
        guard queue.withLock({ $0.append(write) }) else { return }
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
            try db.beginTransaction(.immediate)
            for (index, write) in group.enumerated() {
                do {
                    position = try perform(write, db, position)
                } catch let error as DatabaseError where error.concernsStore || !db.isInsideTransaction {
                    throw error
                } catch {
                    outcomes[index] = WidgetError(error, path: files.database)
                }
            }
            try db.commit()
            self.position.withLock { $0 = position }
            if outcomes.contains(nil) { health.withLock { $0 = .ok } }
        } catch {
            let seen = note(error)
            for index in outcomes.indices where outcomes[index] == nil { outcomes[index] = seen }
            if db.isInsideTransaction {
                // Its own failure changes nothing: what wasn't committed is not there when the log is read.
                do { try db.rollback() } catch { note(error) }
            }
        }
        for (write, outcome) in zip(group, outcomes) { write.complete(outcome) }
    }

    /// Does one write within the group's transaction; where it fails, nothing of it stays.
    private func perform(_ write: PendingWrite, _ db: Database, _ position: ReplicaPosition) throws -> ReplicaPosition {
        var transaction = StoreTransaction(db: db, position: position, now: configuration.now)
        try Query("SAVEPOINT write", in: db).run()
        do {
            try write.perform(&transaction)
            try transaction.finish()
        } catch {
            if db.isInsideTransaction {
                try Query("ROLLBACK TO write", in: db).run()
                try Query("RELEASE write", in: db).run()
            }
            throw error
        }
        try Query("RELEASE write", in: db).run()
        return transaction.replica.position
    }
}

extension PendingWrite {
    fileprivate init<T: Sendable>(
        _ body: @escaping @Sendable (inout StoreTransaction) throws -> T, answering continuation: CheckedContinuation<Result<T, WidgetError>, Never>
    ) {
        let result = WriteResult<T>()
        self.init(
            perform: { transaction in
                let value = try body(&transaction)
                result.value.withLock { $0 = value }
            },
            complete: { error in
                if let error {
                    continuation.resume(returning: .failure(error))
                } else if let value = result.value.withLock({ $0 }) {
                    continuation.resume(returning: .success(value))
                } else {
                    continuation.resume(returning: .failure(WidgetError(.internal, "a write was acknowledged before it was done")))
                }
            })
    }
}

/// Where a write's result waits for its commit.
private final class WriteResult<T: Sendable>: Sendable {
    let value = Mutex<T?>(nil)
}
