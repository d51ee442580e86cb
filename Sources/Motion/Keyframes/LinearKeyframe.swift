public import Foundation

/// A keyframe that is reached on a straight line, at an even pace or along a curve.
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    /// - Parameters:
    ///   - to: The value.
    ///   - duration: Seconds since the keyframe before. What isn't above zero makes it a jump.
    ///   - timingCurve: The progress over the time.
    public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {
        keyframe = .linear(to: to.animatableData, duration: duration, curve: timingCurve)
    }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}
