import Foundation

/// A damped spring: how a value moves to its target, and comes to rest there.
///
/// A spring is described by how long it seems to last and how much it bounces, by response and damping ratio, by mass, stiffness and damping, or by the time
/// that it takes to settle; the other figures can be read from it.
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

    /// The shortest duration in seconds, and the smallest mass. No frame is as short as a billionth of a second, so such a spring is at its target at once; and its
    /// stiffness, which goes by the inverse square, is still a number of 20 digits rather than infinite.
    static let smallest = 1e-9

    /// The highest decay and natural frequency, per second: some hundred million times that of the shortest duration, for springs that are over-damped so much.
    /// Its square and its product with any time are finite.
    static let highestFrequency = 1e18

    /// The highest damping ratio. With so much damping even the shortest spring takes seconds; and its square is finite.
    static let highestDampingRatio = 1e9

    /// The natural frequency of a spring of `duration` seconds, in radians per second.
    static func naturalFrequency(duration: TimeInterval) -> Double {
        turn / clamped(duration, to: smallest...(.infinity))
    }

    /// The nearest number of `range`, or `NaN` for `NaN`.
    static func clamped(_ number: Double, to range: ClosedRange<Double>) -> Double {
        number < range.lowerBound ? range.lowerBound : number > range.upperBound ? range.upperBound : number
    }
}
