import Synchronization

/// What all connections together hold. From any thread.
final class GatewayBudget: Sendable {
    private let bytes = Atomic<Int>(0)
    private let pushes = Atomic<Int>(0)
    private let limits: GatewayLimits

    init(limits: GatewayLimits) { self.limits = limits }

    /// Holds so many bytes more.
    /// - Returns: false where that is too much; then nothing is held.
    func hold(_ count: Int) -> Bool {
        guard bytes.add(count, ordering: .relaxed).newValue <= limits.heldBytes else {
            release(count)
            return false
        }
        return true
    }

    func release(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }

    /// - Returns: whether there is room for a push on its way to the store; then ``endPush()`` follows, once.
    func beginPush() -> Bool {
        guard pushes.add(1, ordering: .relaxed).newValue <= limits.unfinishedPushes else {
            endPush()
            return false
        }
        return true
    }

    func endPush() { pushes.subtract(1, ordering: .relaxed) }

    /// For tests: what is held now.
    var held: (bytes: Int, pushes: Int) { (bytes.load(ordering: .relaxed), pushes.load(ordering: .relaxed)) }
}
