import WidgetCore

/// The boxes of one view, ready to be laid out.
struct LayoutTree: Sendable {
    private(set) var items: ContiguousArray<LayoutItem> = []
    private(set) var texts: [TextView] = []
    private(set) var drawings: [Drawing] = []
    private(set) var flexibleFrames: [ViewFrame] = []
    private(set) var lazyGrids: [LazyGrid] = []
    private(set) var chartLabels: [ChartLabels] = []
    private(set) var cells: [ViewGridCell] = []
    /// The views that have their geometry from others, or give it.
    private(set) var matches: [(key: MatchedGeometryKey, item: Int)] = []
    /// Whether some view sets an alignment guide.
    private(set) var hasGuides = false

    static let none = -1

    /// Adds an item as the last child of another.
    /// - Parameter parent: ``none`` for the root.
    /// - Returns: the item. A modifier that lies too deep is left out: then it is the parent.
    mutating func add(_ kind: LayoutItem.Kind, to parent: Int, _ source: DisplayID, drawing: Drawing? = nil) -> Int {
        let depth = parent < 0 ? 0 : items[parent].depth + 1
        if depth > LayoutLimits.depth, kind.hasOneChild, items[parent].kind.hasOneChild, items[parent].firstChild < 0 { return parent }
        if case .guide = kind { hasGuides = true }
        let index = items.count
        var item = LayoutItem(kind: kind, source: source)
        item.depth = depth
        if let drawing {
            item.drawing = Int32(drawings.count)
            drawings.append(drawing)
        }
        items.append(item)
        guard parent >= 0 else { return index }
        if items[parent].lastChild >= 0 { items[Int(items[parent].lastChild)].next = Int32(index) } else { items[parent].firstChild = Int32(index) }
        items[parent].lastChild = Int32(index)
        return index
    }

    mutating func add(_ text: TextView, to parent: Int, _ source: DisplayID) -> Int {
        texts.append(text)
        return add(.text(texts.count - 1), to: parent, source, drawing: .text(texts.count - 1))
    }

    mutating func add(_ frame: ViewFrame, to parent: Int, _ source: DisplayID) -> Int {
        flexibleFrames.append(frame)
        return add(.flexibleFrame(flexibleFrames.count - 1), to: parent, source)
    }

    mutating func add(_ grid: LazyGrid, to parent: Int, _ source: DisplayID) -> Int {
        lazyGrids.append(grid)
        return add(.lazyGrid(lazyGrids.count - 1), to: parent, source)
    }

    mutating func add(_ labels: ChartLabels, to parent: Int, _ source: DisplayID) -> Int {
        chartLabels.append(labels)
        return add(.chartLabels(chartLabels.count - 1), to: parent, source)
    }

    mutating func match(_ key: MatchedGeometryKey, _ item: Int) { matches.append((key, item)) }
    mutating func setPriority(_ priority: Double, of item: Int) { items[item].priority = priority }
    mutating func setZIndex(_ zIndex: Double, of item: Int) { items[item].zIndex = zIndex }
    mutating func setCell(_ cell: ViewGridCell, of item: Int) {
        items[item].cell = Int32(cells.count)
        cells.append(cell)
    }

    /// The view whose priority, z-index and cell are also those of an item: the view within a modifier, or the view that has layers behind or over it.
    /// Nil: there is none.
    func viewWithin(_ item: Int) -> Int? {
        let child = Int(items[item].firstChild)
        guard child >= 0 else { return nil }
        if case .layered = items[item].kind { return child }
        return items[item].kind.hasOneChild ? child : nil
    }

    func drawing(of item: Int) -> Drawing? { items[item].drawing >= 0 ? drawings[Int(items[item].drawing)] : nil }

    func children(of item: Int) -> Children { Children(items: items, position: items[item].firstChild) }

    /// The children of an item, in order.
    struct Children: Sequence, IteratorProtocol {
        fileprivate let items: ContiguousArray<LayoutItem>
        fileprivate var position: Int32

        mutating func next() -> Int? {
            guard position >= 0 else { return nil }
            defer { position = items[Int(position)].next }
            return Int(position)
        }
    }
}

extension LayoutItem.Kind {
    var hasOneChild: Bool {
        switch self {
        case .plain, .frame, .flexibleFrame, .padding, .offset, .position, .aspectRatio, .fixedSize, .guide: true
        default: false
        }
    }
}
