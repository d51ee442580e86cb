import Synchronization
package import WidgetCore

/// Runs asynchronous pieces of work one after another, in the order of the calls. An actor needs this if a check before an `await` must still hold after it.
///
/// A piece that is about one widget excludes only other pieces about it. Pieces about different widgets run concurrently, so that they share a commit.
package final class SerialTaskQueue: Sendable {
    /// A piece in the queue. A bare closure in the lock would be wrapped once more each time that it is read, without end.
    private struct Piece: Sendable {
        let end: @Sendable () async -> Void
    }

    private struct State {
        /// The last piece that excludes all others.
        var last: Piece?
        /// The last piece about each widget that came after ``last`` and hasn't ended, with its number.
        var beside: [WidgetID: (number: UInt64, piece: Piece)] = [:]
        /// The number of the last piece about a widget.
        var number: UInt64 = 0

        /// The pieces that must end before one that is asked now.
        func before(_ widget: WidgetID?) -> [Piece] {
            let all = last.map { [$0] } ?? []
            guard let widget else { return beside.values.map(\.piece) + all }
            return beside[widget].map { [$0.piece] } ?? all
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs `body` when the earlier pieces that it must wait for have ended.
    /// - Parameters:
    ///   - widget: the only widget that `body` is about: it waits for no piece about another one; nil: it waits for all.
    ///   - executor: the executor that runs `body`; nil: Swift's default.
    package func run<T: Sendable>(
        about widget: WidgetID? = nil, on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let task = state.withLock { state in
            let before = state.before(widget)
            let number = state.number + 1
            let work: @Sendable () async throws -> T = { [self] in
                for piece in before { await piece.end() }
                defer { if let widget { forget(widget, number) } }
                return try await body()
            }
            // A nil preference isn't passed on: the task would check it at each step.
            let task = if let executor { Task(executorPreference: executor, operation: work) } else { Task(operation: work) }
            let piece = Piece { _ = await task.result }
            if let widget {
                state.number = number
                state.beside[widget] = (number, piece)
            } else {
                state.last = piece
                state.beside = [:]
            }
            return task
        }
        return try await task.value
    }

    private func forget(_ widget: WidgetID, _ number: UInt64) {
        state.withLock { if $0.beside[widget]?.number == number { $0.beside[widget] = nil } }
    }
}
