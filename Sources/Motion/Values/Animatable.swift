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
