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

extension Spring {
    /// A spring's motion at one moment, for a target and an initial velocity of any number of dimensions: the sum of both, scaled.
    ///
    /// The motion is linear in both, so that the exponentials and sines are computed once for a whole vector.
    @usableFromInline
    struct Factors {
        /// The factor of the target.
        @usableFromInline let target: Double
        /// The factor of the initial velocity.
        @usableFromInline let velocity: Double

        /// `target * self.target + initialVelocity * self.velocity`.
        @inlinable
        func applied<V: VectorArithmetic>(target: V, initialVelocity: V) -> V {
            target.scaled(by: self.target) + initialVelocity.scaled(by: velocity)
        }
    }

    /// The latest time that is computed, 30 million years in seconds: later ones count as this one, so that no product of a time and a frequency is infinite.
    private static let latestTime = 1e15

    /// The value `time` seconds after the start, moving from zero.
    @usableFromInline
    func valueFactors(at time: TimeInterval) -> Factors {
        let time = min(time, Self.latestTime)
        if frequency > 0 {
            let envelope = exp(-decay * time)
            let swing = swing(at: time)
            return Factors(target: 1 - envelope * (swing.cosine + decay * swing.sine), velocity: envelope * swing.sine)
        }
        if frequency < 0 {
            let (slow, fast) = (-decay - frequency, -decay + frequency)
            let (slowly, quickly) = (exp(slow * time), exp(fast * time))
            let spread = -2 * frequency
            return Factors(target: 1 + (fast * slowly - slow * quickly) / spread, velocity: (slowly - quickly) / spread)
        }
        let envelope = exp(-decay * time)
        return Factors(target: 1 - envelope * (1 + decay * time), velocity: envelope * time)
    }

    /// The derivative of the value by the time.
    @usableFromInline
    func derivativeFactors(at time: TimeInterval) -> Factors {
        let time = min(time, Self.latestTime)
        if frequency > 0 {
            let envelope = exp(-decay * time)
            let swing = swing(at: time)
            let stiffness = decay * decay + frequency * frequency
            return Factors(target: envelope * swing.sine * stiffness, velocity: envelope * (swing.cosine - decay * swing.sine))
        }
        if frequency < 0 {
            let (slow, fast) = (-decay - frequency, -decay + frequency)
            let (slowly, quickly) = (exp(slow * time), exp(fast * time))
            let spread = -2 * frequency
            return Factors(target: slow * fast * (slowly - quickly) / spread, velocity: (slow * slowly - fast * quickly) / spread)
        }
        let envelope = exp(-decay * time)
        return Factors(target: envelope * decay * decay * time, velocity: envelope * (1 - decay * time))
    }

    /// The sine, divided by the frequency, and the cosine of an under-damped spring. The compiler computes `_sin` and `_cos` in one call, with the results of
    /// `sin` and `cos`; it can't do so with these.
    private func swing(at time: TimeInterval) -> (sine: Double, cosine: Double) { (_sin(frequency * time) / frequency, _cos(frequency * time)) }

    /// The velocity as the original tells it.
    ///
    /// Q2: that of an over-damped spring is too large by the target, per second; ``Spring/update(value:velocity:target:deltaTime:)`` inherits it.
    @usableFromInline
    func velocityFactors(at time: TimeInterval) -> Factors {
        let derivative = derivativeFactors(at: time)
        return frequency < 0 ? Factors(target: derivative.target + 1, velocity: derivative.velocity) : derivative
    }
}

extension Spring {
    /// How near to its target, as a part of the way, a spring is settled unless another distance is given.
    private static let settledDistance = 0.001

    /// About the time in seconds after which a spring that moves by 1, from rest, stays within 0.001 of its target.
    public var settlingDuration: TimeInterval { settlingDuration(target: 1, initialVelocity: 0, epsilon: Self.settledDistance) }

