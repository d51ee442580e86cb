import Foundation

/// The values that fade below one another where motion is reduced: each new one fades in over all that was there.
struct ReducedMotionCrossfade<Value: Animatable> {
    private struct Fade {
        /// The value below the next one that fades in.
        let value: Value
        let start: TimeInterval
        let form: ClosedForm
        let end: TimeInterval

        func opacity(at time: TimeInterval) -> Double { time < end ? min(max(form.progress(at: time - start), 0), 1) : 1 }
    }

    private var fades: [Fade] = []

    var isEmpty: Bool { fades.isEmpty }
    /// When only the last value is seen.
    private(set) var end = -TimeInterval.infinity

    /// Lets the next value fade in over `old`, as `animation` would cover a delta of `magnitude`. An animation without a formula, or without an end, counts
    /// as ``Animation/default``.
    /// - Returns: When it is complete for a user who looks at it.
    mutating func add(_ old: Value, animation: Animation, magnitude: Double, at time: TimeInterval, limit: TimeInterval) -> TimeInterval {
        let own = ClosedForm(animation, magnitude: magnitude)
        guard let form = own?.duration.isFinite == true ? own : ClosedForm(.default, magnitude: magnitude) else { return time }
        let end = time + min(form.duration, limit)
        if fades.count == AnimatorLimits.fades { fades.removeFirst() }
        fades.append(Fade(value: old, start: time, form: form, end: end))
        self.end = max(self.end, end)
        return min(time + form.logicalDuration, end)
    }

    mutating func removeFinished(by time: TimeInterval) {
        // A value below one that is wholly there isn't seen.
        if let last = fades.lastIndex(where: { $0.end <= time }) { fades.removeFirst(last + 1) }
        end = fades.map(\.end).max() ?? -.infinity
    }

    func frame(of value: Value, at time: TimeInterval) -> AnimatorFrame<Value> {
        let seen = fades.lastIndex { $0.end <= time }.map { fades[($0 + 1)...] } ?? fades[...]
        var opacity = 1.0
        var layers: [AnimatorFrame<Value>.Layer] = []
        for fade in seen {
            layers.append(AnimatorFrame<Value>.Layer(value: fade.value, opacity: opacity))
            opacity = fade.opacity(at: time)
        }
        return AnimatorFrame(value: value, opacity: opacity, underneath: layers, isAnimating: true)
    }
}
