/// One transition for a view that comes, another one for when it leaves.
public struct AsymmetricTransition<Insertion: Transition, Removal: Transition>: Transition {
    /// What happens when the view comes.
    public var insertion: Insertion
    /// What happens when it leaves.
    public var removal: Removal

    public init(insertion: Insertion, removal: Removal) {
        self.insertion = insertion
        self.removal = removal
    }

    public static var properties: TransitionProperties { Insertion.properties.union(Removal.properties) }
    public var structure: TransitionStructure { .asymmetric(insertion: insertion.structure, removal: removal.structure) }

    /// The parts of both: the one that it isn't about is at rest. A view that leaves while it still comes is thus animated by both at once.
    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let leaves = phase == .didDisappear
        return insertion.layers(phase: leaves ? .identity : phase, in: context) + removal.layers(phase: leaves ? phase : .identity, in: context)
    }
}

extension AsymmetricTransition: Equatable where Insertion: Equatable, Removal: Equatable {}
extension AsymmetricTransition: Sendable where Insertion: Sendable, Removal: Sendable {}
