import WidgetCore

/// One box of a layout: a view of the archive, a modifier of one, or a part of a control. It refers to whatever is large by an index, so that a
/// copy costs little.
struct LayoutItem: Sendable {
    /// How it finds its size and places its children.
    enum Kind: Sendable {
        /// Index into ``LayoutTree/texts``.
        case text(Int)
        /// All the room that is offered.
        case room
        /// A fixed size. A symbol's baseline lies this far below its top edge, in points.
        case fixed(Size, baseline: Double?)
        /// Its own size, or where it is resizable all the room.
        case picture(Size, isResizable: Bool)
        case spacer(minimum: Double, Axis?)
        /// A line across a stack, with the stack's axis; nil: a horizontal line.
        case divider(Axis?)
        case stack(Axis, ViewAlignment, spacing: Double?)
        case zStack(ViewAlignment)
        /// The first child has the size, and the others are offered it.
        case layered(ViewAlignment)
        case firstThatFits(horizontally: Bool, vertically: Bool)
        case grid(ViewAlignment, horizontalSpacing: Double?, verticalSpacing: Double?)
        /// Outside of a grid it is a stack.
        case gridRow(ViewAlignment?)
        /// Index into ``LayoutTree/lazyGrids``.
        case lazyGrid(Int)
        /// Index into ``LayoutTree/chartLabels``.
        case chartLabels(Int)

        // Those that follow have one child.

        /// As its child.
        case plain
        case frame(width: Double?, height: Double?, ViewAlignment)
        /// Index into ``LayoutTree/flexibleFrames``.
        case flexibleFrame(Int)
        case padding(Insets)
        case offset(Point)
        case position(Point)
        case aspectRatio(Double?, fills: Bool)
        case fixedSize(horizontally: Bool, vertically: Bool)
        case guide(AlignmentGuide, Double)
    }

    var kind: Kind
    /// Index into ``LayoutTree/drawings``: what it draws, or does to the drawing of its children; -1: nothing.
    var drawing: Int32 = -1
    /// Not a number: that of the view within.
    var priority = Double.nan
    var zIndex = 0.0
    /// Index into ``LayoutTree/cells``; -1: none.
    var cell: Int32 = -1
    /// In the list of items; -1: none.
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var depth: Int32 = 0
    let source: DisplayID
}

/// The lines that views may be aligned by.
enum AlignmentGuide: Sendable, Hashable {
    case leading, horizontalCenter, trailing, top, verticalCenter, bottom, firstBaseline, lastBaseline

    var isHorizontal: Bool {
        switch self {
        case .leading, .horizontalCenter, .trailing: true
        case .top, .verticalCenter, .bottom, .firstBaseline, .lastBaseline: false
        }
    }

    var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

extension ViewAlignment {
    var horizontalGuide: AlignmentGuide {
        switch self {
        case .leading, .topLeading, .bottomLeading, .leadingFirstTextBaseline, .leadingLastTextBaseline: .leading
        case .trailing, .topTrailing, .bottomTrailing, .trailingFirstTextBaseline, .trailingLastTextBaseline: .trailing
        case .center, .top, .bottom, .firstTextBaseline, .lastTextBaseline: .horizontalCenter
        }
    }

    var verticalGuide: AlignmentGuide {
        switch self {
        case .top, .topLeading, .topTrailing: .top
        case .bottom, .bottomLeading, .bottomTrailing: .bottom
        case .firstTextBaseline, .leadingFirstTextBaseline, .trailingFirstTextBaseline: .firstBaseline
        case .lastTextBaseline, .leadingLastTextBaseline, .trailingLastTextBaseline: .lastBaseline
        case .center, .leading, .trailing: .verticalCenter
        }
    }

    func guide(along axis: Axis) -> AlignmentGuide { axis == .horizontal ? horizontalGuide : verticalGuide }
}

/// An item's own drawing in its frame, or its change of the children's drawing.
enum Drawing: Sendable {
    /// Index into ``LayoutTree/texts``.
    case text(Int)
    case shape(ViewShape, Fill)
    /// In one fill, or with one for each of its layers.
    case symbol(name: String, SymbolOutline, [Fill])
    case picture(DisplayPicture)
    case ring(GaugeRing)
    case spinner(Spinner)
    case bar(GaugeBar)
    case chart(ChartDrawing)

    // Those that follow change the children's drawing.
    case opacity(Double)
    case scale(x: Double, y: Double, anchor: ViewPoint)
    case rotation(Double, anchor: ViewPoint)
    case rotation3D(ViewRotation3D)
    case projection([Double])
    case clip(ViewShape)
    /// The shape that container-relative shapes within take, each at its distance.
    case container(ViewShape)
    /// Bent along a part of a circle.
    case arc(Arc)
    case shadow(ResolvedColor, radius: Double, offset: Point)
    case blur(Double)
    case color(ColorMatrix)
    case blend(ViewBlendMode)
    /// Drawn together, and then put over what is behind.
    case group
    /// Views within it are placed from its own corner.
    case geometryGroup
    /// The last child says how much of the others is seen.
    case mask
    /// Something that can be tapped; the children are how it looks.
    case button(action: String, DisplayAccessibility)
    /// The children under another name, for a screen reader.
    case labelled(DisplayAccessibility)
    case none
}

/// A text of the tree.
struct TextView: Sendable {
    struct Style: Sendable {
        var fill: Fill
        var underline: ResolvedTextLine?
        var strikethrough: ResolvedTextLine?
    }

    let block: MeasuredText
    let rules: TextRules
    let styles: [Style]
    /// Bars in the place of letters.
    let isRedacted: Bool
    /// A run for each character.
    let rolls: Bool
}
