import WidgetCore

/// The distance that views want between them where their stack says none. The rules and numbers are SwiftUI's: 8 points, but for texts.
struct Spacing: Sendable {
    /// The spacing that one edge prefers, in points.
    struct Edge: Sendable {
        /// To any neighbour.
        var defaultSpacing: Double?
        /// To a neighbour that isn't a text. Only texts have it.
        var spacingToNonText: Double?
        /// Accepts the spacing that a text on the other side prefers.
        var acceptsTextSpacing = false
        var isText = false

        mutating func include(_ other: Edge) {
            if let value = other.defaultSpacing { defaultSpacing = max(defaultSpacing ?? value, value) }
            if let value = other.spacingToNonText { spacingToNonText = max(spacingToNonText ?? value, value) }
            acceptsTextSpacing = acceptsTextSpacing || other.acceptsTextSpacing
            isText = isText || other.isText
        }

        static let view = Edge(acceptsTextSpacing: true)
        static let nothing = Edge(defaultSpacing: 0)
    }

    var top = Edge.view
    var bottom = Edge.view
    var left = Edge()
    var right = Edge()

    static func distance(from first: Int, to second: Int, along axis: Axis, _ engine: inout LayoutEngine) -> Double {
        let (a, b) = (engine.spacing(of: first), engine.spacing(of: second))
        let (end, start) = axis == .horizontal ? (a.right, b.left) : (a.bottom, b.top)
        var distance: Double?
        func take(_ value: Double) { distance = max(distance ?? value, value) }
        // Lines of the system's font follow each other without leading.
        if end.isText, start.isText { take(0) }
        if let value = end.spacingToNonText, start.acceptsTextSpacing { take(value) }
        if let value = start.spacingToNonText, end.acceptsTextSpacing { take(value) }
        if let distance { return distance }
        guard end.defaultSpacing != nil || start.defaultSpacing != nil else { return WidgetMetrics.spacing }
        return max(end.defaultSpacing ?? -.infinity, start.defaultSpacing ?? -.infinity)
    }
}

extension LayoutEngine {
    func spacing(of item: Int) -> Spacing {
        let kind = tree.items[item].kind
        switch kind {
        case .text(let index): return spacing(of: tree.texts[index])
        case .spacer(_, let axis):
            var spacing = Spacing()
            if axis != .horizontal { (spacing.top, spacing.bottom) = (.nothing, .nothing) }
            if axis != .vertical { (spacing.left, spacing.right) = (.nothing, .nothing) }
            return spacing
        case .room, .fixed, .picture, .divider, .grid, .lazyGrid, .chartLabels: return Spacing()
        case .stack(let axis, _, _): return spacing(ofChildrenOf: item, axis)
        case .gridRow: return spacing(ofChildrenOf: item, .horizontal)
        case .zStack: return spacing(ofChildrenOf: item, nil)
        case .layered, .firstThatFits, .plain, .offset, .position, .aspectRatio, .fixedSize, .guide:
            return tree.items[item].firstChild >= 0 ? spacing(of: Int(tree.items[item].firstChild)) : Spacing()
        case .frame(let width, let height, _):
            return reset(item, horizontally: width != nil, vertically: height != nil)
        case .flexibleFrame(let index):
            let frame = tree.flexibleFrames[index]
            return reset(
                item, horizontally: frame.minimumWidth != nil || frame.maximumWidth != nil || frame.idealWidth != nil,
                vertically: frame.minimumHeight != nil || frame.maximumHeight != nil || frame.idealHeight != nil)
        case .padding(let insets):
            guard tree.items[item].firstChild >= 0 else { return Spacing() }
            var spacing = spacing(of: Int(tree.items[item].firstChild))
            if insets.top != 0 { spacing.top = .view }
            if insets.bottom != 0 { spacing.bottom = .view }
            if insets.left != 0 { spacing.left = Spacing.Edge() }
            if insets.right != 0 { spacing.right = Spacing.Edge() }
            return spacing
        }
    }

    /// The spacing of a frame's child, with defaults along each axis on which the frame sets a length.
    private func reset(_ item: Int, horizontally: Bool, vertically: Bool) -> Spacing {
        guard tree.items[item].firstChild >= 0 else { return Spacing() }
        let child = Int(tree.items[item].firstChild)
        var spacing = spacing(of: child)
        // A spacer of a fixed length is still one.
        if case .spacer = tree.items[child].kind { return spacing }
        if vertically { (spacing.top, spacing.bottom) = (.view, .view) }
        if horizontally { (spacing.left, spacing.right) = (Spacing.Edge(), Spacing.Edge()) }
        return spacing
    }

    /// The spacing of a stack, from the children at its edges.
    private func spacing(ofChildrenOf item: Int, _ axis: Axis?) -> Spacing {
        var result: Spacing?
        for child in tree.children(of: item) {
            let own = spacing(of: child)
            guard var all = result else {
                result = own
                continue
            }
            if axis != .vertical { all.top.include(own.top) }
            if axis != .horizontal { all.left.include(own.left) }
            if axis == .vertical { all.bottom = own.bottom } else { all.bottom.include(own.bottom) }
            if axis == .horizontal { all.right = own.right } else { all.right.include(own.right) }
            result = all
        }
        return result ?? Spacing()
    }

    /// The spacing of a text. Above it: a tenth of the line's height plus the descent. Below it: a tenth plus the line's height without a capital's, and at
    /// least as much as above.
    private func spacing(of text: TextView) -> Spacing {
        var spacing = Spacing()
        let boxes = text.block.boxes
        guard var box = boxes.first else { return spacing }
        for other in boxes.dropFirst() { box.include(other, raisedBy: 0) }
        let height = box.ascent + box.descent
        let tenth = grid.ceil(height / 10)
        spacing.top = Spacing.Edge(spacingToNonText: tenth + box.descent, isText: true)
        spacing.bottom = Spacing.Edge(spacingToNonText: max(height + tenth - box.capHeight, tenth + box.descent), isText: true)
        return spacing
    }
}
