public import Foundation

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
    /// The transition of the symbol images in the view, where it is one for them.
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

/// A transition of symbol images; everything else in the view is left as it is.
public struct SymbolTransition: Equatable, Sendable {
    /// The effect, which plays when the view comes and when it leaves.
    public let effect: SymbolEffectConfiguration
    /// How it plays.
    public let options: SymbolEffectOptions
    /// Whether the symbols are there.
    public let isVisible: Bool

    /// How the symbols are drawn, as a whole.
    public var effects: TransitionEffects {
        if isVisible { return .identity }
        let isLarge = effect.style == (effect.kind == .disappear ? .up : .down)
        let size = isLarge ? SymbolEffectConfiguration.large : SymbolEffectConfiguration.small
        return TransitionEffects(opacity: 0, scale: CGSize(width: size, height: size))
    }
}

/// The part of an animation's way in which an effect happens, from 0, the start, to 1, the end.
public struct TransitionTimeline: Equatable, Hashable, Sendable {
    /// Where the effect begins, in 0...1.
    public let begin: Double
    /// How much of the way it takes, more than 0.
    public let duration: Double

    /// All of the way.
    public static let whole = TransitionTimeline(begin: 0, duration: 1)

    /// A part of the way. A part that begins outside of 0...1, takes no time at all or isn't a number is all of the way.
    public init(begin: Double, duration: Double) {
        let isPart = (0...1).contains(begin) && duration > 0 && duration.isFinite
        self.begin = isPart ? begin : 0
        self.duration = isPart ? duration : 1
    }

    /// How far the effect is where the animation is at `progress`. A spring that goes beyond its end takes the effect along.
    public func progress(_ progress: Double) -> Double { max(0, (progress - begin) / duration) }
}

/// How a view is drawn other than it is: what an animator moves from one phase of a ``Transition`` to another.
///
/// The view is first blurred, then scaled and turned about the anchor, then moved, and all of it is drawn with the opacity.
public struct TransitionEffects: Equatable, Sendable {
    /// 0 is invisible, 1 as the view is.
    public var opacity: Double
    /// Points to the right and down.
    public var offset: CGSize
    /// The factors of width and height; 1 is as the view is, a negative one mirrors it.
    public var scale: CGSize
    /// Clockwise.
    public var rotation: Angle
    /// The point of the view that stays in its place where it is scaled and turned.
    public var anchor: UnitPoint
    /// The radius of the blur in points; 0 is sharp.
    public var blurRadius: CGFloat

    public init(
        opacity: Double = 1, offset: CGSize = .zero, scale: CGSize = CGSize(width: 1, height: 1), rotation: Angle = .zero, anchor: UnitPoint = .center,
        blurRadius: CGFloat = 0
    ) {
        self.opacity = opacity
        self.offset = offset
        self.scale = scale
        self.rotation = rotation
        self.anchor = anchor
        self.blurRadius = blurRadius
    }

    /// The view as it is.
    public static let identity = TransitionEffects()

    /// The effects that can be drawn. An animation that goes beyond its end may ask for an opacity over 1 or a blur below 0. A number that isn't finite
    /// changes nothing.
    public var clamped: TransitionEffects {
        TransitionEffects(
            opacity: min(1, max(0, opacity.finite(or: 1))),
            offset: CGSize(width: offset.width.finite(or: 0), height: offset.height.finite(or: 0)),
            scale: CGSize(width: scale.width.finite(or: 1), height: scale.height.finite(or: 1)), rotation: .radians(rotation.radians.finite(or: 0)),
            anchor: UnitPoint(x: anchor.x.finite(or: 0.5), y: anchor.y.finite(or: 0.5)),
            blurRadius: max(0, blurRadius.finite(or: 0)))
    }
}

extension TransitionEffects: Animatable {
    /// Opacity, blur and rotation, the offset, the scale and the point about which it is.
    public typealias AnimatableData = AnimatablePair<
        AnimatablePair<Double, AnimatablePair<CGFloat, Angle.AnimatableData>>,
        AnimatablePair<CGSize.AnimatableData, AnimatablePair<CGSize.AnimatableData, UnitPoint.AnimatableData>>
    >

    public var animatableData: AnimatableData {
        get {
            AnimatablePair(
                AnimatablePair(opacity, AnimatablePair(blurRadius, rotation.animatableData)),
                AnimatablePair(offset.animatableData, AnimatablePair(scale.animatableData, anchor.animatableData)))
        }
        set {
            opacity = newValue.first.first
            blurRadius = newValue.first.second.first
            rotation.animatableData = newValue.first.second.second
            offset.animatableData = newValue.second.first
            scale.animatableData = newValue.second.second.first
            anchor.animatableData = newValue.second.second.second
        }
    }
}

extension BinaryFloatingPoint {
    /// This number, or `other` where it is infinite or none.
    fileprivate func finite(or other: Self) -> Self { isFinite ? self : other }
}
