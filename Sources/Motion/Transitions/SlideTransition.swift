import Foundation

/// The view comes from the leading side and leaves to the trailing one, by its own width.
public struct SlideTransition: Transition, Equatable, Sendable {
    public init() {}

    public var structure: TransitionStructure { .slide }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        let way = context.offset(towards: .trailing)
        return [TransitionLayer(TransitionEffects(offset: CGSize(width: way.width * phase.value, height: 0)))]
    }
}

extension Transition where Self == SlideTransition {
    /// The view comes from the leading side and leaves to the trailing one.
    public static var slide: SlideTransition { SlideTransition() }
}
