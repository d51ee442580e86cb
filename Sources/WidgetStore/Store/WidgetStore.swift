internal import GRDB
internal import Synchronization
public import WidgetCore
public import WidgetReplication

/// The daemon's store: one SQLite database in a directory of its own, open in one process at a time.
///
/// A write is acknowledged when it is durable: ``write(_:)`` returns after a commit that the disk has confirmed (WAL, `synchronous=FULL`). Data from peers
/// needn't be durable until they are told so, since they still have it (``replicate(likelyReading:_:)``, ``sync()``). Reads go to a connection of their own and
/// never wait for a write. When a write fails, reads go on, ``state`` says why, and the next write that succeeds clears it.
///
/// The rows that other devices have too are one replica (``replicate(likelyReading:_:)``). The rules of `Replica` hold for this device's writes as for its
/// peers'.
public final class WidgetStore: Sendable {
    /// This device.
    public let device: DeviceID
    let files: StoreFiles
    let configuration: StoreConfiguration
    /// Nil: values of secret parameters aren't sealed, and sealed ones can't be read.
    let secrets: SecretStore?
    let connections: Connections
    /// Writes that wait for the writer.
    let queue = Mutex(CommitQueue<PendingWrite>())
    /// The replica's position after the last commit. Only the writer touches it, so the lock is never contended.
    let position: Mutex<ReplicaPosition>
    /// Statements of the connection that writes. Only the holder of that connection touches them, and there is one holder at a time.
    nonisolated(unsafe) let statements: ReplicaStatements
    /// The durations of durable writes, and of those that needn't be durable.
    let commitLatency = CommitLatency()
    let deferredCommitLatency = CommitLatency()
    let counted = Mutex(StoreMetrics())
    /// Set at the beginning of ``close()``: if a later write prepared a statement, it would keep the connection open.
    let isClosed = Atomic(false)
    let health = Mutex(StoreState.ok)
    let observer = Mutex<CommitObserver?>(nil)
    private let lock: StoreLock

    init(
        files: StoreFiles, configuration: StoreConfiguration, connections: Connections, statements: ReplicaStatements, position: ReplicaPosition,
        lock: StoreLock
    ) {
        self.files = files
        self.configuration = configuration
        self.connections = connections
        self.statements = statements
        self.position = Mutex(position)
        self.lock = lock
        device = position.device
        secrets = configuration.keys.map { SecretStore(keys: $0, device: position.device) }
    }

    /// The database's path.
    public var path: String { files.database }

    /// Bytes of the database with its write-ahead log.
    public func byteSize() -> Int { files.size }

    /// The commits since the store was opened.
    public var metrics: StoreMetrics { counted.withLock { $0 } }

    /// Writes that wait for the running commit to end.
    public var waitingWrites: Int { queue.withLock { $0.count } }

    /// Whether the last write succeeded.
    public var state: StoreState { health.withLock { $0 } }

    func setState(_ state: StoreState) {
        let isNews = health.withLock { known in
            defer { known = state }
            return known.isOK != state.isOK
        }
        if isNews { configuration.tellState(state) }
    }

    /// Sets the observer of commits. It is called on the writer's thread after each commit that changed replicated rows. It must not wait, and not write.
    /// - Parameter body: also gets the commit's begin. `hasFailed` says that the writers got an error although the changes were committed: the disk refused the
    ///   sync. Such changes become durable before any link is told of them.
    public func setObserver(_ body: (@Sendable (ReplicaChanges, _ began: ContinuousClock.Instant, _ hasFailed: Bool) -> Void)?) {
        observer.withLock { $0 = body.map(CommitObserver.init) }
    }

    /// Closes the store. A running commit is finished, and the write-ahead log is folded into the database. Writes that still wait fail, and so do later writes
    /// and reads.
    public func close() {
        isClosed.store(true, ordering: .relaxed)
        if let writer = connections.writer {
            // A store that is closed twice has no connection any more.
            writer.writeWithoutTransaction { db in
                statements.drop()
                do { try connections.log?.end(db) } catch { note(error) }
            }
            files.writeFingerprint(of: position.withLock { $0 }, configuration)
        }
        do {
            try connections.close()
        } catch {
            note(error)
        }
        PageChecksums.unwatch(files.database)
        lock.release()
    }

    /// Records damage that an error of SQLite reports, and converts the error for the caller.
    @discardableResult
    func note(_ error: any Error) -> WidgetError {
        let seen = WidgetError(error, path: files.database)
        if let error = error as? DatabaseError, error.isCorruption { files.markDamaged() }
        return seen
    }
}

/// The receiver of each commit's changes. A bare closure in the lock would be wrapped once more each time that it is read, without end.
struct CommitObserver: Sendable {
    let call: @Sendable (ReplicaChanges, _ began: ContinuousClock.Instant, _ hasFailed: Bool) -> Void
}
