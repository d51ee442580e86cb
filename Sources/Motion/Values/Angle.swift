/// A geometric angle, in radians or degrees.
@frozen
public struct Angle: Hashable, Sendable {
    /// The angle in radians.
    public var radians: Double

    /// The angle in degrees.
    @inlinable
    public var degrees: Double {
        get { radians * (180 / .pi) }
        set { radians = newValue * (.pi / 180) }
    }

    /// No angle.
    @inlinable
    public init() {
        self.init(radians: 0)
    }

    /// An angle of so many radians.
    @inlinable
    public init(radians: Double) {
        self.radians = radians
    }

    /// An angle of so many degrees.
    @inlinable
    public init(degrees: Double) {
        self.init(radians: degrees * (.pi / 180))
    }

    /// An angle of so many radians.
    @inlinable
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// An angle of so many degrees.
    @inlinable
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// No angle.
    @inlinable public static var zero: Angle { Angle() }
}

extension Angle: Comparable {
    @inlinable
    public static func < (lhs: Angle, rhs: Angle) -> Bool { lhs.radians < rhs.radians }
}

extension Angle: AdditiveArithmetic {
    @inlinable public static func + (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians + rhs.radians) }
    @inlinable public static func - (lhs: Angle, rhs: Angle) -> Angle { Angle(radians: lhs.radians - rhs.radians) }
    @inlinable public static func += (lhs: inout Angle, rhs: Angle) { lhs.radians += rhs.radians }
    @inlinable public static func -= (lhs: inout Angle, rhs: Angle) { lhs.radians -= rhs.radians }

    /// The angle in the other direction.
    @inlinable public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
    /// The angle times a number.
    @inlinable public static func * (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians * rhs) }
    /// The angle times a number.
    @inlinable public static func * (lhs: Double, rhs: Angle) -> Angle { Angle(radians: lhs * rhs.radians) }
    /// The angle divided by a number.
    @inlinable public static func / (lhs: Angle, rhs: Double) -> Angle { Angle(radians: lhs.radians / rhs) }
    /// Multiplies the angle by a number.
    @inlinable public static func *= (lhs: inout Angle, rhs: Double) { lhs.radians *= rhs }
    /// Divides the angle by a number.
    @inlinable public static func /= (lhs: inout Angle, rhs: Double) { lhs.radians /= rhs }
}

extension Angle: Animatable {
    /// The radians, times 128: a spring is near its target when it is so in points.
    @inlinable
    public var animatableData: Double {
        get { radians * animatableScale }
        set { radians = newValue / animatableScale }
    }
}
