import Foundation

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
