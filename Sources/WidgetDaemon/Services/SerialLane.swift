import Synchronization

/// Runs asynchronous work one piece after another, in the order of asking. Work that an actor does across an `await` needs it where what was checked before must still hold after.
final class SerialLane: Sendable {
    private let tail = Mutex<Task<Void, Never>?>(nil)

    /// Runs `body` when everything that was asked before has ended.
    func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = tail.withLock { tail in
            let previous = tail
            let task = Task {
                await previous?.value
                return try await body()
            }
            tail = Task { _ = await task.result }
            return task
        }
        return try await task.value
    }
}
