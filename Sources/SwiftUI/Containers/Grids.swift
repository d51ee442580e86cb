import WidgetCore

/// Rows of cells; a column is as wide as its widest cell.
nonisolated public struct Grid<Content: View>: PrimitiveView {
    let alignment: Alignment
    let horizontalSpacing: CGFloat?
    let verticalSpacing: CGFloat?
    let content: Content

    /// Spacings are points; nil: the surface's own.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendContainer(
            .grid(
                alignment: alignment.archived, horizontalSpacing: horizontalSpacing.map(Double.init), verticalSpacing: verticalSpacing.map(Double.init)),
            content, inputs)
    }
}

/// A row of a ``Grid``.
nonisolated public struct GridRow<Content: View>: PrimitiveView {
    let alignment: VerticalAlignment?
    let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendContainer(.gridRow(alignment: alignment?.archived), content, inputs)
    }
}

/// A column of a ``LazyVGrid``, or a row of a ``LazyHGrid``.
nonisolated public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public var size: Size
    public var spacing: CGFloat?
    public var alignment: Alignment?

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }

    var archived: LazyGrid.Item {
        let size: LazyGrid.Item.Size =
            switch size {
            case .fixed(let length): .fixed(length)
            case .flexible(let minimum, let maximum): .flexible(minimum: minimum, maximum: max(minimum, maximum))
            case .adaptive(let minimum, let maximum): .adaptive(minimum: minimum, maximum: max(minimum, maximum))
            }
        return LazyGrid.Item(size, spacing: spacing.map(Double.init), alignment: alignment?.archived)
    }
}

/// Views in lines below each other.
nonisolated public struct LazyVGrid<Content: View>: PrimitiveView {
    let grid: LazyGrid
    let content: Content

    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        grid = LazyGrid(
            axis: .vertical, items: columns.map(\.archived), spacing: spacing.map(Double.init), alignment: alignment == .center ? nil : alignment.archived)
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.appendContainer(.lazyGrid(grid), content, inputs) }
}

/// Views in lines beside each other.
nonisolated public struct LazyHGrid<Content: View>: PrimitiveView {
    let grid: LazyGrid
    let content: Content

    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        grid = LazyGrid(
            axis: .horizontal, items: rows.map(\.archived), spacing: spacing.map(Double.init), alignment: alignment == .center ? nil : alignment.archived)
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.appendContainer(.lazyGrid(grid), content, inputs) }
}

extension View {
    nonisolated private func gridCell(_ change: @escaping @MainActor (inout ViewGridCell) -> Void) -> some View {
        archived { tree, _ in
            var cell = ViewGridCell()
            let known = tree.modifiers.lastIndex { if case .gridCell = $0 { true } else { false } }
            if let known, case .gridCell(let there) = tree.modifiers[known] { cell = there }
            change(&cell)
            if let known { tree.modifiers[known] = .gridCell(cell) } else { tree.modifiers.append(.gridCell(cell)) }
        }
    }

    /// The columns that the view takes in its row.
    nonisolated public func gridCellColumns(_ count: Int) -> some View { gridCell { $0.columns = min(Limits.gridItems, max(1, count)) } }
    nonisolated public func gridCellAnchor(_ anchor: UnitPoint) -> some View { gridCell { $0.anchor = ViewPoint(anchor) } }
    nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { gridCell { $0.columnAlignment = guide.archived } }
    nonisolated public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View {
        gridCell {
            $0.isUnsizedHorizontally = axes.contains(.horizontal)
            $0.isUnsizedVertically = axes.contains(.vertical)
        }
    }
}
