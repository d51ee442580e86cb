import WidgetCore

/// A view that knows the room that it is offered.
///
/// A widget's views are laid out by the surface, after they were archived. The size here is the one that a layout finds while the view is archived, in a widget
/// of the size that the family has. A surface of another size gives other room.
nonisolated public struct GeometryReader<Content: View>: PrimitiveView {
    public var content: (GeometryProxy) -> Content
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        var tree = ViewTree(.view(.stack(axis: .depth, alignment: .topLeading, spacing: nil)))
        tree.id = inputs.id
        tree.modifiers = [.frame(ViewFrame(maximumWidth: .infinity, maximumHeight: .infinity, alignment: .topLeading))]
        inputs.resolution.within("GeometryReader") {
            tree.children = inputs.child(.content).all(content(GeometryProxy(size: inputs.resolution.room(of: inputs.id) ?? inputs.proposal)))
        }
        outputs.trees.append(tree)
    }
}

/// The room of a ``GeometryReader``.
nonisolated public struct GeometryProxy: Sendable {
    /// Points.
    public let size: CGSize
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    init(size: CGSize) { self.size = size }

    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
    public subscript<T>(anchor: Anchor<T>) -> T { anchor.value }
    public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect { CGRect(origin: .zero, size: size) }
}

extension View {
    nonisolated public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { self }
    nonisolated public func coordinateSpace<T: Hashable>(name: T) -> some View { self }
    /// A widget's views are laid out by the surface: the action is never run.
    nonisolated public func onGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (T) -> Void
    ) -> some View { self }
}

/// A place or an area of another view.
nonisolated public struct Anchor<Value> {
    let value: Value
    package init(_ value: Value) { self.value = value }
}

extension Anchor: Sendable where Value: Sendable {}

nonisolated public enum CoordinateSpace: Hashable, @unchecked Sendable {
    case global, local
    case named(AnyHashable)
}

nonisolated public protocol CoordinateSpaceProtocol: Sendable {
    var coordinateSpace: CoordinateSpace { get }
}

nonisolated public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
    public var coordinateSpace: CoordinateSpace { .local }
}
nonisolated public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
    public var coordinateSpace: CoordinateSpace { .global }
}
nonisolated public struct NamedCoordinateSpace: CoordinateSpaceProtocol, @unchecked Sendable {
    private let name: AnyHashable
    public var coordinateSpace: CoordinateSpace { .named(name) }
    fileprivate init(name: AnyHashable) { self.name = name }
}
extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    nonisolated public static func named(_ name: some Hashable) -> NamedCoordinateSpace { NamedCoordinateSpace(name: AnyHashable(name)) }
}
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace { nonisolated public static var local: LocalCoordinateSpace { LocalCoordinateSpace() } }
extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
    nonisolated public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}

/// The first of its views that fits.
nonisolated public struct ViewThatFits<Content: View>: PrimitiveView {
    let axes: Axis.Set
    let content: Content
    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendContainer(.firstThatFits(horizontally: axes.contains(.horizontal), vertically: axes.contains(.vertical)), content, inputs)
    }
}
