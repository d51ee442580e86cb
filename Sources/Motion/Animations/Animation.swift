public import Foundation

/// How a value changes over time from one state to another.
///
/// Two animations are equal when they are of the same kind with the same parameters; ``default`` equals only itself.
public struct Animation: Equatable, Hashable, Sendable {
    /// The algorithm.
    public let base: any CustomAnimation

    /// An animation of an algorithm of your own.
    public init<A: CustomAnimation>(_ base: A) { self.base = base }

    public static func == (lhs: Animation, rhs: Animation) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: base)))
        base.hash(into: &hasher)
    }

    /// The part of `value` that has been covered after `time` seconds, or `nil` once the animation has finished.
    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        base.animate(value: value, time: time, context: &context)
    }

    /// How fast the value moves, per second, or `nil` where that isn't known.
    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? {
        base.velocity(value: value, time: time, context: context)
    }

    /// Whether this animation takes the place of `previous` and goes on from its state.
    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        base.shouldMerge(previous: previous, value: value, time: time, context: &context)
    }
}

extension Animation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { String(describing: base) }
    public var debugDescription: String { "Animation(\(String(reflecting: base)))" }
    public var customMirror: Mirror { Mirror(self, children: ["base": base], displayStyle: .struct) }
}

// Springs. The springs of `spring`, `smooth`, `snappy`, `bouncy` and `interactiveSpring` are persistent. One that starts while another runs on the same value
// takes its place and goes on with its velocity. Interpolating springs run beside one another, and their effects add up.
extension Animation {
    /// The animation where nothing else is said: a spring that lasts 0.5 s without a bounce. It equals only itself, so that it differs from a choice.
    public static let `default` = Animation(DefaultAnimation())

    /// A persistent spring of 0.5 s without a bounce.
    public static var spring: Animation { spring() }

    /// A persistent spring.
    /// - Parameters:
    ///   - duration: The perceptual duration in seconds: the pace, and about the time until it has settled.
    ///   - bounce: From -1 (flat) over 0 (no bounce) to 1 (bounces for ever).
    ///   - blendDuration: Seconds over which the pace changes from that of the spring which this one replaces.
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0.0, blendDuration: Double = 0) -> Animation {
        spring(response: duration, dampingFraction: Spring.dampingRatio(bounce: bounce), blendDuration: blendDuration)
    }

    /// A persistent spring.
    public static func spring(_ spring: Spring, blendDuration: TimeInterval = 0.0) -> Animation {
        Animation(SpringAnimation(response: spring.response, dampingFraction: spring.dampingRatio, blendDuration: blendDuration))
    }

    /// A persistent spring.
    /// - Parameters:
    ///   - response: The stiffness as a duration in seconds; 0 is as stiff as it gets.
    ///   - dampingFraction: 0 swings for ever, 1 doesn't swing.
    ///   - blendDuration: Seconds over which the response changes from that of the spring which this one replaces.
    @_disfavoredOverload
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0) -> Animation {
        Animation(SpringAnimation(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration))
    }

    /// A short persistent spring for what a user holds.
    public static var interactiveSpring: Animation { interactiveSpring() }

    /// A short persistent spring for what a user holds, by response.
    @_disfavoredOverload
    public static func interactiveSpring(response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25) -> Animation {
        spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
    }

    /// A short persistent spring for what a user holds, by duration; its bounce is 0.15 and what is added to it.
    public static func interactiveSpring(duration: TimeInterval = 0.15, extraBounce: Double = 0.0, blendDuration: TimeInterval = 0.25) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce, blendDuration: blendDuration)
    }

    /// A persistent spring without a bounce.
    public static var smooth: Animation { smooth() }
    /// A persistent spring whose bounce is what is added to none.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Animation {
        spring(duration: duration, bounce: extraBounce)
    }

    /// A persistent spring with a small bounce, 0.15.
    public static var snappy: Animation { snappy() }
    /// A persistent spring with a small bounce, 0.15 and what is added to it.
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// A persistent spring with a bounce of 0.3.
    public static var bouncy: Animation { bouncy() }
    /// A persistent spring with a bounce of 0.3 and what is added to it.
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Animation {
        spring(duration: duration, bounce: 0.3 + extraBounce)
    }

    /// An interpolating spring of 0.5 s without a bounce.
    public static var interpolatingSpring: Animation { interpolatingSpring() }

    /// An interpolating spring. One that is over-damped is taken as critical, of the same ``Spring/duration``.
    /// - Parameter initialVelocity: In deltas per second: 1 would cover the whole change in a second.
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0.0) -> Animation {
        interpolatingSpring(mass: spring.mass, stiffness: spring.realStiffness, damping: spring.damping, initialVelocity: initialVelocity)
    }

    /// An interpolating spring by perceptual duration and bounce.
    public static func interpolatingSpring(duration: TimeInterval = 0.5, bounce: Double = 0.0, initialVelocity: Double = 0.0) -> Animation {
        interpolatingSpring(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
    }

    /// An interpolating spring by its physics. One that is damped beyond the critical is taken as critical.
    public static func interpolatingSpring(mass: Double = 1.0, stiffness: Double, damping: Double, initialVelocity: Double = 0.0) -> Animation {
        Animation(InterpolatingSpringAnimation(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity))
    }
}

