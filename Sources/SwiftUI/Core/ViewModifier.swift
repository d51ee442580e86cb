/// A change of views that has a name. Where it is applied, its ``body(content:)`` stands in place of the view.
@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    /// The view that is changed.
    typealias Content = _ViewModifier_Content<Self>

    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a ``ViewModifier`` changes, in its body.
nonisolated public struct _ViewModifier_Content<Modifier: ViewModifier>: PrimitiveView {
    fileprivate let append: @MainActor (inout _ViewOutputs, _ViewInputs) -> Void
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { append(&outputs, inputs.child(.content)) }
}

/// A view with a modifier.
nonisolated public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let placeholder = _ViewModifier_Content<Modifier> { [content] outputs, inputs in content._append(to: &outputs, inputs) }
        inputs.resolution.within("\(Modifier.self)") {
            DynamicProperties.connect(modifier, inputs)
            modifier.body(content: placeholder)._append(to: &outputs, inputs.child(.body))
        }
    }
}

extension View {
    /// The view, changed by a modifier.
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
}

/// A modifier that changes nothing.
nonisolated public struct EmptyModifier: ViewModifier, Sendable {
    public static let identity = EmptyModifier()
    public init() {}
    public func body(content: Content) -> Content { content }
}
