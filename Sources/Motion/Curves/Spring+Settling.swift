public import Foundation

extension Spring {
    /// How near to its target, as a part of the way, a spring is settled unless another distance is given.
    static let settledDistance = 0.001

    /// About the time in seconds after which a spring that moves by 1, from rest, stays within 0.001 of its target.
    public var settlingDuration: TimeInterval { settlingDuration(target: 1, initialVelocity: 0, epsilon: Self.settledDistance) }

    /// About the time in seconds after which the value stays within `epsilon` of `target`: infinite for a spring without damping, and 0 for one that isn't there after
    /// 100 seconds.
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

    /// The natural frequency, in radians per second, at which the envelope of the spring's motion has come down to `epsilon` after `duration` seconds, by Newton's method.
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
