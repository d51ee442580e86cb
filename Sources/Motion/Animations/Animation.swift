public import Foundation

/// How a value changes over time from one state to another.
///
/// Two animations are equal when they are of the same kind with the same parameters; ``default`` equals only itself.
public struct Animation: Equatable, Hashable, Sendable {
    /// The algorithm.
    public let base: any CustomAnimation

    /// An animation of an algorithm of your own.
    public init<A: CustomAnimation>(_ base: A) { self.base = base }

    public static func == (lhs: Animation, rhs: Animation) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: base)))
        base.hash(into: &hasher)
    }

    /// The part of `value` that has been covered after `time` seconds, or `nil` once the animation has finished.
    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        base.animate(value: value, time: time, context: &context)
    }

    /// How fast the value moves, per second, or `nil` where that isn't known.
    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? {
        base.velocity(value: value, time: time, context: context)
    }

    /// Whether this animation takes the place of `previous` and goes on from its state.
    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        base.shouldMerge(previous: previous, value: value, time: time, context: &context)
    }
}

extension Animation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { String(describing: base) }
    public var debugDescription: String { "Animation(\(String(reflecting: base)))" }
    public var customMirror: Mirror { Mirror(self, children: ["base": base], displayStyle: .struct) }
}
