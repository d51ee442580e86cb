import Foundation

/// Who waits for the animations of one value.
struct AnimationListeners {
    /// An animation that a listener has counted. It is taken away once: by who tells, or with who would have told.
    final class Counted {
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

    /// An animation was created under `transaction`, complete for a user who looks at it at `logicalEnd`.
    mutating func add(_ transaction: Transaction, logicalEnd: TimeInterval) {
        logical += transaction.animationListeners(.logicallyComplete).map { (logicalEnd, Counted($0)) }
        removed += transaction.animationListeners(.removed).map(Counted.init)
    }

    /// Those that are complete by `time`, in the order in which they became so.
    mutating func takeLogicallyComplete(by time: TimeInterval) -> [Counted] {
        guard !logical.isEmpty else { return [] }
        let complete = logical.filter { $0.end <= time }.sorted { $0.end < $1.end }
        logical.removeAll { $0.end <= time }
        return complete.map(\.animation)
    }

    /// All of them.
    mutating func takeAll() -> [Counted] {
        let all = takeLogicallyComplete(by: .infinity) + removed
        removed = []
        return all
    }
}
