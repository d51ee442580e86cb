import Synchronization

/// Counts the animations that were created under a ``Transaction``, and calls a closure once when none is left.
///
/// The code that runs animations tells each of ``Transaction/animationListeners(_:)``. It calls ``animationWasAdded()`` when it creates an animation. It
/// calls ``animationWasRemoved()`` when that is complete by the listener's criteria, was cut off, or won't ever run. ``withTransaction(_:_:)`` counts itself
/// as one while its body runs, so that the closure is called at once after a body that created none, and never in between. Code that notes a change in the
/// body and creates its animations later counts as one in the meantime.
///
/// The closure is called exactly once: when the count returns to zero, or when the last transaction that would have told of an animation is gone.
/// It is called on the thread that takes the last one away, and may do anything, also with this listener.
public final class AnimationListener: @unchecked Sendable {
    private struct State {
        var count = 0
        var isComplete = false
    }

    private let state = Mutex(State())
    /// Safe without the lock: only who sets `isComplete` touches it, which happens once.
    private var completion: (() -> Void)?

    /// A listener that calls `completion` once.
    public init(_ completion: @escaping () -> Void) { self.completion = completion }

    deinit {
        complete { _ in true }
    }

    /// An animation was created.
    public func animationWasAdded() {
        state.withLock { $0.count += 1 }
    }

    /// An animation that was counted by ``animationWasAdded()`` is complete. One that wasn't counted is ignored.
    public func animationWasRemoved() {
        complete { state in
            guard state.count > 0 else { return false }
            state.count -= 1
            return state.count == 0
        }
    }

    /// Calls the closure if `condition` holds and it wasn't called before. The lock isn't held meanwhile.
    private func complete(if condition: (inout State) -> Bool) {
        let isFirst = state.withLock { state in
            guard condition(&state), !state.isComplete else { return false }
            state.isComplete = true
            return true
        }
        guard isFirst, let completion else { return }
        self.completion = nil
        completion()
    }
}

extension Transaction {
    /// Adds a closure that is called once, when all animations under this transaction are complete: at once after the change where there are none.
    public mutating func addAnimationCompletion(criteria: AnimationCompletionCriteria = .logicallyComplete, _ completion: @escaping () -> Void) {
        addAnimationListener(AnimationListener(completion), criteria: criteria)
    }

    /// Adds a listener to the animations that are created under this transaction, until they are complete by `criteria`.
    public mutating func addAnimationListener(_ listener: AnimationListener, criteria: AnimationCompletionCriteria) {
        add(ListenerEntry(listener: listener, criteria: criteria))
    }

    /// The listeners to the animations under this transaction until they are complete by `criteria`, in the order in which they were added.
    public func animationListeners(_ criteria: AnimationCompletionCriteria) -> [AnimationListener] {
        listeners.isEmpty ? [] : listeners.filter { $0.criteria == criteria }.map(\.listener)
    }
}

/// When an animation counts as complete for who waits for it.
public struct AnimationCompletionCriteria: Equatable, Hashable, Sendable {
    private let includesTail: Bool

    /// When a user sees it as complete, though a spring's long tail may still move.
    ///
    /// A later change of the same value doesn't put this off: what counts is the animation that was created with the completion.
    public static let logicallyComplete = AnimationCompletionCriteria(includesTail: false)

    /// When it is over and gone. A later change that animates the same value on puts this off until that is over, too.
    public static let removed = AnimationCompletionCriteria(includesTail: true)
}
