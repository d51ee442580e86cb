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
