/// A horizontal stack as a layout.
public struct HStackLayout: Layout {
    public var alignment: VerticalAlignment
    public var spacing: CGFloat?

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View { HStack(alignment: alignment, spacing: spacing, content: content) }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
        return CGSize(width: StackRow.length(sizes.map(\.width), spacing), height: sizes.map(\.height).max() ?? 0)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        var x = bounds.minX
        for subview in subviews {
            let size = subview.sizeThatFits(.unspecified)
            let y = bounds.minY + StackRow.offset(size.height, in: bounds.height, alignment == .top ? 0 : alignment == .bottom ? 1 : 0.5)
            subview.place(at: CGPoint(x: x, y: y), proposal: .unspecified)
            x += size.width + (spacing ?? StackRow.spacing)
        }
    }
}

/// A vertical stack as a layout.
public struct VStackLayout: Layout {
    public var alignment: HorizontalAlignment
    public var spacing: CGFloat?

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View { VStack(alignment: alignment, spacing: spacing, content: content) }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
        return CGSize(width: sizes.map(\.width).max() ?? 0, height: StackRow.length(sizes.map(\.height), spacing))
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        var y = bounds.minY
        for subview in subviews {
            let size = subview.sizeThatFits(.unspecified)
            let x = bounds.minX + StackRow.offset(size.width, in: bounds.width, alignment == .leading ? 0 : alignment == .trailing ? 1 : 0.5)
            subview.place(at: CGPoint(x: x, y: y), proposal: .unspecified)
            y += size.height + (spacing ?? StackRow.spacing)
        }
    }
}

/// A stack in depth as a layout.
public struct ZStackLayout: Layout {
    public var alignment: Alignment

    public init(alignment: Alignment = .center) { self.alignment = alignment }

    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View { ZStack(alignment: alignment, content: content) }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
        return CGSize(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let (horizontal, vertical) = (alignment.horizontal, alignment.vertical)
        for subview in subviews {
            let size = subview.sizeThatFits(.unspecified)
            let x = StackRow.offset(size.width, in: bounds.width, horizontal == .leading ? 0 : horizontal == .trailing ? 1 : 0.5)
            let y = StackRow.offset(size.height, in: bounds.height, vertical == .top ? 0 : vertical == .bottom ? 1 : 0.5)
            subview.place(at: CGPoint(x: bounds.minX + x, y: bounds.minY + y), proposal: .unspecified)
        }
    }
}

/// Lengths along a stack's axis and across it.
private enum StackRow {
    /// Between views where nothing is said, in points.
    static let spacing: CGFloat = 8

    static func length(_ lengths: [CGFloat], _ spacing: CGFloat?) -> CGFloat {
        lengths.reduce(0, +) + CGFloat(max(0, lengths.count - 1)) * (spacing ?? self.spacing)
    }

    /// - Parameter share: 0 at the beginning, 1 at the end.
    static func offset(_ length: CGFloat, in room: CGFloat, _ share: CGFloat) -> CGFloat { (room - length) * share }
}

/// A grid as a layout. Within a layout of one's own its views are rows of one cell.
public struct GridLayout: Layout {
    public var alignment: Alignment
    public var horizontalSpacing: CGFloat?
    public var verticalSpacing: CGFloat?

    /// Spacings are points; nil: the surface's own.
    public init(alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
    }

    private var rows: VStackLayout { VStackLayout(alignment: alignment.horizontal, spacing: verticalSpacing) }

    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        Grid(alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing, content: content)
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        rows.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        rows.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
    }
}
