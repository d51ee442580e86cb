public import Foundation

/// One animated value: it is told of each change and when that was made, and says what to show at any moment since.
///
/// Times are seconds since a moment of the caller's choice, the same for all calls. The shown value is the value that was set last, less the part that its
/// animations have yet to cover. A change while animations run doesn't make the value jump. ``frame(at:)`` reads no clock and keeps nothing: it gives the
/// same answer for the same moment, in any order.
///
/// ```swift
/// let width = Animator(0.0, limit: AnimatorLimits.widget)
/// width.set(100, at: 0, transaction: Transaction(animation: .snappy))
/// width.frame(at: 0.25).value  // 89
/// ```
///
/// - In Always-On (``EnvironmentValues/isLuminanceReduced``) changes show at once, and what runs when it begins is finished.
/// - Where motion is reduced (``EnvironmentValues/accessibilityReduceMotion``) a value with motion doesn't move. The new one fades in over the old one
///   (``AnimatorFrame/underneath``).
public final class Animator<Value: Animatable> {
    /// The value that was set last, towards which its animations lead.
    public private(set) var value: Value
    // A frame reads the value and these three. They stand together, so that it needs few lines of the cache.
    private var changedAt = -TimeInterval.infinity
    /// The spring of `run`, where it moves the value alone. The way to it through `run` retains two objects, which takes longer than the spring's formula.
    private var spring = LoneSpring<Value.AnimatableData>()
    private var fades = ReducedMotionCrossfade<Value>()
    /// The environment for animations. When Always-On begins, all that runs is finished; any other change counts from the next change of the value on.
    public var environment: EnvironmentValues {
        didSet { if environment.isLuminanceReduced { finish() } }
    }

    private let limit: TimeInterval
    private let hasMotion: Bool
    private var run: AnimationRun<Value.AnimatableData>? { didSet { spring = run?.loneSpring ?? LoneSpring() } }
    private var listeners = AnimationListeners()

    /// A value at rest.
    /// - Parameters:
    ///   - limit: Seconds after a change, delays included, until it is shown whole. ``AnimatorLimits/widget`` in widgets and Live Activities. Below zero is
    ///     zero.
    ///   - hasMotion: Whether the value moves, turns or resizes something, which some people don't bear. Colours and opacities don't.
    public init(_ value: Value, environment: EnvironmentValues = EnvironmentValues(), limit: TimeInterval = .infinity, hasMotion: Bool = true) {
        self.value = value
        self.environment = environment
        self.limit = limit > 0 ? limit : 0
        self.hasMotion = hasMotion
    }

    /// Changes the value.
    ///
    /// A change that isn't animated shows at once; running animations go on and cover their rest.
    /// - Parameters:
    ///   - time: When the change was made, not before the change before; a time that isn't finite counts as that one's.
    ///   - transaction: How it is animated, and who waits for that.
    public func set(_ newValue: Value, at time: TimeInterval, transaction: Transaction = .current) {
        advance(to: moment(of: time))
        // A listener may have changed the value, too.
        let time = moment(of: time)
        let old = value
        let delta = newValue.animatableData - old.animatableData
        value = newValue
        changedAt = time
        guard !environment.isLuminanceReduced else {
            finish()
            return
        }
        guard transaction.isAnimated, let animation = transaction.animation, delta != .zero, delta.magnitudeSquared.isFinite else { return }
        if hasMotion, environment.accessibilityReduceMotion {
            // A value that still moves stops where it is, and the new one fades in over it.
            let shown = run.map { Self.shown(old, of: $0, at: time) } ?? old
            run = nil
            let logicalEnd = fades.add(shown, animation: animation, magnitude: delta.magnitudeSquared.squareRoot(), at: time, limit: limit)
            listeners.add(transaction, logicalEnd: logicalEnd)
            return
        }
        let next =
            run?.interrupted(by: animation, delta: delta, at: time, limit: limit, environment: environment)
            ?? AnimationRun(animation, delta: delta, at: time, limit: limit, environment: environment)
        listeners.add(transaction, logicalEnd: min(next.logicalEnd, time + limit))
        run = next
    }

    /// A moment at which the value may be changed: not before the last change.
    private func moment(of time: TimeInterval) -> TimeInterval { time.isFinite ? max(time, changedAt) : changedAt.isFinite ? changedAt : 0 }

