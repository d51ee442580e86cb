import Synchronization

/// Ties a call to the cancellation of its task, which may come before the call got to the event loop.
final class CallTicket: Sendable {
    private static let cancelled = UInt64.max
    /// Zero before the call was sent, then its stream id; `cancelled` if that came first. On the event loop only; an
    /// atomic because a call is made before it gets there.
    private let state = Atomic<UInt64>(0)

    /// - Returns: the call's stream id, if it was sent.
    func cancel() -> UInt32? {
        let old = state.exchange(Self.cancelled, ordering: .relaxed)
        return old == 0 || old == Self.cancelled ? nil : UInt32(old)
    }

    /// - Returns: whether the call may be sent.
    func take(_ streamID: UInt32) -> Bool {
        state.compareExchange(expected: 0, desired: UInt64(streamID), ordering: .relaxed).exchanged
    }

    var isCancelled: Bool { state.load(ordering: .relaxed) == Self.cancelled }
}
