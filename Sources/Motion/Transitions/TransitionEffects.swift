public import Foundation

/// How a view is drawn other than it is: what an animator moves from one phase of a ``Transition`` to another.
///
/// The view is first blurred, then scaled about the anchor, then moved, and all of it is drawn with the opacity.
public struct TransitionEffects: Equatable, Sendable {
    /// 0 is invisible, 1 as the view is.
    public var opacity: Double
    /// Points to the right and down.
    public var offset: CGSize
    /// The factors of width and height; 1 is as the view is, a negative one mirrors it.
    public var scale: CGSize
    /// The point of the view that stays in its place where it is scaled.
    public var anchor: UnitPoint
    /// The radius of the blur in points; 0 is sharp.
    public var blurRadius: CGFloat

    public init(
        opacity: Double = 1, offset: CGSize = .zero, scale: CGSize = CGSize(width: 1, height: 1), anchor: UnitPoint = .center, blurRadius: CGFloat = 0
    ) {
        self.opacity = opacity
        self.offset = offset
        self.scale = scale
        self.anchor = anchor
        self.blurRadius = blurRadius
    }

    /// The view as it is.
    public static let identity = TransitionEffects()

    /// What can be drawn of these effects: an animation that goes beyond its end may ask for an opacity over 1 or a blur below 0, and what isn't finite changes nothing.
    public var clamped: TransitionEffects {
        TransitionEffects(
            opacity: min(1, max(0, opacity.finite(or: 1))),
            offset: CGSize(width: offset.width.finite(or: 0), height: offset.height.finite(or: 0)),
            scale: CGSize(width: scale.width.finite(or: 1), height: scale.height.finite(or: 1)),
            anchor: UnitPoint(x: anchor.x.finite(or: 0.5), y: anchor.y.finite(or: 0.5)),
            blurRadius: max(0, blurRadius.finite(or: 0)))
    }
}

extension TransitionEffects: Animatable {
    /// Opacity and blur, the offset, the scale and the point about which it is.
    public typealias AnimatableData = AnimatablePair<
        AnimatablePair<Double, CGFloat>, AnimatablePair<CGSize.AnimatableData, AnimatablePair<CGSize.AnimatableData, UnitPoint.AnimatableData>>
    >

    public var animatableData: AnimatableData {
        get {
            AnimatablePair(
                AnimatablePair(opacity, blurRadius),
                AnimatablePair(offset.animatableData, AnimatablePair(scale.animatableData, anchor.animatableData)))
        }
        set {
            opacity = newValue.first.first
            blurRadius = newValue.first.second
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
