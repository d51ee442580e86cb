import Foundation

/// Who waits for the animations of one value.
struct AnimationListeners {
    /// An animation that a listener has counted. Copies of an animator share it, so that it is taken away once: by the first that tells, or with the last of them.
    private final class Counted {
        private var listener: AnimationListener?

        init(_ listener: AnimationListener) {
            listener.animationWasAdded()
            self.listener = listener
        }

        deinit { tell() }

        func tell() {
            let listener = listener
            self.listener = nil
            listener?.animationWasRemoved()
        }
    }

    private var logical: [(end: TimeInterval, animation: Counted)] = []
    private var removed: [Counted] = []

    /// An animation was created under `transaction`, complete for a person who looks at it at `logicalEnd`.
    mutating func add(_ transaction: Transaction, logicalEnd: TimeInterval) {
        logical += transaction.animationListeners(.logicallyComplete).map { (logicalEnd, Counted($0)) }
        removed += transaction.animationListeners(.removed).map(Counted.init)
    }

    mutating func tellLogicallyComplete(by time: TimeInterval) {
        guard !logical.isEmpty else { return }
        let complete = logical.filter { $0.end <= time }.sorted { $0.end < $1.end }
        logical.removeAll { $0.end <= time }
        for entry in complete { entry.animation.tell() }
    }

    mutating func tellAll() {
        tellLogicallyComplete(by: .infinity)
        let all = removed
        removed = []
        for animation in all { animation.tell() }
    }
}
