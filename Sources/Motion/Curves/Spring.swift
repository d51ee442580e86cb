public import Foundation

/// A damped spring: how a value moves to its target, and comes to rest there.
///
/// A spring is described by its perceptual duration and bounce, by response and damping ratio, by mass, stiffness and damping, or by the time that it takes to
/// settle. The other figures can be read from it.
///
/// Bad parameters never trap. A `NaN`, or a bounce of -1 or less, makes a spring whose every value is `NaN` and which has settled at once. Durations and masses
/// of zero or less are a billionth, negative stiffness and damping are zero, and frequencies are finite.
public struct Spring: Equatable, Hashable, Sendable {
    /// How fast the motion dies away, per second: its envelope is e^(-decay * time). The spring's damping divided by twice its mass.
    package let decay: Double

    /// How fast the value swings, in radians per second. Zero when critically damped; when over-damped, minus half of the difference of the two rates of decay.
    package let frequency: Double

    /// The mass of the object at the end of the spring. Its motion is the same for any mass; forces aren't.
    public let mass: Double

    /// A spring as it is stored.
    package init(decay: Double, frequency: Double, mass: Double = 1) {
        self.decay = decay
        self.frequency = frequency
        self.mass = mass
    }
}

extension Spring {
    /// A full turn: a period of one second is so many radians per second.
    static let turn = 2 * Double.pi

    /// The shortest duration in seconds, and the smallest mass. No frame is as short as a billionth of a second, so such a spring is at its target at once.
    /// Its stiffness, which goes by the inverse square, is still a number of 20 digits rather than infinite.
    static let smallest = 1e-9

    /// The highest decay and natural frequency, per second: some hundred million times that of the shortest duration, for springs that are over-damped so much.
    /// Its square and its product with any time are finite.
    private static let highestFrequency = 1e18

    /// The highest damping ratio. With so much damping even the shortest spring takes seconds; and its square is finite.
    private static let highestDampingRatio = 1e9

    /// The natural frequency of a spring of `duration` seconds, in radians per second.
    static func naturalFrequency(duration: TimeInterval) -> Double {
        turn / clamped(duration, to: smallest...(.infinity))
    }

    /// The nearest number of `range`, or `NaN` for `NaN`.
    static func clamped(_ number: Double, to range: ClosedRange<Double>) -> Double {
        number < range.lowerBound ? range.lowerBound : number > range.upperBound ? range.upperBound : number
    }
}

extension Spring {
    /// A spring that seems to last `duration` seconds.
    /// - Parameters:
    ///   - duration: The pace: about the time until the value is at its target, and the period of a spring that bounces much. Seconds.
    ///   - bounce: 0 for no bounce, up to 1 for one that never comes to rest; below 0 it is slower than it need be, down to -1 (which it can't reach).
    public init(duration: TimeInterval = 0.5, bounce: Double = 0.0) {
        self.init(naturalFrequency: Self.naturalFrequency(duration: duration), dampingRatio: Self.dampingRatio(bounce: bounce))
    }

    /// A spring of a stiffness and a damping ratio.
    /// - Parameters:
    ///   - response: The stiffness, as about the time until the value is at its target: the period without damping. Seconds.
    ///   - dampingRatio: The part of the damping that is just enough for no bounce: 1 doesn't bounce, 0 never comes to rest, more than 1 is slower.
    public init(response: Double, dampingRatio: Double) {
        self.init(naturalFrequency: Self.naturalFrequency(duration: response), dampingRatio: dampingRatio)
    }

