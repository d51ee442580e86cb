/// Keyframes one after another for a value, or for one of its properties. Tracks run side by side.
public struct KeyframeTrack<Root, Value, Content>: Keyframes where Value == Content.Value, Content: KeyframeTrackContent {
    @usableFromInline let keyPath: WritableKeyPath<Root, Value>
    @usableFromInline let content: Content

    /// A track that writes the whole value.
    @inlinable
    public init(@KeyframeTrackContentBuilder<Root> content: () -> Content) where Root == Value {
        keyPath = \.self
        self.content = content()
    }

    /// A track that writes the property at `keyPath`.
    @inlinable
    public init(_ keyPath: WritableKeyPath<Root, Value>, @KeyframeTrackContentBuilder<Value> content: () -> Content) {
        self.keyPath = keyPath
        self.content = content()
    }

    public var body: Self { self }

    @inlinable
    public func _resolve(into resolved: inout _ResolvedKeyframes<Root>) {
        var content = _ResolvedKeyframeTrackContent<Value>()
        self.content._resolve(into: &content)
        resolved.append(keyPath, content.keyframes)
    }
}
