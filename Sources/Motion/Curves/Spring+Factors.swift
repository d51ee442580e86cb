public import Foundation

extension Spring {
    /// A spring's motion at one moment, for a target and an initial velocity of any number of dimensions: the sum of both, scaled.
    ///
    /// The motion is linear in both, so that the exponentials and sines are computed once for a whole vector.
    @usableFromInline
    struct Factors {
        /// What the target is scaled by.
        @usableFromInline let target: Double
        /// What the initial velocity is scaled by.
        @usableFromInline let velocity: Double

        /// `target * self.target + initialVelocity * self.velocity`.
        @inlinable
        func applied<V: VectorArithmetic>(target: V, initialVelocity: V) -> V {
            target.scaled(by: self.target) + initialVelocity.scaled(by: velocity)
        }
    }

    /// The latest time that is computed, 30 million years in seconds: later ones count as this one, so that no product of a time and a frequency is infinite.
    static let latestTime = 1e15

    /// The value `time` seconds after the start, moving from zero.
    @usableFromInline
    func valueFactors(at time: TimeInterval) -> Factors {
        let time = min(time, Self.latestTime)
        if frequency > 0 {
            let envelope = exp(-decay * time)
            let sine = sin(frequency * time) / frequency
            return Factors(target: 1 - envelope * (cos(frequency * time) + decay * sine), velocity: envelope * sine)
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
            let sine = sin(frequency * time) / frequency
            let stiffness = decay * decay + frequency * frequency
            return Factors(target: envelope * sine * stiffness, velocity: envelope * (cos(frequency * time) - decay * sine))
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

    /// The velocity as the original tells it.
    ///
    /// Q2: that of an over-damped spring is too large by the target, per second; ``Spring/update(value:velocity:target:deltaTime:)`` inherits it.
    @usableFromInline
    func velocityFactors(at time: TimeInterval) -> Factors {
        let derivative = derivativeFactors(at: time)
        return frequency < 0 ? Factors(target: derivative.target + 1, velocity: derivative.velocity) : derivative
    }
}
