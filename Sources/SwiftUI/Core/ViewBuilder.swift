/// Makes one view of several that are written below each other.
@resultBuilder
nonisolated public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    @available(*, unavailable, message: "this expression isn't a View: what stands in a view's body must be one")
    public static func buildExpression(_ invalid: Any) -> some View { EmptyView() }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> { _ConditionalContent(.first(first)) }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> { _ConditionalContent(.second(second)) }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// Views below each other, as a builder puts them together. Each is known by its position.
nonisolated public struct TupleView<T>: PrimitiveView {
    public var value: T
    private let views: [any View]

    init<each Content: View>(_ value: (repeat each Content)) where T == (repeat each Content) {
        self.value = value
        var views: [any View] = []
        repeat views.append(each value)
        self.views = views
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        for (position, view) in views.enumerated() { view._append(to: &outputs, inputs.child(.position, UInt64(position))) }
    }
}

/// One of two views: `if` with `else`, and `switch`. Each branch is a view of its own.
nonisolated public struct _ConditionalContent<TrueContent, FalseContent> {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }

    let storage: Storage
    init(_ storage: Storage) { self.storage = storage }
}

extension _ConditionalContent: View, PrimitiveView where TrueContent: View, FalseContent: View {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        switch storage {
        case .first(let view): view._append(to: &outputs, inputs.child(.branch, 1))
        case .second(let view): view._append(to: &outputs, inputs.child(.branch, 2))
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        if let view = self { view._append(to: &outputs, inputs.child(.branch, 3)) }
    }
}
