public import Foundation

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
    /// Q1: the real one is `mass * (decay² - frequency²)` when over-damped; the original adds there, too, and so do we. ``force(target:position:velocity:)`` uses it.
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
