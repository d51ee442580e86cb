import NIOCore
import Synchronization

/// The share of the event loops that all connections of one user have together. So a user who opens more connections doesn't keep the others waiting.
///
/// Work is counted in units: one for each frame, and one for each ``Tuning/bytesPerUnit`` of the frame and its answer. A user who stays below
/// ``Tuning/unitsPerPeriod`` never waits. Beyond it, the user's connections go on one after the other. After each ``Tuning/unitsPerTurn`` of them all, the loop
/// polls its sockets.
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

    /// A connection wants a turn. It is told with ``ServerConnection/takeTurn(_:)``, if it still exists by then.
    func wait(_ link: ConnectionLink) {
        let isFirst = state.withLock { state in
            state.waiting.append(link)
            defer { state.isTurn = true }
            return !state.isTurn
        }
        if isFirst { schedule(on: link.eventLoop) }
    }

    private func schedule(on loop: any EventLoop) {
        if loop.inEventLoop { NextPoll.of(loop).execute { self.turn(on: loop) } } else { loop.execute { self.schedule(on: loop) } }
    }

    /// One turn: the connections work one after another until its work is done. Those that want more wait behind the others.
    private func turn(on loop: any EventLoop) {
        var units = Tuning.unitsPerTurn
        while units > 0, let link = next(on: loop) { units -= link.connection?.takeTurn(units) ?? 0 }
        let next = state.withLock { state in
            state.isTurn = !state.waiting.isEmpty
            return state.waiting.first
        }
        if let next { schedule(on: next.eventLoop) }
    }

    /// The connection that comes next, if it is one of this loop.
    private func next(on loop: any EventLoop) -> ConnectionLink? {
        state.withLock { state in state.waiting.first?.eventLoop === loop ? state.waiting.popFirst() : nil }
    }
}
