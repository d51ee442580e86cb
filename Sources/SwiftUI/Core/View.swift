/// A part of a widget's content.
///
/// A custom view has a ``body`` of other views. The body runs in the provider, for each entry of a timeline, and its result is archived. A surface that shows
/// the widget runs none of the provider's code.
@MainActor @preconcurrency
public protocol View {
    /// The type of the content: `some View`.
    associatedtype Body: View

    /// The content and behaviour of the view.
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// Adds the view's nodes to the archive. The default adds those of its ``body``.
    @MainActor @preconcurrency func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs)
}

extension View {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        inputs.resolution.append(bodyOf: self, to: &outputs, inputs)
    }
}

extension Never: View {
    public var body: Never { providerFatalError("a view that SwiftUI draws itself has no body") }
}

/// A view that adds its own nodes and has no body.
protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { providerFatalError("\(Self.self) has no body: SwiftUI draws it itself") }
}

/// A view without content, which takes no place.
nonisolated public struct EmptyView: PrimitiveView, Sendable {
    public init() {}
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {}
}

/// A view of any type. The same type in the same place is the same view; another type is another view.
nonisolated public struct AnyView: PrimitiveView {
    private let view: any View

    public init(_ view: some View) { self.view = (view as? AnyView)?.view ?? view }
    public init<V: View>(erasing view: V) { self.init(view) }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        view._append(to: &outputs, inputs.child(typed: type(of: view)))
    }
}

/// Several views as one. A modifier applies to each of them, and the container around lays each of them out.
nonisolated public struct Group<Content> {
    let content: Content
}

extension Group: View, PrimitiveView where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { content._append(to: &outputs, inputs) }
}
