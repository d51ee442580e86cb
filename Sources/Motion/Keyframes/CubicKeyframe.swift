public import Foundation

/// A keyframe that is reached on a smooth curve.
///
/// Without velocities of their own cubic keyframes make a Catmull-Rom spline: at each the value moves on as fast as on the way from the one before to the one
/// after. Where the neighbour is of another kind its velocity is taken over. At the start and at the end of a track the value rests.
public struct CubicKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    /// - Parameters:
    ///   - to: The value.
    ///   - duration: Seconds since the keyframe before. What isn't above zero makes it a jump.
    ///   - startVelocity: How the value leaves the keyframe before, per second, or `nil` for what is smooth.
    ///   - endVelocity: How the value arrives, per second, or `nil` for what is smooth.
    public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) {
        keyframe = .cubic(
            to: to.animatableData, duration: duration, startVelocity: startVelocity?.animatableData, endVelocity: endVelocity?.animatableData)
    }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}
