import Foundation

/// Asks an animation that has no formula frame by frame, as a screen would.
struct AnimationStepper<V: VectorArithmetic> {
    let animation: Animation
    let start: TimeInterval
    let state: AnimationState<V>
    let below: [AnimationLayer<V>]
    let target: V
    let environment: EnvironmentValues

    /// What it covers, from `takeover` until it has finished, at most for `limit` and ``AnimatorLimits/sampled`` seconds.
    func samples(from takeover: TimeInterval, limit: TimeInterval) -> AnimationSamples<V> {
        var context = AnimationContext(state: state, environment: environment)
        var values: [V] = []
        var logical: Int?
        let most = Int((min(limit, AnimatorLimits.sampled) * AnimatorLimits.samplesPerSecond).rounded(.up))
        for frame in 0...most {
            let time = takeover + Double(frame) / AnimatorLimits.samplesPerSecond
            let covered = below.covered(at: time)
            guard let part = animation.animate(value: target - covered, time: time - start, context: &context), part.magnitudeSquared.isFinite else { break }
            values.append(covered + part)
            if context.isLogicallyComplete, logical == nil { logical = frame }
        }
        return AnimationSamples(values: values, target: target, logicalFrame: logical ?? values.count)
    }

    /// What it keeps at `time`.
    func state(from takeover: TimeInterval, to time: TimeInterval) -> AnimationState<V> {
        var context = AnimationContext(state: state, environment: environment)
        func step(to time: TimeInterval) {
            _ = animation.animate(value: target - below.covered(at: time), time: time - start, context: &context)
        }
        let frames = ((time - takeover) * AnimatorLimits.samplesPerSecond).rounded(.down)
        // Of a longer past only the end is gone through.
        let first = max(0, frames - AnimatorLimits.sampled * AnimatorLimits.samplesPerSecond)
        var frame = first
        while frame <= frames, frame - first <= AnimatorLimits.sampled * AnimatorLimits.samplesPerSecond {
            step(to: takeover + frame / AnimatorLimits.samplesPerSecond)
            frame += 1
        }
        step(to: time)
        return context.state
    }
}

/// What an animation has covered, frame by frame.
struct AnimationSamples<V: VectorArithmetic> {
    let values: [V]
    /// What it covers once it has finished: one frame after the last.
    let target: V
    /// The frame at which it was complete for a person who looks at it.
    let logicalFrame: Int

    var duration: TimeInterval { Double(values.count) / AnimatorLimits.samplesPerSecond }
    var logicalDuration: TimeInterval { Double(logicalFrame) / AnimatorLimits.samplesPerSecond }

    func covered(at time: TimeInterval) -> V {
        let (frame, rest) = position(at: time)
        return self[frame].interpolated(towards: self[frame + 1], amount: rest)
    }

    func velocity(at time: TimeInterval) -> V {
        let (frame, _) = position(at: time)
        return (self[frame + 1] - self[frame]).scaled(by: AnimatorLimits.samplesPerSecond)
    }

    private subscript(frame: Int) -> V { values.indices.contains(frame) ? values[frame] : target }

    private func position(at time: TimeInterval) -> (frame: Int, rest: Double) {
        let position = min(max(0, time * AnimatorLimits.samplesPerSecond), Double(values.count))
        let frame = position.rounded(.down)
        return (Int(frame), position - frame)
    }
}
