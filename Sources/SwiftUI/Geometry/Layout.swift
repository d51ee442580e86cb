import WidgetCore

/// A custom way to place a container's views. It runs when the view is archived, with estimates of the sizes of texts.
public protocol Layout: Animatable {
    associatedtype Cache = Void
    typealias Subviews = LayoutSubviews

    static var layoutProperties: LayoutProperties { get }
    func makeCache(subviews: Subviews) -> Cache
    func updateCache(_ cache: inout Cache, subviews: Subviews)
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
    func explicitAlignment(of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGFloat?
    func explicitAlignment(of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGFloat?
}

extension Layout {
    public static var layoutProperties: LayoutProperties { LayoutProperties() }
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { ViewSpacing() }
    public func explicitAlignment(of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
        -> CGFloat?
    { nil }
    public func explicitAlignment(of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
        -> CGFloat?
    { nil }

    /// The views, placed by this layout.
    @MainActor public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View { LayoutView(layout: self, content: content()) }
}

extension Layout where Cache == Void {
    public func makeCache(subviews: Subviews) {}
}

public struct LayoutProperties: Sendable {
    public var stackOrientation: Axis?
    public init() {}
}

/// The distance that views want between them.
public struct ViewSpacing: Sendable {
    public static let zero = ViewSpacing()
    public init() {}
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { 8 }
    public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) {}
    public func union(_ other: ViewSpacing, edges: Edge.Set = .all) -> ViewSpacing { self }
}

/// A value that a view has for the layout around it.
public protocol LayoutValueKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// The views of a layout.
public struct LayoutSubviews: RandomAccessCollection, Equatable {
    let views: [LayoutSubview]
    public var layoutDirection: LayoutDirection { .leftToRight }
    public var startIndex: Int { 0 }
    public var endIndex: Int { views.count }
    public subscript(index: Int) -> LayoutSubview { views[index] }
    public static func == (lhs: LayoutSubviews, rhs: LayoutSubviews) -> Bool { lhs.views == rhs.views }
}

/// A view of a layout: it is measured and placed.
public struct LayoutSubview: Equatable {
    final class Placement {
        var point: CGPoint?
        var anchor = UnitPoint.topLeading
        var size = CGSize.zero
    }

    let tree: ViewTree
    let values: [ObjectIdentifier: Any]
    let placement = Placement()

    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    public var priority: Double {
        for case .layoutPriority(let priority) in tree.modifiers { return priority }
        return 0
    }
    public var spacing: ViewSpacing { ViewSpacing() }

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        let tree = tree
        return MainActor.assumeIsolated { ViewSizes.size(of: tree, proposal) }
    }
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        let size = sizeThatFits(proposal)
        return ViewDimensions(width: size.width, height: size.height)
    }
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        placement.point = position
        placement.anchor = anchor
        placement.size = sizeThatFits(proposal)
    }
    public static func == (lhs: LayoutSubview, rhs: LayoutSubview) -> Bool { lhs.placement === rhs.placement }
}

/// Views where a layout puts them.
private struct LayoutView<L: Layout, Content: View>: PrimitiveView {
    let layout: L
    let content: Content

    func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let found = inputs.resolution.room(of: inputs.id, keeps: true)
        let room = found ?? inputs.proposal
        let subviews = LayoutSubviews(
            views: inputs.child(.content).all(content).map { tree in
                LayoutSubview(tree: tree, values: tree.id.flatMap { inputs.resolution.layoutValues[$0] } ?? [:])
            })
        var cache = layout.makeCache(subviews: subviews)
        let proposal = ProposedViewSize(room)
        let size = layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
        layout.placeSubviews(in: CGRect(origin: .zero, size: size), proposal: proposal, subviews: subviews, cache: &cache)
        var stack = ViewTree(.view(.stack(axis: .depth, alignment: .topLeading, spacing: nil)))
        stack.id = inputs.id
        stack.children = subviews.map { subview in
            var tree = subview.tree
            // A view that wasn't placed lies in the middle, as SwiftUI puts it.
            let point = subview.placement.point ?? CGPoint(x: size.width / 2, y: size.height / 2)
            let (anchor, own) = (subview.placement.point == nil ? .center : subview.placement.anchor, subview.placement.size)
            tree.modifiers.append(.position(x: point.x + (0.5 - anchor.x) * own.width, y: point.y + (0.5 - anchor.y) * own.height))
            return tree
        }
        // Until its room is found, it takes all that it is offered.
        stack.modifiers = [
            .frame(
                found == nil
                    ? ViewFrame(maximumWidth: .infinity, maximumHeight: .infinity, alignment: .topLeading)
                    : ViewFrame(width: max(0, size.width), height: max(0, size.height), alignment: .topLeading))
        ]
        outputs.trees.append(stack)
    }
}

/// A layout of any type. Views in it stay the same views where it becomes another layout.
public struct AnyLayout: Layout {
    private let append: @MainActor (AnyView, inout _ViewOutputs, _ViewInputs) -> Void
    private let size: (ProposedViewSize, LayoutSubviews) -> CGSize
    private let place: (CGRect, ProposedViewSize, LayoutSubviews) -> Void

    @MainActor public init<L: Layout>(_ layout: L) {
        // Stacks are the archive's own: a surface lays them out.
        append =
            switch layout {
            case let layout as HStackLayout: { content, outputs, inputs in layout { content }._append(to: &outputs, inputs) }
            case let layout as VStackLayout: { content, outputs, inputs in layout { content }._append(to: &outputs, inputs) }
            case let layout as ZStackLayout: { content, outputs, inputs in layout { content }._append(to: &outputs, inputs) }
            case let layout as GridLayout: { content, outputs, inputs in layout { content }._append(to: &outputs, inputs) }
            default: { content, outputs, inputs in layout { content }._append(to: &outputs, inputs) }
            }
        size = { proposal, subviews in
            var cache = layout.makeCache(subviews: subviews)
            return layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
        }
        place = { bounds, proposal, subviews in
            var cache = layout.makeCache(subviews: subviews)
            _ = layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
            layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
        }
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize { size(proposal, subviews) }
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) { place(bounds, proposal, subviews) }

    @MainActor public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View { AnyLayoutView(append: append, content: AnyView(content())) }
}

/// Views in a layout of any type.
nonisolated private struct AnyLayoutView: PrimitiveView {
    let append: @MainActor (AnyView, inout _ViewOutputs, _ViewInputs) -> Void
    let content: AnyView

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { append(content, &outputs, inputs) }
}

extension View {
    /// A value that the layout around the view reads.
    public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
        archived { tree, inputs in if let id = tree.id { inputs.resolution.layoutValues[id, default: [:]][ObjectIdentifier(key)] = value } }
    }
}
