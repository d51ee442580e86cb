public import Foundation

/// A keyframe as it was written.
@usableFromInline
enum Keyframe<Data: VectorArithmetic> {
    case move(to: Data)
    case linear(to: Data, duration: TimeInterval, curve: UnitCurve)
    case cubic(to: Data, duration: TimeInterval, startVelocity: Data?, endVelocity: Data?)
    case spring(to: Data, duration: TimeInterval?, spring: Spring, startVelocity: Data?)
}

extension Keyframe {
    /// The longest that a keyframe lasts, in seconds: over 30 years, at which a microsecond can still be told. A spring without damping, which never settles,
    /// lasts as long.
    static var longestDuration: TimeInterval { 1e9 }

    /// The shortest that a keyframe lasts without being a jump, in seconds. No frame is as short, and velocities over it are still numbers.
    static var shortestDuration: TimeInterval { 1e-9 }

    /// Seconds that the keyframe lasts: none for what isn't a positive number.
    var duration: TimeInterval {
        switch self {
        case .move: 0
        case .linear(_, let duration, _), .cubic(_, let duration, _, _): Self.clamped(duration)
        case .spring(_, let duration, let spring, _): Self.clamped(duration ?? spring.settlingDuration)
        }
    }

    private static func clamped(_ duration: TimeInterval) -> TimeInterval { duration >= shortestDuration ? min(duration, longestDuration) : 0 }
}
