public import Foundation

/// The view comes from a place beside its own and leaves to the same.
public struct OffsetTransition: Transition, Equatable, Sendable {
    /// Points towards the trailing side and down.
    public var offset: CGSize

    public init(_ offset: CGSize) { self.offset = offset }

    public var structure: TransitionStructure { .offset(offset) }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(TransitionEffects(offset: phase.isIdentity ? .zero : context.drawn(offset)))]
    }
}

extension Transition where Self == OffsetTransition {
    /// The view comes from a place beside its own and leaves to the same.
    public static func offset(_ offset: CGSize) -> OffsetTransition { OffsetTransition(offset) }

    /// The view comes from a place beside its own and leaves to the same: `x` points towards the trailing side and `y` down.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetTransition { OffsetTransition(CGSize(width: x, height: y)) }
}
