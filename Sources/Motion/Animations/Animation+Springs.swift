public import Foundation

// Springs. Those of `spring`, `smooth`, `snappy`, `bouncy` and `interactiveSpring` are persistent: one that starts while another runs on the same value takes its place and goes on
// with its velocity. Interpolating springs run beside one another, and their effects add up.
extension Animation {
    /// What is used where nothing else is said: a spring that lasts 0.5 s without a bounce. It equals only itself, so that it can be told from a choice.
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
