public import Foundation

/// Animations that run on one value beside each other, because none replaced another. Each leads from the current result of those before it to a target of
/// its own.
public struct CombinedAnimation: CustomAnimation {
    /// An animation among others.
    public struct Entry: Hashable, Sendable {
        public let animation: Animation
        /// Seconds after the first one's start at which this one starts.
        public let start: TimeInterval
    }

    /// By start, the first at 0.
    public let entries: [Entry]

    init(entries: [Entry]) { self.entries = entries }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        var progress = context.state[Progress<V>.self]
        guard progress.entries.count == entries.count else { return nil }
        var covered = V.zero
        var isOver = false
        for (index, entry) in entries.enumerated() {
            let target = index == entries.count - 1 ? value : progress.entries[index].target
            guard let state = progress.entries[index].state else {
                covered = target
                continue
            }
            var inner = context.withState(state)
            inner.isLogicallyComplete = false
            let part = entry.animation.animate(value: target - covered, time: time - entry.start, context: &inner)
            progress.entries[index].state = part == nil ? nil : inner.state
            covered = part.map { covered + $0 } ?? target
            if index == entries.count - 1 {
                isOver = part == nil
                if inner.isLogicallyComplete { context.isLogicallyComplete = true }
            }
        }
        context.state[Progress<V>.self] = progress
        return isOver ? nil : covered
    }

    /// The state of a combination, by entry: its cumulative target, and what its animation keeps; `nil` once that has finished.
    struct Progress<V: VectorArithmetic>: AnimationStateKey {
        var entries: [(target: V, state: AnimationState<V>?)] = []
        static var defaultValue: Self { Self() }
    }
}
