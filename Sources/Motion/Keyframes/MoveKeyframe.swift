/// A keyframe that the value jumps to. It takes no time, and leaves the value at rest.
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let keyframe: Keyframe<Value.AnimatableData>

    /// A keyframe at `to`.
    public init(_ to: Value) { keyframe = .move(to: to.animatableData) }

    public var body: Self { self }

    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes.append(keyframe) }
}