// Animations whose course is a curve over a fixed time.
extension Animation {
    /// Seconds that a timing curve lasts unless it is told.
    public static let defaultDuration: TimeInterval = 0.35

    /// The same speed from start to end, over 0.35 s.
    public static var linear: Animation { linear(duration: defaultDuration) }
    /// The same speed from start to end.
    public static func linear(duration: TimeInterval) -> Animation { timingCurve(.linear, duration: duration) }

    /// Starts slowly, over 0.35 s.
    public static var easeIn: Animation { easeIn(duration: defaultDuration) }
    /// Starts slowly.
    public static func easeIn(duration: TimeInterval) -> Animation { timingCurve(.easeIn, duration: duration) }

    /// Ends slowly, over 0.35 s.
    public static var easeOut: Animation { easeOut(duration: defaultDuration) }
    /// Ends slowly.
    public static func easeOut(duration: TimeInterval) -> Animation { timingCurve(.easeOut, duration: duration) }

    /// Starts and ends slowly, over 0.35 s.
    public static var easeInOut: Animation { easeInOut(duration: defaultDuration) }
    /// Starts and ends slowly.
    public static func easeInOut(duration: TimeInterval) -> Animation { timingCurve(.easeInOut, duration: duration) }

    /// Follows `curve` for `duration` seconds.
    public static func timingCurve(_ curve: UnitCurve, duration: TimeInterval) -> Animation {
        Animation(TimingCurveAnimation(curve: curve, duration: duration))
    }

    /// Follows the cubic Bézier curve from (0, 0) to (1, 1) with these control points.
    public static func timingCurve(_ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: TimeInterval = defaultDuration) -> Animation {
        timingCurve(.bezier(startControlPoint: UnitPoint(x: p1x, y: p1y), endControlPoint: UnitPoint(x: p2x, y: p2y)), duration: duration)
    }
}

// Animations made of others.
extension Animation {
    /// Starts `delay` seconds later; a negative delay starts in the middle.
    public func delay(_ delay: TimeInterval) -> Animation { Animation(DelayAnimation(base: self, delay: delay)) }

    /// Runs `speed` times as fast: 2 takes half the time. 0 or less never moves.
    public func speed(_ speed: Double) -> Animation { Animation(SpeedAnimation(base: self, speed: speed)) }

    /// Runs `repeatCount` times; at least once.
    /// - Parameter autoreverses: Each second time runs backwards, and counts.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        Animation(RepeatAnimation(base: self, repeatCount: repeatCount, autoreverses: autoreverses))
    }

    /// Runs again and again, as long as what it animates is there.
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        Animation(RepeatAnimation(base: self, repeatCount: nil, autoreverses: autoreverses))
    }

    /// Counts as complete after `duration` seconds, whatever it still does.
    public func logicallyComplete(after duration: TimeInterval) -> Animation {
        Animation(LogicalCompletionAnimation(base: self, duration: duration))
    }
}