    /// About the time in seconds after which the value stays within `epsilon` of `target`. Infinite for a spring without damping, and 0 for one that isn't
    /// there after 100 seconds.
    public func settlingDuration<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, epsilon: Double) -> TimeInterval {
        guard decay != 0 else { return .infinity }
        guard frequency > 0 else { return searchedSettlingDuration(target: target, initialVelocity: initialVelocity, epsilon: epsilon) }
        let push = (target.scaled(by: decay) - initialVelocity).magnitudeSquared.squareRoot()
        // Q3: the envelope's height is push / frequency + |target|; the original doesn't divide, which overestimates the time, and so do we.
        let amplitude = push + target.magnitudeSquared.squareRoot()
        return max(0, -log(epsilon / amplitude) / decay)
    }

    /// About the time in seconds after which the value stays within `epsilon` of `toValue`, in the measure of the animatable data.
    public func settlingDuration<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, epsilon: Double) -> TimeInterval {
        let target = toValue.animatableData - fromValue.animatableData
        return settlingDuration(target: target, initialVelocity: initialVelocity.animatableData, epsilon: epsilon)
    }

    /// The settling duration of a spring that doesn't swing, by looking: it has none that could be written down.
    ///
    /// The numbers are the original's: 1024 looks, a tenth of a second apart; and the value has to stay near for more than a second.
    private func searchedSettlingDuration<V: VectorArithmetic>(target: V, initialVelocity: V, epsilon: Double) -> TimeInterval {
        let (looks, interval, confirmation) = (1024, 0.1, 1.0)
        var settled: TimeInterval?
        var time: TimeInterval = 0
        for _ in 0..<looks {
            let distance = (value(target: target, initialVelocity: initialVelocity, time: time) - target).magnitudeSquared.squareRoot()
            guard distance.isFinite else { return 0 }
            if distance >= epsilon {
                settled = nil
            } else if let settled {
                if time - settled > confirmation { return settled }
            } else {
                settled = time
            }
            time += interval
        }
        return 0
    }
}

extension Spring {
    /// A spring of mass 1 that has come to rest after about `settlingDuration` seconds.
    /// - Parameters:
    ///   - settlingDuration: Seconds, from 0.01 to 10; others count as the nearest of these.
    ///   - dampingRatio: The part of the damping that is just enough for no bounce, up to 1; others count as the nearest of these.
    ///   - epsilon: How near, as a part of the way, is at rest.
    public init(settlingDuration: TimeInterval, dampingRatio: Double, epsilon: Double = 0.001) {
        let dampingRatio = Self.clamped(dampingRatio, to: .ulpOfOne...1)
        let duration = Self.clamped(settlingDuration, to: 0.01...10)
        // The original's search: a few steps from either of two guesses.
        let found =
            Self.naturalFrequency(settlingAfter: duration, dampingRatio: dampingRatio, epsilon: epsilon, guess: 5 / duration, steps: 12)
            ?? Self.naturalFrequency(settlingAfter: duration, dampingRatio: dampingRatio, epsilon: epsilon, guess: 1 / duration, steps: 20)
        // Nothing is found for a spring with so little damping that it counts as settled at the start; and a frequency is positive.
        let naturalFrequency = found.flatMap { $0 > 0 ? $0 : nil } ?? 1 / duration
        self.init(naturalFrequency: naturalFrequency, dampingRatio: dampingRatio)
    }

    /// The natural frequency, in radians per second, at which the envelope of the motion has come down to `epsilon` after `duration` seconds. By Newton's
    /// method.
    private static func naturalFrequency(settlingAfter duration: Double, dampingRatio: Double, epsilon: Double, guess: Double, steps: Int) -> Double? {
        let height = dampingRatio / (1 - dampingRatio * dampingRatio).squareRoot()
        let rate = duration * dampingRatio
        var frequency = guess
        for _ in 0..<steps {
            let envelope = exp(-rate * frequency)
            let (excess, slope) =
                dampingRatio < 1
                ? (height * envelope - epsilon, -height * rate * envelope)
                : ((1 + duration * frequency) * envelope - epsilon, -duration * duration * frequency * envelope)
            let next = frequency - excess / slope
            guard next.isFinite else { return nil }
            if abs(next - frequency) <= epsilon { return next }
            frequency = next
        }
        return frequency
    }
}
