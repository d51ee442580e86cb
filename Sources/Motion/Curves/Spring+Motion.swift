public import Foundation

/// Motion from zero to a target, for vectors. Times before the start run the motion backwards; an infinite time is its end.
extension Spring {
    /// The value `time` seconds after it began to move from zero to `target`.
    /// - Parameter initialVelocity: The velocity at the start, per second.
    @inlinable
    public func value<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: TimeInterval) -> V {
        valueFactors(at: time).applied(target: target, initialVelocity: initialVelocity)
    }

    /// The velocity, per second, `time` seconds after the value began to move from zero to `target`.
    ///
    /// It is the derivative of ``value(target:initialVelocity:time:)``, but for over-damped springs (allowed by `allowOverDamping`, or of negative bounce): the
    /// original's is too large by `target`, and so is ours.
    /// - Parameter initialVelocity: The velocity at the start, per second.
    @inlinable
    public func velocity<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: TimeInterval) -> V {
        velocityFactors(at: time).applied(target: target, initialVelocity: initialVelocity)
    }

    /// Moves a value and its velocity on by `deltaTime` seconds.
    @inlinable
    public func update<V: VectorArithmetic>(value: inout V, velocity: inout V, target: V, deltaTime: TimeInterval) {
        let delta = target - value
        value += self.value(target: delta, initialVelocity: velocity, time: deltaTime)
        velocity = self.velocity(target: delta, initialVelocity: velocity, time: deltaTime)
    }

    /// The force upon an object at `position` that moves with `velocity` per second.
    @inlinable
    public func force<V: VectorArithmetic>(target: V, position: V, velocity: V) -> V {
        (target - position).scaled(by: stiffness) - velocity.scaled(by: damping)
    }
}

/// Motion from one value to another, for anything that can be animated.
extension Spring {
    /// The value `time` seconds after it began to move from `fromValue` to `toValue`.
    /// - Parameter initialVelocity: The velocity at the start, per second.
    @inlinable
    public func value<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: TimeInterval) -> V {
        var result = fromValue
        let target = toValue.animatableData - fromValue.animatableData
        result.animatableData += value(target: target, initialVelocity: initialVelocity.animatableData, time: time)
        return result
    }

    /// The velocity, per second, `time` seconds after the value began to move from `fromValue` to `toValue`.
    /// - Parameter initialVelocity: The velocity at the start, per second.
    @inlinable
    public func velocity<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: TimeInterval) -> V {
        var result = fromValue
        let target = toValue.animatableData - fromValue.animatableData
        result.animatableData = velocity(target: target, initialVelocity: initialVelocity.animatableData, time: time)
        return result
    }

    /// The force upon an object at `position` that moves with `velocity` per second, on its way from `fromValue` to `toValue`.
    @inlinable
    public func force<V: Animatable>(fromValue: V, toValue: V, position: V, velocity: V) -> V {
        var result = fromValue
        let start = fromValue.animatableData
        result.animatableData = force(target: toValue.animatableData - start, position: position.animatableData - start, velocity: velocity.animatableData)
        return result
    }
}
