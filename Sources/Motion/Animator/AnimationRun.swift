import Foundation

/// The animations that run on one value.
///
/// `interval` is the sum of all changes since the first animation began. The layers cover it, each from the result of those before it to the interval at its
/// own start.
struct AnimationRun<V: VectorArithmetic> {
    private(set) var interval: V
    /// When the first animation began, and when nothing moves any more.
    private let begin: TimeInterval
    private(set) var end: TimeInterval
    private var layers: [AnimationLayer<V>]

    init(_ animation: Animation, delta: V, at time: TimeInterval, limit: TimeInterval, environment: EnvironmentValues) {
        interval = delta
        begin = time
        layers = [AnimationLayer(animation, start: time, over: [], target: delta, limit: limit, environment: environment)]
        end = min(layers[0].end, time + limit)
    }

    /// When the animation that was added last is complete for a user who looks at it.
    var logicalEnd: TimeInterval { layers.last?.logicalEnd ?? begin }

    /// This run after another change, of `delta`: its animation takes the place of those that run, or runs beside them.
    func interrupted(by animation: Animation, delta: V, at time: TimeInterval, limit: TimeInterval, environment: EnvironmentValues) -> AnimationRun {
        var next = self
        // Layers below one that has arrived aren't seen any more.
        if let last = layers.lastIndex(where: { $0.end <= time }) { next.layers.removeFirst(last) }
        guard next.layers.count < AnimatorLimits.beside else {
            return AnimationRun(animation, delta: interval + delta - covered(at: time), at: time, limit: limit, environment: environment)
        }
        next.interrupt(with: animation, delta: delta, at: time, limit: limit, environment: environment)
        return next
    }

    private mutating func interrupt(with animation: Animation, delta: V, at time: TimeInterval, limit: TimeInterval, environment: EnvironmentValues) {
        let running = animationAndState(at: time, environment: environment)
        var context = AnimationContext(state: running.state, environment: environment)
        let isMerged = animation.shouldMerge(previous: running.animation, value: interval, time: time - begin, context: &context)
        if isMerged { layMotion(in: &context, under: animation, previous: running.animation, at: time) }
        interval += delta
        if isMerged {
            layers = [
                AnimationLayer(
                    animation, start: begin, continuing: (context.state, time), over: [], target: interval, limit: limit, environment: environment)
            ]
        } else {
            layers.append(AnimationLayer(animation, start: time, over: layers, target: interval, limit: limit, environment: environment))
        }
        end = min(layers.last?.end ?? time, time + limit)
    }

    /// The spring that moves the value, if one does so alone.
    var loneSpring: LoneSpring<V>? { layers.count == 1 ? layers[0].alone(until: end) : nil }

    func covered(at time: TimeInterval) -> V { layers.covered(at: time) }

    func velocity(at time: TimeInterval) -> V { layers.velocity(at: time) }

    /// From when on something may move, seen from `time`: not before it. (Surfaces ask for it in each frame. A key path of a generic type would be made anew
    /// each time, which took an eighth of a frame.)
    func begin(after time: TimeInterval) -> TimeInterval { layers.lazy.map { $0.moving }.min().map { max(time, $0) } ?? time }

    /// A spring that takes over goes on exactly from what is shown, which is a formula's, not from where steps would have led.
    private func layMotion(in context: inout AnimationContext<V>, under animation: Animation, previous: Animation, at time: TimeInterval) {
        context.state[SpringMotion<V>.self].offset = covered(at: time)
        guard animation.persistentSpring != nil else { return }
        // Like the original's, a spring starts at rest after an animation that doesn't tell its velocity.
        let isKnown = layers.count > 1 || previous.velocity(value: interval, time: time - begin, context: context) != nil
        // A curve may be vertical for a moment.
        let velocity = velocity(at: time)
        context.state[SpringMotion<V>.self].velocity = isKnown && velocity.magnitudeSquared.isFinite ? velocity : .zero
    }

    /// The running animations as one animation with its state.
    private func animationAndState(at time: TimeInterval, environment: EnvironmentValues) -> (animation: Animation, state: AnimationState<V>) {
        func state(_ index: Int) -> AnimationState<V> { layers[index].state(at: time, over: Array(layers[..<index]), environment: environment) }
        guard layers.count > 1 else { return (layers[0].animation, state(0)) }
        let entries = layers.map { CombinedAnimation.Entry(animation: $0.animation, start: $0.start - begin) }
        var combined = AnimationState<V>()
        combined[CombinedAnimation.Progress<V>.self].entries = layers.indices.map { index in
            (layers[index].target, layers[index].end <= time ? nil : state(index))
        }
        return (Animation(CombinedAnimation(entries: entries)), combined)
    }
}

/// A spring that moves a value alone, as most do, with all that a frame needs.
struct LoneSpring<V: VectorArithmetic> {
    private let course: SpringTrajectory<V>
    private let start: TimeInterval
    private let target: V
    /// When nothing moves any more.
    let end: TimeInterval

    /// A spring that has always been over.
    init() { self.init(SpringTrajectory(DefaultAnimation.spring, from: SpringMotion(), target: .zero), from: 0, to: .zero, until: -.infinity) }

    init(_ course: SpringTrajectory<V>, from start: TimeInterval, to target: V, until end: TimeInterval) {
        self.course = course
        self.start = start
        self.target = target
        self.end = end
    }

    /// How far the value is beyond its target at `time`, before ``end``.
    func distance(at time: TimeInterval) -> V { course.covered(at: time - start) - target }
}

extension Array {
    /// The part that the layers have covered together.
    func covered<V>(at time: TimeInterval) -> V where Element == AnimationLayer<V> {
        var covered = V.zero
        for layer in self { layer.cover(&covered, at: time) }
        return covered
    }

    func velocity<V>(at time: TimeInterval) -> V where Element == AnimationLayer<V> {
        var covered = V.zero
        var velocity = V.zero
        for layer in self {
            layer.move(&velocity, covered: covered, at: time)
            layer.cover(&covered, at: time)
        }
        return velocity
    }
}
