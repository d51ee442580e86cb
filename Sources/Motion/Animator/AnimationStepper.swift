public import Foundation

/// The course of an animation that has no formula: it is asked frame by frame, as a screen would, and once more for the moment that is shown.
struct AnimationStepper<V: VectorArithmetic> {
    private let animation: Animation
    private let start: TimeInterval
    private let takeover: TimeInterval
    private let below: [AnimationLayer<V>]
    private let target: V
    private let environment: EnvironmentValues
    /// The animation's state after each frame.
    private var states: [AnimationState<V>]
    /// Seconds from the takeover until it has finished, and until it is complete for a user who looks at it.
    private(set) var duration: TimeInterval
    private(set) var logicalDuration: TimeInterval

    /// Follows `animation` from `takeover` on, where it has kept `state`, until it has finished, at most for `limit` and ``AnimatorLimits/sampled`` seconds.
    init(
        _ animation: Animation, start: TimeInterval, takeover: TimeInterval, state: AnimationState<V>, over below: [AnimationLayer<V>], target: V,
        limit: TimeInterval, environment: EnvironmentValues
    ) {
        self.animation = animation
        self.start = start
        self.takeover = takeover
        self.below = below
        self.target = target
        self.environment = environment
        states = [state]
        duration = .infinity
        logicalDuration = .infinity
        var context = AnimationContext(state: state, environment: environment)
        let frames = Int((min(limit, AnimatorLimits.sampled) * AnimatorLimits.framesPerSecond).rounded(.up))
        for frame in 0...frames {
            let time = Double(frame) / AnimatorLimits.framesPerSecond
            let covered = cover(at: takeover + time, context: &context)
            if context.isLogicallyComplete, logicalDuration == .infinity { logicalDuration = time }
            duration = time
            guard covered != nil else { break }
            states.append(context.state)
        }
        logicalDuration = min(logicalDuration, duration)
    }

    /// The part that it and everything below it cover at `time`.
    func covered(at time: TimeInterval) -> V {
        var context = context(before: time)
        return cover(at: time, context: &context) ?? target
    }

    /// Its velocity where it tells one; otherwise how fast it moves in the next tenth of a frame.
    func velocity(at time: TimeInterval) -> V {
        var context = context(before: time)
        let covered = cover(at: time, context: &context) ?? target
        if below.isEmpty, let velocity = animation.velocity(value: target, time: time - start, context: context) { return velocity }
        let moment = 0.1 / AnimatorLimits.framesPerSecond
        return (self.covered(at: time + moment) - covered).scaled(by: 1 / moment)
    }

    /// Its state at `time`.
    func state(at time: TimeInterval) -> AnimationState<V> {
        var context = context(before: time)
        _ = cover(at: time, context: &context)
        return context.state
    }

    private func context(before time: TimeInterval) -> AnimationContext<V> {
        let frame = ((time - takeover) * AnimatorLimits.framesPerSecond).rounded(.down)
        let index = Int(min(max(0, frame + 1), Double(states.count - 1)))
        return AnimationContext(state: states[index], environment: environment)
    }

    private func cover(at time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        let covered = below.covered(at: time)
        let part = animation.animate(value: target - covered, time: time - start, context: &context)
        return part.flatMap { $0.magnitudeSquared.isFinite ? covered + $0 : nil }
    }
}

extension Animation {
    /// Seconds after which a change of 1 is complete for a user who looks at it; infinity if it never is.
    ///
    /// An animation without a formula is asked frame by frame, at most for ``AnimatorLimits/sampled`` seconds.
    public var logicalDuration: TimeInterval {
        if let form = ClosedForm(self, magnitude: 1) { return form.logicalDuration }
        return AnimationStepper<Double>(
            self, start: 0, takeover: 0, state: AnimationState(), over: [], target: 1, limit: AnimatorLimits.sampled, environment: EnvironmentValues()
        ).logicalDuration
    }
}
