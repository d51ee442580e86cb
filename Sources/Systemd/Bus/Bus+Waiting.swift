import Glibc
import Synchronization

extension Bus {
    /// Calls a method and blocks the calling thread until its answer: for programs without tasks. Never to be called on the connection's own thread.
    /// - Returns: the answer's values.
    /// - Throws: as ``call(_:)``.
    public func callAndWait(_ call: BusCall) throws(BusError) -> [BusValue] {
        let answer = BlockingAnswer<[BusValue]>()
        guard post(call, { answer.put($0) }) else { throw Self.ended }
        return try answer.take().get()
    }

    /// Does what takes several calls and signals, and blocks the calling thread until it has ended. Never to be called in a task: its thread is one of those
    /// that `work` needs.
    public func wait<Value: Sendable>(for work: @escaping @Sendable (Bus) async throws(BusError) -> Value) throws(BusError) -> Value {
        let answer = BlockingAnswer<Value>()
        Task.detached {
            do throws(BusError) { answer.put(.success(try await work(self))) } catch { answer.put(.failure(error)) }
        }
        return try answer.take().get()
    }
}

/// An answer that a thread waits for.
private final class BlockingAnswer<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, BusError>?>(nil)
    /// Used by sem_wait and sem_post alone, which may be called from any thread.
    nonisolated(unsafe) private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func put(_ answer: Result<Value, BusError>) {
        result.withLock { $0 = answer }
        sem_post(semaphore)
    }

    func take() -> Result<Value, BusError> {
        while sem_wait(semaphore) != 0 {}
        return result.withLock { $0 } ?? .failure(BusError(name: BusError.disconnected, message: "there is no answer"))
    }
}
