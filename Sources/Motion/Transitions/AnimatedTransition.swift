/// A transition with an animation of its own, whatever the change in which the view comes or leaves is animated with.
public struct AnimatedTransition<Base: Transition>: Transition {
    let base: Base
    let animation: Animation?

    public static var properties: TransitionProperties { Base.properties }
    public var structure: TransitionStructure { .animation(base.structure, animation) }

    /// The parts of the transition, with the animation where they don't have one already: the innermost counts.
    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        base.layers(phase: phase, in: context).map { layer in
            guard layer.animation == .inherited else { return layer }
            var layer = layer
            layer.animation = .replaced(animation)
            return layer
        }
    }
}

extension AnimatedTransition: Equatable where Base: Equatable {}
extension AnimatedTransition: Sendable where Base: Sendable {}

extension Transition {
    /// This transition, animated with `animation`, or not at all where it is `nil`.
    public func animation(_ animation: Animation?) -> AnimatedTransition<Self> { AnimatedTransition(base: self, animation: animation) }
}
