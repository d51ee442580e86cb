import Foundation

/// Who waits for the animations of one value.
struct AnimationListeners {
    private var logical: [(end: TimeInterval, listener: AnimationListener)] = []
    private var removed: [AnimationListener] = []

    /// An animation was created under `transaction`, complete for a person who looks at it at `logicalEnd`.
    mutating func add(_ transaction: Transaction, logicalEnd: TimeInterval) {
        for listener in transaction.animationListeners(.logicallyComplete) {
            listener.animationWasAdded()
            logical.append((logicalEnd, listener))
        }
        for listener in transaction.animationListeners(.removed) {
            listener.animationWasAdded()
            removed.append(listener)
        }
    }

    mutating func tellLogicallyComplete(by time: TimeInterval) {
        guard !logical.isEmpty else { return }
        let complete = logical.filter { $0.end <= time }.sorted { $0.end < $1.end }
        logical.removeAll { $0.end <= time }
        for entry in complete { entry.listener.animationWasRemoved() }
    }

    mutating func tellAll() {
        tellLogicallyComplete(by: .infinity)
        let all = removed
        removed = []
        for listener in all { listener.animationWasRemoved() }
    }
}
