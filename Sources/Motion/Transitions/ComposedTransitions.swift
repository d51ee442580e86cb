/// A transition with an animation of its own, whatever the change in which the view comes or leaves is animated with.
public struct AnimatedTransition<Base: Transition>: Transition {
    let base: Base
    let animation: Animation?

    public static var properties: TransitionProperties { Base.properties }
    public var hasMotion: Bool { base.hasMotion }
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

/// One transition for a view that comes, another one for when it leaves.
public struct AsymmetricTransition<Insertion: Transition, Removal: Transition>: Transition {
    /// The transition of a view that comes.
    public var insertion: Insertion
    /// The transition of a view that leaves.
    public var removal: Removal

    public init(insertion: Insertion, removal: Removal) {
        self.insertion = insertion
        self.removal = removal
    }

    public static var properties: TransitionProperties { Insertion.properties.union(Removal.properties) }
    public var hasMotion: Bool { insertion.hasMotion || removal.hasMotion }
    public var structure: TransitionStructure { .asymmetric(insertion: insertion.structure, removal: removal.structure) }

    /// The parts of both: the one that it isn't about is at rest. A view that leaves while it still comes is thus animated by both at once.
    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let leaves = phase == .didDisappear
        return insertion.layers(phase: leaves ? .identity : phase, in: context) + removal.layers(phase: leaves ? phase : .identity, in: context)
    }
}

extension AsymmetricTransition: Equatable where Insertion: Equatable, Removal: Equatable {}
extension AsymmetricTransition: Sendable where Insertion: Sendable, Removal: Sendable {}

/// Two transitions at once.
public struct CombinedTransition<First: Transition, Second: Transition>: Transition {
    let first: First
    let second: Second

    public static var properties: TransitionProperties { First.properties.union(Second.properties) }
    public var hasMotion: Bool { first.hasMotion || second.hasMotion }
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

/// A transition between two sets of effects that are given as they are.
struct EffectsTransition: Transition, Equatable, Sendable {
    /// When the view isn't there.
    let active: TransitionEffects
    /// When it is.
    let identity: TransitionEffects

    var structure: TransitionStructure { .effects(active: active, identity: identity) }
    var hasMotion: Bool { active.offset != identity.offset || active.scale != identity.scale || active.rotation != identity.rotation }

    func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(phase.isIdentity ? identity : active)]
    }
}
