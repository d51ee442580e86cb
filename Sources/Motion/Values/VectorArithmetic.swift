public import Foundation

/// A value that can be animated: it adds, it scales, and it has a length.
///
/// Conforming types: `Float`, `Double`, `CGFloat`, ``AnimatablePair`` and ``EmptyAnimatableData``.
public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies each component by `rhs`.
    mutating func scale(by rhs: Double)

    /// The dot product of the value with itself: the square of its length.
    var magnitudeSquared: Double { get }
}

extension VectorArithmetic {
    /// This value with each component multiplied by `rhs`.
    @inlinable
    public func scaled(by rhs: Double) -> Self {
        var result = self
        result.scale(by: rhs)
        return result
    }

    /// Moves this value towards `other` by `amount`: 0 leaves it, 1 makes it `other`, other amounts go beyond.
    @inlinable
    public mutating func interpolate(towards other: Self, amount: Double) {
        self += (other - self).scaled(by: amount)
    }

    /// This value moved towards `other` by `amount`: 0 gives this value, 1 gives `other`, other amounts go beyond.
    @inlinable
    public func interpolated(towards other: Self, amount: Double) -> Self {
        var result = self
        result.interpolate(towards: other, amount: amount)
        return result
    }
}

extension Float: VectorArithmetic {
    @inlinable public mutating func scale(by rhs: Double) { self *= Float(rhs) }
    @inlinable public var magnitudeSquared: Double { Double(self * self) }
}

extension Double: VectorArithmetic {
    @inlinable public mutating func scale(by rhs: Double) { self *= rhs }
    @inlinable public var magnitudeSquared: Double { self * self }
}

extension CGFloat: VectorArithmetic {
    @inlinable public mutating func scale(by rhs: Double) { self *= CGFloat(rhs) }
    @inlinable public var magnitudeSquared: Double { Double(self * self) }
}

extension Double {
    /// The nearest number from 0 to 1; 0 for `NaN`.
    var clampedToUnit: Double { self > 0 ? min(self, 1) : 0 }
}

/// A vector that can be taken apart into numbers and put together again: those of this library, and pairs of them.
protocol VectorComponents: VectorArithmetic {
    /// The numbers, in the order in which they were written.
    var components: [Double] { get }
    /// Takes as many numbers as it has from the front of `numbers`; `nil` where there are too few.
    init?(components numbers: inout ArraySlice<Double>)
}

extension VectorComponents where Self: BinaryFloatingPoint {
    var components: [Double] { [Double(self)] }

    init?(components numbers: inout ArraySlice<Double>) {
        guard let number = numbers.popFirst() else { return nil }
        self = Self(number)
    }
}

extension Float: VectorComponents {}
extension Double: VectorComponents {}
extension CGFloat: VectorComponents {}

extension EmptyAnimatableData: VectorComponents {
    var components: [Double] { [] }
    init?(components numbers: inout ArraySlice<Double>) { self.init() }
}

extension AnimatablePair: VectorComponents where First: VectorComponents, Second: VectorComponents {
    var components: [Double] { first.components + second.components }

    init?(components numbers: inout ArraySlice<Double>) {
        guard let first = First(components: &numbers), let second = Second(components: &numbers) else { return nil }
        self.init(first, second)
    }
}
