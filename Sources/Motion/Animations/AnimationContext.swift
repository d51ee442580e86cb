/// What an animation keeps from one call to the next, and what it may know of its surroundings.
public struct AnimationContext<Value: VectorArithmetic> {
    /// What the animation keeps.
    public var state: AnimationState<Value>

    /// Set to `true` when the animation is over for a user who looks at it, though its tail may still move. It isn't set back.
    /// An animation that never sets it is logically complete when it has finished.
    public var isLogicallyComplete: Bool

    /// The environment of the view whose value is animated.
    public let environment: EnvironmentValues

    /// A context to call an animation with.
    public init(state: AnimationState<Value> = AnimationState(), environment: EnvironmentValues = EnvironmentValues(), isLogicallyComplete: Bool = false) {
        self.state = state
        self.environment = environment
        self.isLogicallyComplete = isLogicallyComplete
    }

    /// The same surroundings with another state, for an animation that runs another one inside.
    public func withState<T: VectorArithmetic>(_ state: AnimationState<T>) -> AnimationContext<T> {
        AnimationContext<T>(state: state, environment: environment, isLogicallyComplete: isLogicallyComplete)
    }
}

@available(*, unavailable)
extension AnimationContext: Sendable {}