    // Exported, so that a caller's compiler finds these forms. The generic form needs longer to read its types than a frame takes.
    /// The frame at `time`; a moment before the last change counts as the moment of the change.
    @_specialize(exported:true,where Value == Double)
    @_specialize(exported:true,where Value == CGFloat)
    @_specialize(exported:true,where Value == CGPoint)
    @_specialize(exported:true,where Value == CGSize)
    @_specialize(exported:true,where Value == CGRect)
    @_specialize(exported:true,where Value == Angle)
    @_specialize(exported:true,where Value == ResolvedColor)
    public func frame(at time: TimeInterval) -> AnimatorFrame<Value> {
        guard time >= changedAt, time >= fades.end, time < spring.end else { return composed(at: max(time, changedAt)) }
        var moving = value
        moving.animatableData += spring.distance(at: time)
        return AnimatorFrame(value: moving, isAnimating: true)
    }

    /// The frame at `time`, not before the last change, whatever it is made of.
    private func composed(at time: TimeInterval) -> AnimatorFrame<Value> {
        guard let run, time < run.end else {
            guard time < fades.end else { return AnimatorFrame(value: value) }
            return fades.frame(of: value, at: time)
        }
        let moving = Self.shown(value, of: run, at: time)
        return time < fades.end ? fades.frame(of: moving, at: time) : AnimatorFrame(value: moving, isAnimating: true)
    }

    /// Where `run` has brought a value that was set to `value`.
    @inline(__always)
    private static func shown(_ value: Value, of run: AnimationRun<Value.AnimatableData>, at time: TimeInterval) -> Value {
        var shown = value
        shown.animatableData += run.covered(at: time) - run.interval
        return shown
    }

    /// How fast what is shown changes at `time`, per second; zero at rest.
    public func velocity(at time: TimeInterval) -> Value.AnimatableData {
        let time = max(time, changedAt)
        guard let run, time < run.end else { return .zero }
        return run.velocity(at: time)
    }

    /// When the next frame differs from that at `time`: `time` itself while something moves, later while it is delayed, `nil` at rest.
    public func nextChange(after time: TimeInterval) -> TimeInterval? {
        if time < fades.end { return time }
        guard let run, time < run.end else { return nil }
        // A delay may be longer than the limit.
        return min(run.begin(after: time), run.end)
    }

    /// Tells who waits for animations that are complete by `time`; each is told once, and may change the value in turn. ``set(_:at:transaction:)`` does it too.
    ///
    /// Animations that are over by `time` are forgotten: moments before it then show where they led.
    public func advance(to time: TimeInterval) {
        if let run, run.end <= time { self.run = nil }
        fades.removeFinished(by: time)
        let complete = run == nil && fades.end <= time ? listeners.takeAll() : listeners.takeLogicallyComplete(by: time)
        for animation in complete { animation.tell() }
    }

    /// When all animations of the value will be over, at the latest; `nil` at rest.
    public var end: TimeInterval? {
        if let run { return max(run.end, fades.end) }
        return fades.isEmpty ? nil : fades.end
    }

    /// Shows the value that was set last from now on, and tells who waits.
    public func finish() {
        run = nil
        fades = ReducedMotionCrossfade()
        for animation in listeners.takeAll() { animation.tell() }
    }
}

/// A frame that an ``Animator`` shows at a moment.
public struct AnimatorFrame<Value: Animatable> {
    /// A value that shows below the next one.
    public struct Layer {
        public let value: Value
        /// From 0 to 1.
        public let opacity: Double
    }

    /// The value to show.
    public let value: Value
    /// How much of it is seen, from 0 to 1: 1 unless it fades in.
    public let opacity: Double
    /// The values below it while it fades in, the lowest first.
    public let underneath: [Layer]
    /// Whether a later frame may differ.
    public let isAnimating: Bool

    init(value: Value, opacity: Double = 1, underneath: [Layer] = [], isAnimating: Bool = false) {
        self.value = value
        self.opacity = opacity
        self.underneath = underneath
        self.isAnimating = isAnimating
    }
}

extension AnimatorFrame: Sendable where Value: Sendable {}
extension AnimatorFrame.Layer: Sendable where Value: Sendable {}
