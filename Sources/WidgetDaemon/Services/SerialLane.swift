import Synchronization
import WidgetCore

/// Runs asynchronous work one piece after another, in the order of asking. Work that an actor does across an `await` needs it where what was checked before must still hold after.
///
/// A piece that is about one widget alone has only that to itself: those about different widgets run side by side, so that their commits become one.
final class SerialLane: Sendable {
    /// A piece that was asked. A bare closure in the lock would be wrapped once more each time that it is read, without end.
    private struct Piece: Sendable {
        let number: UInt64
        let end: @Sendable () async -> Void
    }

    private struct State {
        /// The last that has everything to itself.
        var last: Piece?
        /// The last about each widget that was asked after it and hasn't ended.
        var beside: [WidgetID: Piece] = [:]
        var number: UInt64 = 0

        /// - Returns: what must end before a piece that is asked now.
        mutating func before(_ widget: WidgetID?) -> [Piece] {
            if let widget { return (beside[widget] ?? last).map { [$0] } ?? [] }
            defer { beside = [:] }
            return Array(beside.values) + (last.map { [$0] } ?? [])
        }
    }

    private let state = Mutex(State())

    /// Runs `body` when everything that was asked before has ended.
    /// - Parameters:
    ///   - widget: what it is about alone: it waits for no piece about another one; nil: about everything.
    ///   - executor: where; nil: wherever that leads.
    func run<T: Sendable>(
        about widget: WidgetID? = nil, on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let task = state.withLock { state in
            state.number += 1
            let number = state.number
            let before = state.before(widget)
            let piece: @Sendable () async throws -> T = { [self] in
                for piece in before { await piece.end() }
                defer { if let widget { forget(widget, number) } }
                return try await body()
            }
            // A task that is told to prefer none looks at that at each step.
            let task = if let executor { Task(executorPreference: executor, operation: piece) } else { Task(operation: piece) }
            let asked = Piece(number: number) { _ = await task.result }
            if let widget { state.beside[widget] = asked } else { state.last = asked }
            return task
        }
        return try await task.value
    }

    private func forget(_ widget: WidgetID, _ number: UInt64) {
        state.withLock { if $0.beside[widget]?.number == number { $0.beside[widget] = nil } }
    }
}