    /// A spring of a mass, a stiffness and a damping.
    /// - Parameters:
    ///   - mass: The mass of the object at the end of the spring.
    ///   - stiffness: The force per length.
    ///   - damping: The force of friction per velocity.
    ///   - allowOverDamping: Whether more damping than is needed for no bounce makes the spring slower. Otherwise it counts as just enough.
    public init(mass: Double = 1.0, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {
        let mass = Self.clamped(mass, to: Self.smallest...(.greatestFiniteMagnitude))
        let naturalFrequency = min((max(stiffness, 0) / mass).squareRoot(), Self.highestFrequency)
        let decay = min(max(damping, 0) / (2 * mass), Self.highestFrequency)
        guard decay > naturalFrequency else {
            self.init(decay: decay, frequency: (naturalFrequency * naturalFrequency - decay * decay).squareRoot(), mass: mass)
            return
        }
        if allowOverDamping {
            self.init(decay: decay, frequency: -(decay * decay - naturalFrequency * naturalFrequency).squareRoot(), mass: mass)
        } else {
            self.init(decay: naturalFrequency, frequency: 0, mass: mass)
        }
    }

    /// A spring of mass 1 by its natural frequency, in radians per second, and its damping ratio.
    init(naturalFrequency: Double, dampingRatio: Double) {
        let naturalFrequency = Self.clamped(naturalFrequency, to: 0...Self.highestFrequency)
        let dampingRatio = Self.clamped(dampingRatio, to: 0...Self.highestDampingRatio)
        let excess = 1 - dampingRatio * dampingRatio
        self.init(
            decay: dampingRatio * naturalFrequency,
            frequency: excess < 0 ? -naturalFrequency * (-excess).squareRoot() : naturalFrequency * excess.squareRoot())
    }

    /// The damping ratio of a bounce; `NaN` for -1 and less, which no damping reaches.
    static func dampingRatio(bounce: Double) -> Double {
        guard bounce > -1 else { return .nan }
        return bounce < 0 ? 1 / (1 + bounce) : 1 - bounce
    }
}

extension Spring {
    /// The spring's stiffness: force per length.
    ///
    /// Q1: the real one is `mass * (decay² - frequency²)` when over-damped. The original adds there, too, and so do we. ``force(target:position:velocity:)``
    /// uses it.
    public var stiffness: Double { mass * (frequency * frequency + decay * decay) }

    /// The stiffness without Q1: that of the motion, also when over-damped.
    var realStiffness: Double { mass * (frequency * abs(frequency) + decay * decay) }

    /// The force of friction per velocity.
    public var damping: Double { 2 * decay * mass }

    /// The stiffness as about the time in seconds until the value is at its target: the period without damping.
    public var response: Double { Self.turn / (decay * decay + frequency * abs(frequency)).squareRoot() }

    /// The part of the damping that is just enough for no bounce.
    public var dampingRatio: Double { decay * response / Self.turn }

    /// How long the spring seems to last, in seconds: the same as ``response``.
    public var duration: TimeInterval { response }

    /// How much the spring bounces: 0 not at all, 1 for ever, below 0 over-damped.
    public var bounce: Double { frequency < 0 ? 1 / dampingRatio - 1 : 1 - dampingRatio }
}

/// The presets last half a second, as ``Spring/init(duration:bounce:)`` does, and differ by their bounce: 0, 0.15 and 0.3.
extension Spring {
    /// The bounce of ``snappy``.
    private static let snappyBounce = 0.15

    /// The bounce of ``bouncy``.
    private static let bouncyBounce = 0.3

    /// A spring without bounce.
    public static var smooth: Spring { smooth() }

    /// A spring without bounce, tuned.
    /// - Parameters:
    ///   - duration: How long it seems to last, in seconds.
    ///   - extraBounce: An addition to the preset's bounce of 0.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: extraBounce)
    }

    /// A spring with a small bounce.
    public static var snappy: Spring { snappy() }

    /// A spring with a small bounce, tuned.
    /// - Parameters:
    ///   - duration: How long it seems to last, in seconds.
    ///   - extraBounce: An addition to the preset's bounce of 0.15.
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: snappyBounce + extraBounce)
    }

    /// A spring with more bounce.
    public static var bouncy: Spring { bouncy() }

    /// A spring with more bounce, tuned.
    /// - Parameters:
    ///   - duration: How long it seems to last, in seconds.
    ///   - extraBounce: An addition to the preset's bounce of 0.3.
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: bouncyBounce + extraBounce)
    }
}
