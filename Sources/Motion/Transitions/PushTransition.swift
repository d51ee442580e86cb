import Foundation

/// The view comes from an edge while it fades in, and leaves to the opposite one while it fades out.
public struct PushTransition: Transition, Equatable, Sendable {
    /// The edge that the view comes from.
    public var edge: Edge

    public init(edge: Edge) { self.edge = edge }

    public var structure: TransitionStructure { .push(edge: edge) }

    /// How much of its own size a view travels in a widget, where it would leave the widget otherwise; elsewhere all of it. As the original does.
    private static let widgetTravel = 0.4

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let way = context.offset(towards: edge)
        let share = -phase.value * (context.isWidget ? Self.widgetTravel : 1)
        let offset = phase.isIdentity ? .zero : CGSize(width: way.width * share, height: way.height * share)
        return [TransitionLayer(TransitionEffects(opacity: phase.isIdentity ? 1 : 0, offset: offset))]
    }
}

extension Transition where Self == PushTransition {
    /// The view comes from `edge` while it fades in, and leaves to the opposite edge while it fades out.
    public static func push(from edge: Edge) -> PushTransition { PushTransition(edge: edge) }
}
