import Synchronization
import WidgetCore

/// Runs asynchronous work one piece after another, in the order of asking. Work that an actor does across an `await` needs it where what was checked before
/// must still hold after.
///
/// A piece that is about one widget alone has only that to itself: those about different widgets run side by side, so that their commits become one.
final class SerialTaskQueue: Sendable {
    /// A piece that was asked. A bare closure in the lock would be wrapped once more each time that it is read, without end.
    private struct Piece: Sendable {
        let end: @Sendable () async -> Void
    }

    private struct State {
        /// The last that has everything to itself.
        var last: Piece?
        /// The last about each widget that was asked after it and hasn't ended, with its number.
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

    /// Runs `body` when everything that was asked before has ended.
    /// - Parameters:
    ///   - widget: what it is about alone: it waits for no piece about another one; nil: about everything.
    ///   - executor: where; nil: wherever that leads.
    func run<T: Sendable>(
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
            // A task that is told to prefer none looks at that at each step.
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
