import Foundation

/// One animation of an ``AnimationRun``.
final class AnimationLayer<V: VectorArithmetic> {
    indirect enum Course {
        case formula(ClosedForm)
        case spring(SpringTrajectory<V>)
        case steps(AnimationStepper<V>)
    }

    let animation: Animation
    /// When its time is 0, and from when on its course holds: later where it took over another one's state.
    let start: TimeInterval
    private let takeover: TimeInterval
    private let state: AnimationState<V>
    /// The part that it and everything below it cover in the end.
    let target: V
    private let course: Course
    /// When it has arrived, and when it is complete for a user who looks at it.
    let end: TimeInterval
    let logicalEnd: TimeInterval

    /// - Parameters:
    ///   - continuing: The state that it took over, and when.
    ///   - below: The layers from whose result it leads on.
    init(
        _ animation: Animation, start: TimeInterval, continuing: (state: AnimationState<V>, time: TimeInterval)? = nil, over below: [AnimationLayer<V>],
        target: V, limit: TimeInterval, environment: EnvironmentValues
    ) {
        self.animation = animation
        self.start = start
        self.target = target
        takeover = continuing?.time ?? start
        state = continuing?.state ?? AnimationState()
        if let spring = animation.persistentSpring, below.isEmpty, !state[SpringMotion<V>.self].isBlending(spring) {
            let motion = state[SpringMotion<V>.self]
            let course = SpringTrajectory(spring, from: motion, target: target)
            self.course = .spring(course)
            end = takeover + course.duration
            logicalEnd = min(start + motion.start + spring.logicalDuration, end)
        } else if continuing == nil, let form = ClosedForm(animation, magnitude: (target - below.covered(at: start)).magnitudeSquared.squareRoot()) {
            course = .formula(form)
            end = start + form.duration
            logicalEnd = start + form.logicalDuration
        } else {
            let steps = AnimationStepper(
                animation, start: start, takeover: takeover, state: state, over: below, target: target, limit: limit, environment: environment)
            course = .steps(steps)
            end = takeover + steps.duration
            logicalEnd = takeover + steps.logicalDuration
        }
    }

    /// The layer as a spring that moves a value alone until `end`; `nil` where it isn't one.
    func alone(until end: TimeInterval) -> LoneSpring<V>? {
        guard case .spring(let spring) = course else { return nil }
        return LoneSpring(spring, from: takeover, to: target, until: end)
    }

    /// From when on it moves anything.
    var moving: TimeInterval {
        guard case .formula(let form) = course, case .delayed(_, let delay) = form.shape else { return takeover }
        return start + max(0, delay.delay)
    }

    /// Adds what it covers to what those below it have.
    func cover(_ covered: inout V, at time: TimeInterval) {
        guard time < end else {
            covered = target
            return
        }
        switch course {
        case .formula(let form): covered += (target - covered).scaled(by: form.progress(at: time - start))
        case .spring(let spring): covered = spring.covered(at: time - takeover)
        case .steps(let steps): covered = steps.covered(at: time)
        }
    }

    /// Makes the velocity of those below it, which have covered `covered`, that of all.
    func move(_ velocity: inout V, covered: V, at time: TimeInterval) {
        guard time < end else {
            velocity = .zero
            return
        }
        switch course {
        case .formula(let form):
            velocity.scale(by: 1 - form.progress(at: time - start))
            velocity += (target - covered).scaled(by: form.rate(at: time - start))
        case .spring(let spring): velocity = spring.velocity(at: time - takeover)
        case .steps(let steps): velocity = steps.velocity(at: time)
        }
    }

    /// The state that the animation would have by `time`, had it been asked frame by frame.
    func state(at time: TimeInterval, over below: [AnimationLayer<V>], environment: EnvironmentValues) -> AnimationState<V> {
        switch course {
        case .spring(let spring):
            var state = state
            state[SpringMotion<V>.self].go(along: spring, to: time - start, sinceTakeover: time - takeover)
            return state
        case .steps(let steps): return steps.state(at: time)
        case .formula:
            return AnimationStepper(
                animation, start: start, takeover: takeover, state: state, over: below, target: target, limit: time - takeover, environment: environment
            ).state(at: time)
        }
    }
}

extension SpringMotion {
    /// Sets where the spring is from the formula of its course.
    mutating func go(along course: SpringTrajectory<V>, to time: TimeInterval, sinceTakeover: TimeInterval) {
        offset = course.covered(at: sinceTakeover)
        velocity = course.velocity(at: sinceTakeover)
        acceleration = course.acceleration(at: sinceTakeover)
        self.time = time
    }
}

/// The listeners that wait for the animations of one value.
struct AnimationListeners {
    /// An animation that a listener has counted. It is taken away once: by who tells, or with who would have told.
    final class Counted {
        private var listener: AnimationListener?

        init(_ listener: AnimationListener) {
            listener.animationWasAdded()
            self.listener = listener
        }

        deinit { tell() }

        func tell() {
            let listener = listener
            self.listener = nil
            listener?.animationWasRemoved()
        }
    }

    private var logical: [(end: TimeInterval, animation: Counted)] = []
    private var removed: [Counted] = []

    /// An animation was created under `transaction`, complete for a user who looks at it at `logicalEnd`.
    mutating func add(_ transaction: Transaction, logicalEnd: TimeInterval) {
        logical += transaction.animationListeners(.logicallyComplete).map { (logicalEnd, Counted($0)) }
        removed += transaction.animationListeners(.removed).map(Counted.init)
    }

    /// The animations that are complete by `time`, in the order in which they became so.
    mutating func takeLogicallyComplete(by time: TimeInterval) -> [Counted] {
        guard !logical.isEmpty else { return [] }
        let complete = logical.filter { $0.end <= time }.sorted { $0.end < $1.end }
        logical.removeAll { $0.end <= time }
        return complete.map(\.animation)
    }

    /// All of them.
    mutating func takeAll() -> [Counted] {
        let all = takeLogicallyComplete(by: .infinity) + removed
        removed = []
        return all
    }
}
