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
    private static var longestDuration: TimeInterval { 1e9 }

    /// The shortest that a keyframe lasts without being a jump, in seconds. No frame is as short, and velocities over it are still numbers.
    private static var shortestDuration: TimeInterval { 1e-9 }

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

/// A part of a root, found by a key path.
@usableFromInline
struct KeyframePart<Root, Part: Animatable> {
    @usableFromInline let keyPath: WritableKeyPath<Root, Part>
    /// The distance of a stored part from the start of its root, in bytes. Going through a key path takes many times as long as all that a keyframe does.
    @usableFromInline let offset: Int?

    @inlinable
    init(_ keyPath: WritableKeyPath<Root, Part>) {
        self.keyPath = keyPath
        offset = MemoryLayout<Root>.offset(of: keyPath)
    }

    /// Writes the animatable data of the part.
    @inlinable
    func write(_ data: Part.AnimatableData, to root: inout Root) {
        if let offset {
            withUnsafeMutablePointer(to: &root) { pointer in
                UnsafeMutableRawPointer(pointer).advanced(by: offset).assumingMemoryBound(to: Part.self).pointee.animatableData = data
            }
        } else {
            // The part is read and written as a whole: changing it in place would allocate.
            var part = root[keyPath: keyPath]
            part.animatableData = data
            root[keyPath: keyPath] = part
        }
    }
}

/// A keyframe that is reached on a straight line, at an even pace or along a curve.
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    /// - Parameters:
    ///   - to: The value.
    ///   - duration: Seconds since the keyframe before. A duration that isn't above zero makes it a jump.
    ///   - timingCurve: The progress over the time.
    public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {
        keyframe = .linear(to: to.animatableData, duration: duration, curve: timingCurve)
    }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}

/// A keyframe that is reached on a smooth curve.
///
/// Without velocities of their own cubic keyframes make a Catmull-Rom spline: at each the value moves on as fast as on the way from the one before to the one
/// after. Where the neighbour is of another kind its velocity is taken over. At the start and at the end of a track the value rests.
public struct CubicKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    /// - Parameters:
    ///   - to: The value.
    ///   - duration: Seconds since the keyframe before. A duration that isn't above zero makes it a jump.
    ///   - startVelocity: How the value leaves the keyframe before, per second, or `nil` for what is smooth.
    ///   - endVelocity: How the value arrives, per second, or `nil` for what is smooth.
    public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) {
        keyframe = .cubic(
            to: to.animatableData, duration: duration, startVelocity: startVelocity?.animatableData, endVelocity: endVelocity?.animatableData)
    }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}

/// A keyframe to which a spring moves the value.
///
/// When the time is too short for the spring the value doesn't get there: what comes next goes on from where it is, with the velocity that it has.
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    /// - Parameters:
    ///   - to: The value.
    ///   - duration: Seconds since the keyframe before, or `nil` for the spring's ``Spring/settlingDuration``. One that isn't above zero makes it a
    ///     jump.
    ///   - spring: The spring.
    ///   - startVelocity: How the value leaves the keyframe before, per second, or `nil` to go on as it came.
    public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {
        keyframe = .spring(to: to.animatableData, duration: duration, spring: spring, startVelocity: startVelocity?.animatableData)
    }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}

/// A keyframe that the value jumps to. It takes no time, and leaves the value at rest.
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    public init(_ to: Value) { keyframe = .move(to: to.animatableData) }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}
