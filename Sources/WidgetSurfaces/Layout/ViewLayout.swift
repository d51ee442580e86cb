import WidgetCore

/// Finds out how large views are. A view is offered a size and answers with its own, which is never larger.
///
/// As in SwiftUI a stack offers each child what is left; here in two passes: what the child takes by itself, and then its share. Every answer is kept, and
/// there is a bound on their number, so that no archive takes long.
struct ViewLayout {
    let index: ViewIndex
    let traits: SurfaceTraits
    private(set) var leaves: LeafContent
    private var known: [Question: CellSize] = [:]

    private struct Question: Hashable {
        var node: Int
        var offer: CellSize
        var grows: Bool
    }

    init(index: ViewIndex, traits: SurfaceTraits) {
        self.index = index
        self.traits = traits
        leaves = LeafContent(index: index, traits: traits)
    }

    /// The size of `node` where it may take `offer`.
    /// - Parameter grows: whether views that take all the room do so; false: as little as they can be.
    mutating func size(of node: Int, in offer: CellSize, grows: Bool) -> CellSize {
        guard offer.columns > 0, offer.rows > 0 else { return .zero }
        let question = Question(node: node, offer: offer, grows: grows)
        if let answer = known[question] { return answer }
        guard known.count < SurfaceLimits.measurements else { return .zero }
        let answer = levels(of: node, in: offer, grows: grows).last ?? .zero
        known[question] = answer
        return answer
    }

    /// The lines of a view's text in `offer`.
    mutating func measuredLines(of node: Int, in offer: CellSize) -> [[TextCharacter]] { leaves.lines(of: node, in: offer) }

    /// A view's text in large letters in `offer`; nil: it has none.
    mutating func measuredBigText(of node: Int, in offer: CellSize) -> BigText? { leaves.bigText(of: node, in: offer) }

    /// The size of the bare content and after each modifier, the innermost first. A loop, because modifiers may be many and the stack is small.
    mutating func levels(of node: Int, in offer: CellSize, grows: Bool) -> [CellSize] {
        let modifiers = index.archive.nodes[node].modifiers
        var offers = [offer]
        for modifier in modifiers.reversed() { offers.append(modifier.offer(within: offers[offers.count - 1])) }
        let content = contentSize(of: node, in: offers[modifiers.count], grows: grows)
        var sizes = [content]
        for (level, modifier) in modifiers.enumerated() {
            sizes.append(modifier.size(around: sizes[level], in: offers[modifiers.count - 1 - level], grows: grows))
        }
        return sizes
    }

    private mutating func contentSize(of node: Int, in offer: CellSize, grows: Bool) -> CellSize {
        guard offer.columns > 0, offer.rows > 0 else { return .zero }
        let growsWide = grows && index.contentGrows[node].horizontally
        let growsHigh = grows && index.contentGrows[node].vertically
        let size: CellSize
        switch index.archive.nodes[node].content {
        case .stack(.depth, _, _): size = depthSize(of: node, in: offer, grows: grows)
        case .stack(.horizontal, _, let spacing) where flowPlan(of: node, spacing: spacing, in: offer) != nil:
            size = flowPlan(of: node, spacing: spacing, in: offer)?.size ?? .zero
        case .stack(let axis, _, let spacing): size = stackSize(of: node, axis: axis, spacing: spacing, in: offer, grows: grows)
        case .gridRow: size = stackSize(of: node, axis: .horizontal, spacing: nil, in: offer, grows: grows)
        case .grid(_, let horizontal, _) where flowPlan(of: node, spacing: horizontal, in: offer) != nil:
            size = flowPlan(of: node, spacing: horizontal, in: offer)?.size ?? .zero
        case .grid(_, let horizontal, let vertical):
            size = gridLayout(of: node, horizontalSpacing: horizontal, verticalSpacing: vertical, in: offer, grows: grows).size
        case .lazyGrid(let grid): size = lazyGridLayout(of: node, grid, in: offer, grows: grows).size
        case .layered: size = index.children[node].first.map { self.size(of: $0, in: offer, grows: grows) } ?? .zero
        case .firstThatFits(let horizontally, let vertically):
            let child = fittingChild(of: node, horizontally: horizontally, vertically: vertically, in: offer)
            size = child.map { self.size(of: $0, in: offer, grows: grows) } ?? .zero
        case .accessoryBackground: size = grows ? offer : CellSize(columns: 1, rows: 1)
        case .button, .link, .toggle: size = wrappedSize(of: node, in: offer, grows: grows)
        case .containerBackground: size = offer
        case .spacer(let length):
            let axis = index.parentAxis[node]
            size = CellSize(
                columns: axis == .vertical ? 0 : growsWide ? offer.columns : Points.columns(length ?? 0),
                rows: axis == .horizontal ? 0 : growsHigh ? offer.rows : Points.rows(length ?? 0))
        case .divider: size = CellSize(columns: growsWide ? offer.columns : 1, rows: 1)
        case .shape: size = CellSize(columns: growsWide ? offer.columns : 1, rows: growsHigh ? offer.rows : 1)
        // By itself a chart is as wide as a bar, and just high enough for a line to be seen to rise and fall.
        case .chart(let chart):
            size = CellSize(columns: growsWide ? offer.columns : 8, rows: chart.style == .sparkline ? chart.series.count : growsHigh ? offer.rows : 3)
        case nil where !index.children[node].isEmpty && index.archive.nodes[node].fallback.isEmpty:
            size = stackSize(of: node, axis: .vertical, spacing: nil, in: offer, grows: grows)
        default: size = leaves.size(of: node, in: offer, grows: growsWide || growsHigh)
        }
        return size.clamped(to: offer)
    }

