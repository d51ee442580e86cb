/// Two transitions at once.
public struct CombinedTransition<First: Transition, Second: Transition>: Transition {
    let first: First
    let second: Second

    public static var properties: TransitionProperties { First.properties.union(Second.properties) }
    public var structure: TransitionStructure { .combined(first.structure, second.structure) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        first.layers(phase: phase, in: context) + second.layers(phase: phase, in: context)
    }
}

extension CombinedTransition: Equatable where First: Equatable, Second: Equatable {}
extension CombinedTransition: Sendable where First: Sendable, Second: Sendable {}

extension Transition {
    /// This transition and `other` around it, at the same time.
    public func combined<T: Transition>(with other: T) -> CombinedTransition<Self, T> { CombinedTransition(first: self, second: other) }
}
