internal import GRDB
internal import Synchronization
internal import WidgetCore

/// The daemon's store: one SQLite database in a directory of its own, open in one process at a time.
///
/// A write is acknowledged when it is durable: ``write(_:)`` returns after a commit that the disk has confirmed (WAL, `synchronous=FULL`). Reads go to a connection of
/// their own and never wait for that. When a write fails, reads go on, ``state`` says why, and the next write that succeeds clears it.
public final class WidgetStore: Sendable {
    /// This device's id: a UUID, made with the store.
    public let deviceID: String
    let files: StoreFiles
    let configuration: StoreConfiguration
    let connections: Connections
    /// What waits for the writer.
    let queue = Mutex(WriteQueue())
    /// Where writing stands. Only the writer touches it, so the lock is never contended.
    let position: Mutex<ReplicaPosition>
    let health = Mutex(StoreState.ok)
    private let lock: StoreLock

    init(files: StoreFiles, configuration: StoreConfiguration, connections: Connections, position: ReplicaPosition, lock: StoreLock) {
        self.files = files
        self.configuration = configuration
        self.connections = connections
        self.position = Mutex(position)
        self.lock = lock
        deviceID = WidgetID(bytes: position.device)?.description ?? ""
    }

    /// The database's path.
    public var path: String { files.database }

    /// Bytes of the database with its write-ahead log.
    public func byteSize() -> Int { files.size }

    /// Whether the last write succeeded.
    public var state: StoreState { health.withLock { $0 } }

    /// Ends the store: what was begun is finished, the write-ahead log is folded into the database. Writes and reads after it fail.
    public func close() {
        do {
            try connections.close()
        } catch {
            note(error)
        }
        lock.release()
    }

    /// Takes note of an error of SQLite's, and gives it as the caller sees it.
    @discardableResult
    func note(_ error: any Error) -> WidgetError {
        let seen = WidgetError(error, path: files.database)
        if let error = error as? DatabaseError, error.isCorruption { files.markSuspicion() }
        return seen
    }
}
