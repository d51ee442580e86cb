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
    /// Where the points of a view of `size` are drawn: scaled and turned about the anchor, then moved.
    public func effectValue(size: CGSize) -> ProjectionTransform {
        let (x, y) = (anchor.x * size.width, anchor.y * size.height)
        var mapping = ProjectionTransform()
        let (cosine, sine) = (cos(rotation.radians), sin(rotation.radians))
        (mapping.m11, mapping.m12) = (scale.width * cosine, scale.width * sine)
        (mapping.m21, mapping.m22) = (-scale.height * sine, scale.height * cosine)
        mapping.m31 = offset.width + x - x * mapping.m11 - y * mapping.m21
        mapping.m32 = offset.height + y - x * mapping.m12 - y * mapping.m22
        return mapping
    }
}

/// A mapping of points by a matrix of three rows: (x, y, 1) times the matrix is (x', y', w), which is the point (x'/w, y'/w).
@frozen
public struct ProjectionTransform: Equatable, Sendable {
    // The rows; the last one is where the origin goes.
    public var m11: CGFloat = 1, m12: CGFloat = 0, m13: CGFloat = 0
    public var m21: CGFloat = 0, m22: CGFloat = 1, m23: CGFloat = 0
    public var m31: CGFloat = 0, m32: CGFloat = 0, m33: CGFloat = 1

    /// The mapping that leaves each point where it is.
    public init() {}

    /// Whether each point stays where it is.
    public var isIdentity: Bool { self == ProjectionTransform() }

    /// Whether parallels stay parallels.
    public var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }

    /// Makes this mapping its inverse. Without one, it stays what it is.
    /// - Returns: Whether there is an inverse.
    public mutating func invert() -> Bool {
        let determinant = m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
        let factor = 1 / determinant
        guard factor.isFinite, factor != 0 else { return false }
        var inverse = ProjectionTransform()
        inverse.m11 = (m22 * m33 - m23 * m32) * factor
        inverse.m12 = (m13 * m32 - m12 * m33) * factor
        inverse.m13 = (m12 * m23 - m13 * m22) * factor
        inverse.m21 = (m23 * m31 - m21 * m33) * factor
        inverse.m22 = (m11 * m33 - m13 * m31) * factor
        inverse.m23 = (m13 * m21 - m11 * m23) * factor
        inverse.m31 = (m21 * m32 - m22 * m31) * factor
        inverse.m32 = (m12 * m31 - m11 * m32) * factor
        inverse.m33 = (m11 * m22 - m12 * m21) * factor
        self = inverse
        return true
    }

    /// The inverse of this mapping, or the mapping itself where there is none.
    public func inverted() -> ProjectionTransform {
        var result = self
        _ = result.invert()
        return result
    }

    /// This mapping and then `rhs`.
    public func concatenating(_ rhs: ProjectionTransform) -> ProjectionTransform {
        var result = ProjectionTransform()
        (result.m11, result.m12, result.m13) = rhs.row(m11, m12, m13)
        (result.m21, result.m22, result.m23) = rhs.row(m21, m22, m23)
        (result.m31, result.m32, result.m33) = rhs.row(m31, m32, m33)
        return result
    }

    private func row(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> (CGFloat, CGFloat, CGFloat) {
        (x * m11 + y * m21 + z * m31, x * m12 + y * m22 + z * m32, x * m13 + y * m23 + z * m33)
    }
}

extension CGPoint {
    /// Where `transform` maps this point.
    public func applying(_ transform: ProjectionTransform) -> CGPoint {
        let weight = x * transform.m13 + y * transform.m23 + transform.m33
        return CGPoint(
            x: (x * transform.m11 + y * transform.m21 + transform.m31) / weight, y: (x * transform.m12 + y * transform.m22 + transform.m32) / weight)
    }
}
