/// The keyframes of a ``KeyframeTrack``: one, or several one after another.
///
/// A type of one's own has a `body` of other keyframes.
public protocol KeyframeTrackContent<Value> {
    /// The value that is interpolated.
    associatedtype Value: Animatable = Self.Body.Value
    /// What the content is made of.
    associatedtype Body: KeyframeTrackContent

    /// What the content is made of.
    @KeyframeTrackContentBuilder<Self.Value> var body: Self.Body { get }

    /// Adds the keyframes. There is no need to write it: the keyframes of a type with a `body` are those of the body.
    func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Self.Value>)
}

extension KeyframeTrackContent where Self.Value == Self.Body.Value {
    public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Self.Value>) {
        // Content whose body is itself, and which adds no keyframes, has none.
        if Self.self != Self.Body.self { body._resolve(into: &resolved) }
    }
}

/// The keyframes of a track's content, in order.
public struct _ResolvedKeyframeTrackContent<Value: Animatable> {
    @usableFromInline var keyframes: [Keyframe<Value.AnimatableData>] = []

    @usableFromInline
    init() {}
}

/// Keyframes one after another.
struct KeyframeSequence<Value: Animatable>: KeyframeTrackContent {
    private var resolved = _ResolvedKeyframeTrackContent<Value>()

    var body: Self { self }

    mutating func append(_ content: some KeyframeTrackContent<Value>) { content._resolve(into: &resolved) }

    func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<Value>) { resolved.keyframes += self.resolved.keyframes }
}
