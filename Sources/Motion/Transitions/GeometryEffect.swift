public import Foundation

/// A change of where a view's points are drawn, which can be animated.
public protocol GeometryEffect: Animatable {
    /// Where the points of a view of `size` go.
    func effectValue(size: CGSize) -> ProjectionTransform

    /// Whether points in the view's coordinates are also elsewhere for who asks, or only as drawn.
    static var _affectsLayout: Bool { get }
}

extension GeometryEffect {
    public static var _affectsLayout: Bool { true }

    /// The same effect, but only as drawn: for who asks where the view's points are, they are where they would be without.
    public func ignoredByLayout() -> IgnoredByLayoutEffect<Self> { IgnoredByLayoutEffect(base: self) }
}

/// An effect that changes where a view's points are drawn, but not where they are for who asks.
public struct IgnoredByLayoutEffect<Base: GeometryEffect>: GeometryEffect {
    /// The effect.
    public var base: Base

    public static var _affectsLayout: Bool { false }

    public var animatableData: Base.AnimatableData {
        get { base.animatableData }
        set { base.animatableData = newValue }
    }

    public func effectValue(size: CGSize) -> ProjectionTransform { base.effectValue(size: size) }
}

extension TransitionEffects: GeometryEffect {
    /// Where the points of a view of `size` are drawn: scaled about the anchor, then moved.
    public func effectValue(size: CGSize) -> ProjectionTransform {
        ProjectionTransform(
            scale: scale,
            offset: CGSize(
                width: offset.width + anchor.x * size.width * (1 - scale.width), height: offset.height + anchor.y * size.height * (1 - scale.height)))
    }
}
