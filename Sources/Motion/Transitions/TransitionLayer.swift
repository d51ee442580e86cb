/// One part of what a ``Transition`` does in a phase: effects that are animated together.
///
/// A transition has the same parts in every phase, so that each can be animated from what it is in one phase to what it is in another.
public struct TransitionLayer: Equatable, Sendable {
    /// How the view is drawn, without what can't be drawn.
    public var effects: TransitionEffects
    /// In which part of the animation's way.
    public var timeline: TransitionTimeline
    /// With which animation.
    public var animation: TransitionAnimation
    /// What happens to the symbol images in the view, where the transition is one for them.
    public var symbol: SymbolTransition?

    public init(
        _ effects: TransitionEffects, timeline: TransitionTimeline = .whole, animation: TransitionAnimation = .inherited, symbol: SymbolTransition? = nil
    ) {
        self.effects = effects.clamped
        self.timeline = timeline
        self.animation = animation
        self.symbol = symbol
    }

    /// The transaction to animate this part with, in a change that carries `transaction`.
    public func transaction(_ transaction: Transaction) -> Transaction {
        guard case .replaced(let animation) = animation else { return transaction }
        var result = transaction
        result.animation = animation
        return result
    }
}

/// With which animation a part of a transition is animated.
public enum TransitionAnimation: Equatable, Sendable {
    /// With that of the change in which the view comes or leaves.
    case inherited
    /// With this one; `nil` says with none.
    case replaced(Animation?)
}

/// What a transition does to symbol images; what else is in the view is left as it is.
public struct SymbolTransition: Equatable, Sendable {
    /// The effect, which plays when the view comes and when it leaves.
    public let effect: SymbolEffectConfiguration
    /// How it plays.
    public let options: SymbolEffectOptions
    /// Whether the symbols are there.
    public let isVisible: Bool
}
