/// A part of a widget's content.
///
/// A view of yours has a ``body`` of other views. It runs in your provider, once for each entry of a timeline, and what it leaves is archived: a surface
/// that shows the widget runs none of your code.
@MainActor @preconcurrency
public protocol View {
    /// The type of the content: `some View`.
    associatedtype Body: View

    /// The content and behaviour of the view.
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }

    /// Adds what the view leaves in an archive. Views of your own leave it to their ``body``.
    @MainActor @preconcurrency func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs)
}

extension View {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        inputs.resolution.append(bodyOf: self, to: &outputs, inputs)
    }
}

extension Never: View {
    public var body: Never { misuse("a view that SwiftUI draws itself has no body") }
}

/// A view that adds its own nodes and has no body.
protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { misuse("\(Self.self) has no body: SwiftUI draws it itself") }
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

/// Views that modifiers are applied to one by one, and that a container lays out as its own.
nonisolated public struct Group<Content> {
    let content: Content
}

extension Group: View, PrimitiveView where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { content._append(to: &outputs, inputs) }
}
