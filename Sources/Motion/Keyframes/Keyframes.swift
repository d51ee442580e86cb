/// What happens to a value over time: one or more ``KeyframeTrack``s.
///
/// A type of one's own has a `body` of other keyframes.
public protocol Keyframes<Value> {
    /// The value that changes.
    associatedtype Value = Self.Body.Value
    /// What the keyframes are made of.
    associatedtype Body: Keyframes

    /// What the keyframes are made of.
    @KeyframesBuilder<Self.Value> var body: Self.Body { get }

    /// Adds the tracks. There is no need to write it: the tracks of a type with a `body` are those of the body.
    func _resolve(into resolved: inout _ResolvedKeyframes<Self.Value>)
}

extension Keyframes where Self.Value == Self.Body.Value {
    @inlinable
    public func _resolve(into resolved: inout _ResolvedKeyframes<Self.Value>) {
        // Keyframes whose body is themselves, and which add no tracks, have none.
        if Self.self != Self.Body.self { body._resolve(into: &resolved) }
    }
}

/// Keyframes of which the second ones are applied over the first ones.
@usableFromInline
struct KeyframePair<Value, First: Keyframes<Value>, Second: Keyframes<Value>>: Keyframes {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable
    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @usableFromInline var body: Self { self }

    @inlinable
    func _resolve(into resolved: inout _ResolvedKeyframes<Value>) {
        first._resolve(into: &resolved)
        second._resolve(into: &resolved)
    }
}

/// No keyframes.
struct NoKeyframes<Value>: Keyframes {
    var body: Self { self }

    func _resolve(into resolved: inout _ResolvedKeyframes<Value>) {}
}