    private mutating func depthSize(of node: Int, in offer: CellSize, grows: Bool) -> CellSize {
        var size = CellSize.zero
        for child in index.children[node] {
            let next = self.size(of: child, in: offer, grows: grows)
            size = CellSize(columns: max(size.columns, next.columns), rows: max(size.rows, next.rows))
        }
        return size
    }

    /// The size of a label with the marks that make it a button or a toggle.
    private mutating func wrappedSize(of node: Int, in offer: CellSize, grows: Bool) -> CellSize {
        let marks = leaves.marks(around: node)
        // Brackets stand around one line.
        let rows = isOneLine(node) ? 1 : offer.rows
        let room = CellSize(columns: offer.columns - marks.before.width - marks.after.width, rows: rows)
        let label =
            index.children[node].isEmpty
            ? leaves.size(of: node, in: room, grows: false) : stackSize(of: node, axis: .horizontal, spacing: nil, in: room, grows: grows)
        return CellSize(columns: label.columns + marks.before.width + marks.after.width, rows: max(1, label.rows))
    }
}

extension ViewModifier {
    /// The rest of an offer within the modifier.
    fileprivate func offer(within offer: CellSize) -> CellSize {
        switch self {
        case .padding(let insets):
            let cells = CellInsets(insets, in: offer)
            return CellSize(columns: offer.columns - cells.leading - cells.trailing, rows: offer.rows - cells.top - cells.bottom)
        case .frame(let frame):
            return CellSize(
                columns: (frame.width ?? frame.maximumWidth).map(Points.columns) ?? offer.columns,
                rows: (frame.height ?? frame.maximumHeight).map(Points.height) ?? offer.rows
            ).clamped(to: offer)
        default: return offer
        }
    }

    /// The size with the modifier around a view of `size`.
    fileprivate func size(around size: CellSize, in offer: CellSize, grows: Bool) -> CellSize {
        switch self {
        case .padding(let insets):
            let cells = CellInsets(insets, in: offer)
            return CellSize(columns: size.columns + cells.leading + cells.trailing, rows: size.rows + cells.top + cells.bottom).clamped(to: offer)
        case .frame(let frame):
            func length(_ fixed: Int?, _ maximum: Int?, _ own: Int, _ offered: Int) -> Int {
                fixed.map { min($0, offered) } ?? maximum.map { grows ? min($0, offered) : min(own, $0) } ?? own
            }
            return CellSize(
                columns: length(frame.width.map(Points.columns), frame.maximumWidth.map(Points.columns), size.columns, offer.columns),
                rows: length(frame.height.map(Points.height), frame.maximumHeight.map(Points.height), size.rows, offer.rows)
            ).clamped(to: offer)
        default: return size
        }
    }
}

/// A padding in cells. In a place that would have no room left within it, there is none.
struct CellInsets {
    var top: Int
    var leading: Int
    var bottom: Int
    var trailing: Int

    init(_ insets: ViewInsets, in offer: CellSize) {
        top = Points.rows(insets.top)
        leading = Points.columns(insets.leading)
        bottom = Points.rows(insets.bottom)
        trailing = Points.columns(insets.trailing)
        if leading + trailing >= offer.columns { (leading, trailing) = (0, 0) }
        if top + bottom >= offer.rows { (top, bottom) = (0, 0) }
    }
}
