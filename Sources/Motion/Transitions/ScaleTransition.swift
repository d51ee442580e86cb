import Foundation

/// The view grows to its size and shrinks again, or the other way round.
public struct ScaleTransition: Transition, Equatable, Sendable {
    /// The factor of the view's size when it isn't there.
    public var scale: Double
    /// The point of the view that stays in its place.
    public var anchor: UnitPoint

    public init(_ scale: Double, anchor: UnitPoint = .center) {
        self.scale = scale
        self.anchor = anchor
    }

    /// The factor where none is given: as good as nothing, but not 0, which no point could be mapped back from.
    static let nothing = 1e-5

    public var structure: TransitionStructure { .scale(scale, anchor: anchor) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let factor = phase.isIdentity ? 1 : scale
        return [TransitionLayer(TransitionEffects(scale: CGSize(width: factor, height: factor), anchor: context.drawn(anchor)))]
    }
}

extension Transition where Self == ScaleTransition {
    /// The view grows from nothing and shrinks to nothing.
    public static var scale: ScaleTransition { ScaleTransition(ScaleTransition.nothing) }

    /// The view comes and leaves at `scale` times its size, about `anchor`.
    public static func scale(_ scale: Double, anchor: UnitPoint = .center) -> ScaleTransition { ScaleTransition(scale, anchor: anchor) }
}
