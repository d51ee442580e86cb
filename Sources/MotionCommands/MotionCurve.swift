import Motion

/// A point of a curve, or of a picture.
struct PlotPoint: Equatable {
    var x: Double
    var y: Double
}

/// What an animation does to a value that changes from 0 to 1 at the time 0.
struct MotionCurve {
    /// What was written.
    let label: String
    let animation: Animation
    /// Seconds after which nothing moves any more; infinity if that never is.
    let end: Double
    /// Seconds after which it is complete for a user who looks at it.
    let logicalEnd: Double
    private let animator: Animator<Double>

    init(_ spec: AnimationSpec) {
        label = spec.text
        animation = spec.animation
        let animator = Animator(0.0)
        animator.set(1, at: 0, transaction: Transaction(animation: spec.animation))
        self.animator = animator
        end = animator.end ?? 0
        logicalEnd = min(spec.animation.logicalDuration, end)
    }

    /// The value at a time, in units of the change.
    func value(at time: Double) -> Double {
        let value = animator.frame(at: time).value
        return value.isNaN ? 1 : min(max(value, -PlotLimits.value), PlotLimits.value)
    }

    /// So many values, evenly from the beginning to `duration`.
    func points(_ count: Int, until duration: Double) -> [PlotPoint] {
        (0..<count).map { index in
            let time = duration * Double(index) / Double(max(1, count - 1))
            return PlotPoint(x: time, y: value(at: time))
        }
    }

    /// Seconds that are worth seeing.
    var seen: Double { end.isFinite ? max(min(end, PlotLimits.duration.upperBound), 0) : PlotLimits.endless }
}
