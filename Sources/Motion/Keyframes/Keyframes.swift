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
    public func _resolve(into resolved: inout _ResolvedKeyframes<Self.Value>) {
        // Keyframes whose body is themselves, and which add no tracks, have none.
        if Self.self != Self.Body.self { body._resolve(into: &resolved) }
    }
}

/// Keyframes one after another; later ones are applied over earlier ones.
struct KeyframeGroup<Value>: Keyframes {
    var parts: [any Keyframes<Value>]

    var body: Self { self }

    func _resolve(into resolved: inout _ResolvedKeyframes<Value>) {
        for part in parts { part._resolve(into: &resolved) }
    }
}
