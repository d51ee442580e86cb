import NIOCore
import Synchronization

/// The share of the event loops that all connections of one user have together. So a user who opens more connections doesn't keep the others waiting.
///
/// Work is counted in units: one for each frame, and one for each ``Tuning/bytesPerUnit`` of the frame and its answer. A user who stays below
/// ``Tuning/unitsPerPeriod`` never waits. Beyond it, the user's connections go on one after the other, and between two of them the loop polls its sockets.
/// Any thread may call it.
final class UserTurns: Sendable {
    private struct State {
        var periodEnd = NIODeadline.distantPast
        var units = 0
        var waiting = CircularBuffer<ConnectionLink>(initialCapacity: 0)
        /// A turn is scheduled, or under way.
        var isTurn = false
    }

    private let state = Mutex(State())

    /// Counts work that was done.
    /// - Returns: whether the user may do more without a turn.
    func count(_ units: Int, at now: NIODeadline) -> Bool {
        state.withLock { state in
            if now >= state.periodEnd {
                state.periodEnd = now + Tuning.turnPeriod
                state.units = 0
            }
            state.units += units
            return state.units <= Tuning.unitsPerPeriod
        }
    }

    /// A connection wants a turn. It is told with ``ServerConnection/takeTurn()``, if it still exists by then.
    func wait(_ link: ConnectionLink) {
        let isFirst = state.withLock { state in
            state.waiting.append(link)
            defer { state.isTurn = true }
            return !state.isTurn
        }
        if isFirst { scheduleNext() }
    }

    private func scheduleNext() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            state.isTurn = next != nil
            return next
        }
        guard let next else { return }
        next.eventLoop.scheduleTask(in: Tuning.longTurnPause) {
            next.connection?.takeTurn()
            self.scheduleNext()
        }
    }
}
