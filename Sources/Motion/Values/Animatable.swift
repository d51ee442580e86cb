public import Foundation

/// A type whose values can be animated: ``animatableData`` is the part of it that changes over time.
public protocol Animatable {
    /// The vector that is animated.
    associatedtype AnimatableData: VectorArithmetic

    /// The value's animatable part; setting it gives the value of a moment between two others.
    var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
    /// A vector is its own data.
    @inlinable
    public var animatableData: Self {
        get { self }
        set { self = newValue }
    }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
    /// Nothing of the value is animated.
    @inlinable
    public var animatableData: EmptyAnimatableData {
        get { EmptyAnimatableData() }
        set {}
    }
}

extension Float: Animatable { public typealias AnimatableData = Float }
extension Double: Animatable { public typealias AnimatableData = Double }
extension CGFloat: Animatable { public typealias AnimatableData = CGFloat }
extension AnimatablePair: Animatable { public typealias AnimatableData = AnimatablePair<First, Second> }

/// Two vectors as one, so that a type of several animated parts has one ``Animatable/animatableData``. Pairs of pairs hold more than two.
@frozen
public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
    /// The first vector.
    public var first: First
    /// The second vector.
    public var second: Second

    /// A pair of the two vectors.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @inlinable public static var zero: Self { Self(.zero, .zero) }
    @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs.first += rhs.first; lhs.second += rhs.second }
    @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs.first -= rhs.first; lhs.second -= rhs.second }
    @inlinable public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.first + rhs.first, lhs.second + rhs.second) }
    @inlinable public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.first - rhs.first, lhs.second - rhs.second) }
    @inlinable public mutating func scale(by rhs: Double) { first.scale(by: rhs); second.scale(by: rhs) }
    @inlinable public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }
}

extension AnimatablePair: Sendable where First: Sendable, Second: Sendable {}

/// The animatable data of types of which nothing is animated.
@frozen
public struct EmptyAnimatableData: VectorArithmetic, Sendable {
    /// The only value there is.
    @inlinable public init() {}
    @inlinable public static var zero: Self { Self() }
    @inlinable public static func += (_: inout Self, _: Self) {}
    @inlinable public static func -= (_: inout Self, _: Self) {}
    @inlinable public static func + (_: Self, _: Self) -> Self { Self() }
    @inlinable public static func - (_: Self, _: Self) -> Self { Self() }
    @inlinable public mutating func scale(by _: Double) {}
    @inlinable public var magnitudeSquared: Double { 0 }
}

/// How the data of small quantities are stretched for animations.
///
/// A spring ends when it is near its target, and near is measured in points: a few hundredths. Radians, fractions of a view and parts of a colour are so small
/// that they would jump there; as data they are 128 times as large, which is exact in binary.
@usableFromInline let animatableScale = 128.0

extension CGPoint: Animatable {
    /// Both coordinates.
    @inlinable
    public var animatableData: AnimatablePair<CGFloat, CGFloat> {
        get { AnimatablePair(x, y) }
        set { self = CGPoint(x: newValue.first, y: newValue.second) }
    }
}

extension CGSize: Animatable {
    /// Width and height.
    @inlinable
    public var animatableData: AnimatablePair<CGFloat, CGFloat> {
        get { AnimatablePair(width, height) }
        set { self = CGSize(width: newValue.first, height: newValue.second) }
    }
}

extension CGRect: Animatable {
    /// Origin and size.
    @inlinable
    public var animatableData: AnimatablePair<CGPoint.AnimatableData, CGSize.AnimatableData> {
        get { AnimatablePair(origin.animatableData, size.animatableData) }
        set {
            origin.animatableData = newValue.first
            size.animatableData = newValue.second
        }
    }
}
