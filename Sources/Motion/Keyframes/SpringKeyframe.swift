public import Foundation

/// A keyframe to which a spring moves the value.
///
/// When the time is too short for the spring the value doesn't get there: what comes next goes on from where it is, with the velocity that it has.
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    /// - Parameters:
    ///   - to: The value.
    ///   - duration: Seconds since the keyframe before, or `nil` for the spring's ``Spring/settlingDuration``. What isn't above zero makes it a jump.
    ///   - spring: The spring.
    ///   - startVelocity: How the value leaves the keyframe before, per second, or `nil` to go on as it came.
    public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {
        keyframe = .spring(to: to.animatableData, duration: duration, spring: spring, startVelocity: startVelocity?.animatableData)
    }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}
