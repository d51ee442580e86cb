/// The view comes over an edge of its place and leaves over the same, by its own size.
public struct MoveTransition: Transition, Equatable, Sendable {
    /// The edge.
    public var edge: Edge

    public init(edge: Edge) { self.edge = edge }

    public var structure: TransitionStructure { .move(edge: edge) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(TransitionEffects(offset: phase.isIdentity ? .zero : context.offset(towards: edge)))]
    }
}

extension Transition where Self == MoveTransition {
    /// The view comes over an edge of its place and leaves over the same.
    public static func move(edge: Edge) -> MoveTransition { MoveTransition(edge: edge) }
}
