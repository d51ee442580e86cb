public import Foundation

/// How a vector moves from one keyframe to the next.
@usableFromInline
enum KeyframeMotion<Data: VectorArithmetic>: Equatable {
    /// It is where it goes, all the time.
    case hold(Data)
    /// It goes from a start by a delta along a curve.
    case linear(from: Data, delta: Data, curve: UnitCurve)
    /// It is a polynomial of the progress, from the constant to the cube.
    case cubic(Data, Data, Data, Data)
    /// It goes from a start by a delta, moved by a spring that begins with a velocity.
    case spring(from: Data, delta: Data, spring: Spring, velocity: Data)

    /// The motion to `keyframe`.
    /// - Parameters:
    ///   - keyframe: Where it goes. One that takes no time is jumped to, and one whose spring's figures aren't numbers, too.
    ///   - start: Where it comes from.
    ///   - velocity: How it arrives there, per second.
    ///   - next: The keyframe after it, or `nil` when it is the last.
    init(_ keyframe: Keyframe<Data>, from start: Data, velocity: Data, next: Keyframe<Data>?) {
        let duration = keyframe.duration
        guard duration > 0 else {
            self = .hold(keyframe.target)
            return
        }
        let delta = keyframe.target - start
        switch keyframe {
        case .move(let target):
            self = .hold(target)
        case .linear(_, _, let curve):
            self = .linear(from: start, delta: delta, curve: curve)
        case .cubic(let target, _, let startVelocity, let endVelocity):
            // Hermite's cubic in real time: the tangents are the velocities times the duration.
            let leaving = (startVelocity ?? velocity).scaled(by: duration)
            let arriving = (endVelocity ?? Self.jointVelocity(from: start, to: target, duration: duration, next: next)).scaled(by: duration)
            self = .cubic(start, leaving, delta.scaled(by: 3) - leaving.scaled(by: 2) - arriving, leaving + arriving - delta.scaled(by: 2))
        case .spring(_, _, let spring, let startVelocity):
            self = spring.isNumeric ? .spring(from: start, delta: delta, spring: spring, velocity: startVelocity ?? velocity) : .hold(keyframe.target)
        }
    }

    /// The velocity at which a cubic motion from `start` to `target` arrives, where it wasn't given.
    ///
    /// Between cubic keyframes it is Catmull and Rom's: the way from the keyframe before to the one after, by the time between them. Other neighbours lend the
    /// velocity that they start with. A spring that was given none goes on with that of the cubic motion. For that motion the spring's target counts as a
    /// keyframe as far away in time as the one before. At the end it is zero.
    private static func jointVelocity(from start: Data, to target: Data, duration: TimeInterval, next: Keyframe<Data>?) -> Data {
        switch next {
        case nil, .move: .zero
        case .linear(let after, _, let curve): slope(of: after - target, along: curve, at: 0, duration: next?.duration ?? 0)
        case .cubic(let after, _, let startVelocity, _): startVelocity ?? (after - start).scaled(by: 1 / (duration + (next?.duration ?? 0)))
        case .spring(let after, _, _, let startVelocity): startVelocity ?? (after - start).scaled(by: 1 / (2 * duration))
        }
    }

    /// The velocity, per second, of a motion by `delta` along `curve`, as the curve tells it (Q4 included). Where a curve is vertical, and where there is no
    /// time, it counts as zero.
    private static func slope(of delta: Data, along curve: UnitCurve, at progress: Double, duration: TimeInterval) -> Data {
        let slope = curve.velocity(at: progress) / duration
        return slope.isFinite ? delta.scaled(by: slope) : .zero
    }

    /// The value `time` seconds after the start of a motion that lasts `duration`.
    @inlinable
    func value(at time: TimeInterval, of duration: TimeInterval) -> Data {
        switch self {
        case .hold(let value):
            return value
        case .linear(let start, let delta, let curve):
            return start + delta.scaled(by: curve.value(at: time / duration))
        case .cubic(let start, let first, let second, let third):
            let progress = time / duration
            return start + (first + (second + third.scaled(by: progress)).scaled(by: progress)).scaled(by: progress)
        case .spring(let start, let delta, let spring, let velocity):
            // A spring's value at its start is zero but for rounding.
            return time > 0 ? start + spring.value(target: delta, initialVelocity: velocity, time: time) : start
        }
    }

    /// The velocity, per second.
    func velocity(at time: TimeInterval, of duration: TimeInterval) -> Data {
        switch self {
        case .hold:
            return .zero
        case .linear(_, let delta, let curve):
            return Self.slope(of: delta, along: curve, at: time / duration, duration: duration)
        case .cubic(_, let first, let second, let third):
            let progress = time / duration
            return (first + (second.scaled(by: 2) + third.scaled(by: 3 * progress)).scaled(by: progress)).scaled(by: 1 / duration)
        case .spring(_, let delta, let spring, let velocity):
            // The derivative itself, not what the original calls the velocity (Q2): what comes after goes on without a jolt.
            return spring.derivativeFactors(at: time).applied(target: delta, initialVelocity: velocity)
        }
    }

    /// Where the motion ends: at the keyframe's target, or where its spring is cut off.
    func end(of keyframe: Keyframe<Data>) -> Data {
        if case .spring = self { value(at: keyframe.duration, of: keyframe.duration) } else { keyframe.target }
    }
}

extension Keyframe {
    /// The value that the keyframe goes to.
    var target: Data {
        switch self {
        case .move(let target), .linear(let target, _, _), .cubic(let target, _, _, _), .spring(let target, _, _, _): target
        }
    }
}

extension Spring {
    /// Whether the spring's parameters made sense, so that its values are numbers.
    fileprivate var isNumeric: Bool { decay.isFinite && frequency.isFinite }
}
