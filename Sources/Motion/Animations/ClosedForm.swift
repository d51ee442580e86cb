import Foundation

/// The course of an animation as a formula: which part of any delta it has covered at a moment, from a start at rest.
struct ClosedForm: Sendable {
    indirect enum Shape: Sendable {
        case curve(UnitCurve)
        case spring(Spring, initialVelocity: Double)
        case delayed(ClosedForm, DelayAnimation)
        case atSpeed(ClosedForm, SpeedAnimation)
        case repeated(ClosedForm, autoreverses: Bool)
        case same(ClosedForm)
        case samples(SampledAnimation)
    }

    let shape: Shape
    /// Seconds until it has finished, infinity if it never does.
    let duration: TimeInterval
    /// Seconds until it is complete for a user who looks at it; no more than `duration`.
    let logicalDuration: TimeInterval

    private init(_ shape: Shape, duration: TimeInterval, logicalDuration: TimeInterval) {
        self.shape = shape
        self.duration = duration
        self.logicalDuration = min(logicalDuration, duration)
    }

    /// The formula of `animation` for a delta of this magnitude, on which it depends when a persistent spring stands still; `nil` where there is none.
    init?(_ animation: Animation, magnitude: Double) {
        if let spring = animation.persistentSpring {
            self.init(spring, magnitude: magnitude)
            return
        }
        switch animation.base {
        case let curve as TimingCurveAnimation:
            let duration = curve.duration > 0 ? curve.duration : 0
            self.init(.curve(curve.curve), duration: duration, logicalDuration: duration)
        case let spring as InterpolatingSpringAnimation:
            let course = InterpolatingSpringAnimation.Course(of: spring)
            self.init(.spring(course.spring, initialVelocity: spring.initialVelocity), duration: course.duration, logicalDuration: course.logicalDuration)
        case let delay as DelayAnimation:
            guard let base = ClosedForm(delay.base, magnitude: magnitude) else { return nil }
            let seconds = delay.delay.isNaN ? 0 : delay.delay
            self.init(.delayed(base, delay), duration: max(0, base.duration + seconds), logicalDuration: max(0, base.logicalDuration + seconds))
        case let speed as SpeedAnimation:
            guard let base = ClosedForm(speed.base, magnitude: magnitude) else { return nil }
            func scaled(_ duration: TimeInterval) -> TimeInterval { duration == 0 ? 0 : speed.speed > 0 ? duration / speed.speed : .infinity }
            self.init(.atSpeed(base, speed), duration: scaled(base.duration), logicalDuration: scaled(base.logicalDuration))
        case let cycle as RepeatAnimation:
            guard let base = ClosedForm(cycle.base, magnitude: magnitude) else { return nil }
            let count = cycle.repeatCount.map { Double(max($0, 1)) } ?? .infinity
            let duration = base.duration == 0 ? 0 : base.duration * count
            self.init(.repeated(base, autoreverses: cycle.autoreverses), duration: duration, logicalDuration: duration)
        case let completion as LogicalCompletionAnimation:
            guard let base = ClosedForm(completion.base, magnitude: magnitude) else { return nil }
            self.init(
                .same(base), duration: base.duration,
                logicalDuration: min(base.logicalDuration, completion.duration.isNaN ? .infinity : max(0, completion.duration)))
        case let samples as SampledAnimation: self.init(.samples(samples), duration: samples.duration, logicalDuration: samples.duration)
        default: return nil
        }
    }

    private init(_ animation: SpringAnimation, magnitude: Double) {
        let course = SpringTrajectory<Double>(animation, from: SpringMotion(), target: magnitude)
        self.init(.spring(course.spring, initialVelocity: 0), duration: course.duration, logicalDuration: animation.logicalDuration)
    }

    /// The part of the delta that is covered after `time` seconds, of which there are less than ``duration``.
    func progress(at time: TimeInterval) -> Double {
        switch shape {
        case .curve(let curve): return curve.value(at: time / duration)
        case .spring(let spring, let velocity): return spring.valueFactors(at: time).applied(target: 1.0, initialVelocity: velocity)
        case .delayed(let base, let delay): return base.progress(at: delay.elapsed(at: time))
        case .atSpeed(let base, let speed): return base.progress(at: speed.elapsed(at: time))
        case .repeated(let base, let autoreverses):
            let cycle = base.cycle(at: time)
            let progress = base.progress(at: cycle.elapsed)
            return autoreverses && cycle.isOdd ? 1 - progress : progress
        case .same(let base): return base.progress(at: time)
        case .samples(let samples): return samples.progress(at: time)
        }
    }

    /// How fast the part grows, per second.
    func rate(at time: TimeInterval) -> Double {
        switch shape {
        case .curve(let curve): return curve.velocity(at: time / duration) / duration
        case .spring(let spring, let velocity): return spring.derivativeFactors(at: time).applied(target: 1.0, initialVelocity: velocity)
        case .delayed(let base, let delay): return delay.delay > time ? 0 : base.rate(at: delay.elapsed(at: time))
        case .atSpeed(let base, let speed): return speed.speed > 0 ? base.rate(at: speed.elapsed(at: time)) * speed.speed : 0
        case .repeated(let base, let autoreverses):
            let cycle = base.cycle(at: time)
            let rate = base.rate(at: cycle.elapsed)
            return autoreverses && cycle.isOdd ? -rate : rate
        case .same(let base): return base.rate(at: time)
        case .samples(let samples): return samples.rate(at: time)
        }
    }

    /// The cycle of a repetition that runs at `time`, and how long it has run. The remainder is exact and the quotient isn't: at the very end of a cycle it
    /// might say that the next one has begun.
    private func cycle(at time: TimeInterval) -> (isOdd: Bool, elapsed: TimeInterval) {
        guard duration.isFinite else { return (false, time) }
        let elapsed = time.truncatingRemainder(dividingBy: duration)
        return (((time - elapsed) / duration).rounded().truncatingRemainder(dividingBy: 2) == 1, elapsed)
    }
}
