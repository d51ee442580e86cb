/// A value's changes over time: one or more ``KeyframeTrack``s.
///
/// A type of one's own has a `body` of other keyframes.
public protocol Keyframes<Value> {
    /// The value that changes.
    associatedtype Value = Self.Body.Value
    /// The keyframes that make these.
    associatedtype Body: Keyframes

    /// The keyframes that make these.
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

/// Builds ``Keyframes`` from what is written one below the other: tracks, or the keyframes of a single track that writes the whole value.
@resultBuilder
public struct KeyframesBuilder<Value> {
    // The keyframes of a single track.

    public static func buildExpression<K>(_ expression: K) -> K where Value == K.Value, K: KeyframeTrackContent { expression }

    public static func buildArray(_ components: [some KeyframeTrackContent<Value>]) -> some KeyframeTrackContent<Value> {
        KeyframeTrackContentBuilder<Value>.buildArray(components)
    }

    public static func buildEither<First, Second>(first component: First) -> KeyframeTrackContentBuilder<Value>.Conditional<Value, First, Second>
    where Value == First.Value, First: KeyframeTrackContent, Second: KeyframeTrackContent, First.Value == Second.Value { .first(component) }

    public static func buildEither<First, Second>(second component: Second) -> KeyframeTrackContentBuilder<Value>.Conditional<Value, First, Second>
    where Value == First.Value, First: KeyframeTrackContent, Second: KeyframeTrackContent, First.Value == Second.Value { .second(component) }

    public static func buildPartialBlock<K>(first: K) -> K where Value == K.Value, K: KeyframeTrackContent { first }

    public static func buildPartialBlock(
        accumulated: some KeyframeTrackContent<Value>, next: some KeyframeTrackContent<Value>
    ) -> some KeyframeTrackContent<Value> {
        KeyframeTrackContentBuilder<Value>.buildPartialBlock(accumulated: accumulated, next: next)
    }

    public static func buildBlock() -> some KeyframeTrackContent<Value> where Value: Animatable { KeyframeSequence<Value>() }

    @inlinable
    public static func buildFinalResult<Content>(_ component: Content) -> KeyframeTrack<Value, Value, Content>
    where Value == Content.Value, Content: KeyframeTrackContent { KeyframeTrack { component } }

    // Tracks.

    @inlinable
    public static func buildExpression<Content>(_ expression: Content) -> Content where Value == Content.Value, Content: Keyframes { expression }

    @inlinable
    public static func buildPartialBlock<Content>(first: Content) -> Content where Value == Content.Value, Content: Keyframes { first }

    @inlinable
    public static func buildPartialBlock(accumulated: some Keyframes<Value>, next: some Keyframes<Value>) -> some Keyframes<Value> {
        KeyframePair(accumulated, next)
    }

    public static func buildBlock() -> some Keyframes<Value> { NoKeyframes<Value>() }

    @inlinable
    public static func buildFinalResult<Content>(_ component: Content) -> Content where Value == Content.Value, Content: Keyframes { component }
}
