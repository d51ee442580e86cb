import Synchronization

/// Runs asynchronous work one piece after another, in the order of asking. Work that an actor does across an `await` needs it where what was checked before must still hold after.
final class SerialLane: Sendable {
    /// The piece that was asked last. A bare closure in the lock would be wrapped once more each time that it is read, without end.
    private struct Piece: Sendable {
        let end: @Sendable () async -> Void
    }

    private let last = Mutex<Piece?>(nil)

    /// Runs `body` when everything that was asked before has ended.
    /// - Parameter executor: where; nil: wherever that leads.
    func run<T: Sendable>(on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = last.withLock { last in
            let previous = last
            let piece: @Sendable () async throws -> T = {
                await previous?.end()
                return try await body()
            }
            // A task that is told to prefer none looks at that at each step.
            let task = if let executor { Task(executorPreference: executor, operation: piece) } else { Task(operation: piece) }
            last = Piece { _ = await task.result }
            return task
        }
        return try await task.value
    }
}
