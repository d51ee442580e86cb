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
