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

/// The keyframes of a ``KeyframeTrack``: one, or several one after another.
///
/// A type of one's own has a `body` of other keyframes.
public protocol KeyframeTrackContent<Value> {
    /// The value that is interpolated.
    associatedtype Value: Animatable = Self.Body.Value
    /// The content that makes this.
    associatedtype Body: KeyframeTrackContent

    /// The content that makes this.
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

/// Builds the keyframes of a ``KeyframeTrack`` from what is written one below the other, with `if` and `else`, `switch` and `for`.
@resultBuilder
public struct KeyframeTrackContentBuilder<Value: Animatable> {
    public static func buildExpression<K>(_ expression: K) -> K where Value == K.Value, K: KeyframeTrackContent { expression }

    public static func buildArray(_ components: [some KeyframeTrackContent<Value>]) -> some KeyframeTrackContent<Value> {
        var sequence = KeyframeSequence<Value>()
        for component in components { sequence.append(component) }
        return sequence
    }

    public static func buildEither<First, Second>(first component: First) -> Conditional<Value, First, Second>
    where Value == First.Value, First: KeyframeTrackContent, Second: KeyframeTrackContent, First.Value == Second.Value { .first(component) }

    public static func buildEither<First, Second>(second component: Second) -> Conditional<Value, First, Second>
    where Value == First.Value, First: KeyframeTrackContent, Second: KeyframeTrackContent, First.Value == Second.Value { .second(component) }

    public static func buildPartialBlock<K>(first: K) -> K where Value == K.Value, K: KeyframeTrackContent { first }

    public static func buildPartialBlock(
        accumulated: some KeyframeTrackContent<Value>, next: some KeyframeTrackContent<Value>
    ) -> some KeyframeTrackContent<Value> {
        var sequence = KeyframeSequence<Value>()
        sequence.append(accumulated)
        sequence.append(next)
        return sequence
    }

    public static func buildBlock() -> some KeyframeTrackContent<Value> { KeyframeSequence<Value>() }
}

extension KeyframeTrackContentBuilder {
    /// The keyframes of one of two branches.
    public struct Conditional<ConditionalValue, First, Second>: KeyframeTrackContent
    where ConditionalValue == First.Value, First: KeyframeTrackContent, Second: KeyframeTrackContent, First.Value == Second.Value {
        public typealias Value = ConditionalValue

        private enum Branch {
            case first(First)
            case second(Second)
        }

        private let branch: Branch

        static func first(_ content: First) -> Self { Self(branch: .first(content)) }
        static func second(_ content: Second) -> Self { Self(branch: .second(content)) }

        public var body: Self { self }

        public func _resolve(into resolved: inout _ResolvedKeyframeTrackContent<ConditionalValue>) {
            switch branch {
            case .first(let content): content._resolve(into: &resolved)
            case .second(let content): content._resolve(into: &resolved)
            }
        }
    }
}
