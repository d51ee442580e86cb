import WidgetCore

/// Finds where each box of a tree lies: SwiftUI's way, in which a box proposes a size, its child chooses one, and the box places the child.
struct LayoutEngine {
    let tree: LayoutTree
    let grid: PixelGrid
    /// Room for the children of the stacks that are being laid out, so that a stack needs no list of its own.
    var scratch: ContiguousArray<StackLayout.Child> = []
    private var memo: SizeMemo
    /// The distance of each view to the one before it, in points. NaN: it isn't known yet.
    private var distances: ContiguousArray<Double>
    private var guides: [GuideQuestion: Double?] = [:]
    private(set) var measurements = 0

    private struct GuideQuestion: Hashable {
        let item: Int
        let guide: AlignmentGuide
        let proposal: ProposedSize
    }

    init(_ tree: LayoutTree, grid: PixelGrid) {
        self.tree = tree
        self.grid = grid
        memo = SizeMemo(count: tree.items.count)
        distances = ContiguousArray(repeating: .nan, count: tree.items.count)
    }

    /// The frames of a tree whose root is offered a size and lies at the origin.
    static func frames(of tree: LayoutTree, in size: Size, grid: PixelGrid) -> LayoutFrames {
        var engine = LayoutEngine(tree, grid: grid)
        var frames = LayoutFrames(count: tree.items.count)
        guard !tree.items.isEmpty else { return frames }
        engine.place(0, at: .zero, in: ProposedSize(size), into: &frames)
        if !tree.matches.isEmpty { engine.match(in: &frames) }
        frames.measurements = engine.measurements
        return frames
    }

    /// Places the views that have their geometry from others anew, where the sources lie.
    private mutating func match(in frames: inout LayoutFrames) {
        var sources: [[UInt8]: Rect] = [:]
        for match in tree.matches where match.key.isSource && sources[match.key.digest] == nil { sources[match.key.digest] = frames.frames[match.item] }
        for match in tree.matches where !match.key.isSource {
            if let source = sources[match.key.digest] { self.match(match.item, match.key, to: source, in: &frames) }
        }
    }

    /// Places a view anew where the source of its geometry lies. The room that it takes in its container stays.
    private mutating func match(_ item: Int, _ key: MatchedGeometryKey, to source: Rect, in frames: inout LayoutFrames) {
        guard let own = frames.frames[item] else { return }
        let offer = key.matchesSize ? ProposedSize(source.size) : frames.proposals[item]
        let target = own.matched(to: source, by: key)
        let size = size(of: item, in: offer)
        let origin = Point(
            x: target.minX + key.anchor.x * (target.size.width - size.width), y: target.minY + key.anchor.y * (target.size.height - size.height))
        place(item, at: origin, in: offer, into: &frames)
    }

    // MARK: Sizes

    mutating func size(of item: Int, in proposal: ProposedSize) -> Size {
        if let known = memo.size(of: item, in: proposal) { return known }
        measurements += 1
        // Over the limit, the remaining boxes get no size, and aren't seen.
        guard measurements <= LayoutLimits.measurements else { return .zero }
        var size = measured(item, in: proposal)
        if !(size.width >= 0) { size.width = 0 }
        if !(size.height >= 0) { size.height = 0 }
        memo.remember(size, of: item, in: proposal)
        return size
    }

    private mutating func measured(_ item: Int, in proposal: ProposedSize) -> Size {
        switch tree.items[item].kind {
        case .text(let index): return textSize(index, in: proposal)
        // The ideal size is 10 points, as that of SwiftUI's shapes and colours.
        case .room: return proposal.replacing(unspecifiedBy: Size(width: 10, height: 10))
        case .fixed(let size, _): return size
        case .picture(let size, let isResizable): return isResizable ? proposal.replacing(unspecifiedBy: size) : size
        case .spacer(let minimum, let axis):
            func length(_ own: Axis, _ proposed: Double?) -> Double { axis == nil || axis == own ? max(proposed ?? minimum, minimum) : 0 }
            return Size(width: length(.horizontal, proposal.width), height: length(.vertical, proposal.height))
        case .divider(let axis):
            let thickness = 1 / grid.scale
            return axis == .horizontal
                ? Size(width: thickness, height: proposal.height ?? 10) : Size(width: proposal.width ?? 10, height: thickness)
        case .stack(let axis, let alignment, let spacing): return StackLayout.size(of: item, axis, alignment, spacing, in: proposal, &self)
        case .gridRow(let alignment): return StackLayout.size(of: item, .horizontal, alignment ?? .center, nil, in: proposal, &self)
        case .zStack(let alignment): return ZStackLayout.size(of: item, alignment, in: proposal, &self)
        case .layered: return tree.items[item].firstChild >= 0 ? size(of: Int(tree.items[item].firstChild), in: proposal) : .zero
        case .firstThatFits(let horizontally, let vertically):
            return fitting(item, horizontally, vertically, in: proposal).map { size(of: $0, in: proposal) } ?? .zero
        case .grid: return GridLayout(item, in: proposal, &self).size
        case .lazyGrid(let index): return LazyGridLayout(item, tree.lazyGrids[index], in: proposal, &self).size
        case .chartLabels(let index): return ChartLabelLayout.size(of: item, tree.chartLabels[index], in: proposal, &self)
        default:
            let child = Int(tree.items[item].firstChild)
            guard child >= 0 else { return OneChildLayout.emptySize(tree.items[item].kind, in: proposal) }
            return OneChildLayout.size(of: child, within: tree.items[item].kind, in: proposal, &self)
        }
    }

    private func textSize(_ index: Int, in proposal: ProposedSize) -> Size {
        let text = tree.texts[index]
        // Most texts have one line, and room for it.
        if let line = text.block.line, text.rules.reservedLines <= 1, line.width <= proposal.width ?? .infinity, line.height <= proposal.height ?? .infinity {
            return Size(width: grid.ceil(line.width), height: grid.ceil(line.height))
        }
        return textLayout(text, in: proposal).size
    }

    func textLayout(_ text: TextView, in proposal: ProposedSize) -> TextLayout { TextLayout(text.block, in: proposal, rules: text.rules, grid: grid) }

    /// The child that `ViewThatFits` shows: the first whose ideal size fits in the proposal, or else the last.
    private mutating func fitting(_ item: Int, _ horizontally: Bool, _ vertically: Bool, in proposal: ProposedSize) -> Int? {
        var last: Int?
        for child in tree.children(of: item) {
            last = child
            let ideal = size(
                of: child, in: ProposedSize(width: horizontally ? nil : proposal.width, height: vertically ? nil : proposal.height))
            let isFitting =
                (!horizontally || ideal.width <= (proposal.width ?? .infinity) + 1e-6)
                && (!vertically || ideal.height <= (proposal.height ?? .infinity) + 1e-6)
            if isFitting { return child }
        }
        return last
    }

    /// How far a view wants to be from the one before it in its stack.
    mutating func distance(from first: Int, to second: Int, along axis: Axis) -> Double {
        if distances[second].isNaN { distances[second] = Spacing.distance(from: first, to: second, along: axis, &self) }
        return distances[second]
    }

    // MARK: Guides

    /// Where a guide of a view lies, from its top left corner.
    mutating func guide(_ guide: AlignmentGuide, of item: Int, size: Size, in proposal: ProposedSize) -> Double {
        explicitGuide(guide, of: item, size: size, in: proposal) ?? Self.defaultGuide(guide, size)
    }

    static func defaultGuide(_ guide: AlignmentGuide, _ size: Size) -> Double {
        switch guide {
        case .leading, .top: 0
        case .horizontalCenter: size.width / 2
        case .trailing: size.width
        case .verticalCenter: size.height / 2
        case .bottom, .firstBaseline, .lastBaseline: size.height
        }
    }

    /// Where a view itself sets a guide; nil: it doesn't.
    mutating func explicitGuide(_ guide: AlignmentGuide, of item: Int, size: Size, in proposal: ProposedSize) -> Double? {
        guard guide.isBaseline || tree.hasGuides else { return nil }
        switch tree.items[item].kind {
        // These lay out their children to find the guide, and their children do the same. So the result is kept.
        case .stack, .gridRow, .zStack:
            let question = GuideQuestion(item: item, guide: guide, proposal: proposal)
            if let known = guides[question] { return known }
            let value = foundGuide(guide, of: item, size: size, in: proposal)
            guides[question] = .some(value)
            return value
        default: return foundGuide(guide, of: item, size: size, in: proposal)
        }
    }

    private mutating func foundGuide(_ guide: AlignmentGuide, of item: Int, size: Size, in proposal: ProposedSize) -> Double? {
        let isBaseline = guide.isBaseline
        let kind = tree.items[item].kind
        switch kind {
        case .text(let index):
            guard isBaseline else { return nil }
            let layout = textLayout(tree.texts[index], in: proposal)
            return guide == .firstBaseline ? layout.firstBaseline : layout.lastBaseline
        case .fixed(_, let baseline): return isBaseline ? baseline : nil
        case .guide(let own, let value) where own == guide: return value
        case .stack(let axis, let alignment, let spacing):
            let first = StackLayout.layOut(item, axis, alignment, spacing, in: StackLayout.placing(proposal, size, axis), &self).first
            return combined(guide, from: first)
        case .gridRow(let alignment):
            let first = StackLayout.layOut(item, .horizontal, alignment ?? .center, nil, in: StackLayout.placing(proposal, size, .horizontal), &self).first
            return combined(guide, from: first)
        case .zStack(let alignment): return combined(guide, from: ZStackLayout.layOut(item, alignment, in: proposal, &self).first)
        case .layered:
            guard tree.items[item].firstChild >= 0 else { return nil }
            return explicitGuide(guide, of: Int(tree.items[item].firstChild), size: size, in: proposal)
        case .firstThatFits(let horizontally, let vertically):
            return fitting(item, horizontally, vertically, in: proposal).flatMap { explicitGuide(guide, of: $0, size: size, in: proposal) }
        case .position, .room, .picture, .spacer, .divider, .grid, .lazyGrid, .chartLabels: return nil
        default:
            let child = Int(tree.items[item].firstChild)
            guard child >= 0 else { return nil }
            let (offset, offer) = OneChildLayout.placement(of: child, within: kind, size: size, in: proposal, &self)
            let childSize = self.size(of: child, in: offer)
            guard let value = explicitGuide(guide, of: child, size: childSize, in: offer) else { return nil }
            // An offset moves the drawing, not the guide.
            if case .offset = kind { return value }
            return value + (guide.isHorizontal ? offset.x : offset.y)
        }
    }

    /// Combines the guides of the children in ``scratch``: the first of the first baselines, the last of the last ones, and the mean of other guides.
    private mutating func combined(_ guide: AlignmentGuide, from first: Int) -> Double? {
        var (result, sum, count): (Double?, Double, Int) = (nil, 0, 0)
        for index in first..<scratch.count {
            let child = scratch[index]
            guard let own = explicitGuide(guide, of: child.item, size: child.size, in: child.proposal) else { continue }
            let value = own + (guide.isHorizontal ? child.origin.x : child.origin.y)
            (sum, count) = (sum + value, count + 1)
            switch guide {
            case .firstBaseline: result = min(result ?? value, value)
            case .lastBaseline: result = max(result ?? value, value)
            default: result = sum / Double(count)
            }
        }
        scratch.removeLast(scratch.count - first)
        return result
    }

    // MARK: Places

    private mutating func place(_ item: Int, at origin: Point, in proposal: ProposedSize, into frames: inout LayoutFrames) {
        let size = size(of: item, in: proposal)
        let kind = tree.items[item].kind
        frames.set(Rect(origin: origin, size: size), proposal, of: item)
        switch kind {
        case .text, .room, .fixed, .picture, .spacer, .divider: break
        case .stack(let axis, let alignment, let spacing):
            placeScratch(
                from: StackLayout.layOut(item, axis, alignment, spacing, in: StackLayout.placing(proposal, size, axis), &self).first, origin, into: &frames)
        case .gridRow(let alignment):
            let room = StackLayout.placing(proposal, size, .horizontal)
            placeScratch(from: StackLayout.layOut(item, .horizontal, alignment ?? .center, nil, in: room, &self).first, origin, into: &frames)
        case .zStack(let alignment): placeScratch(from: ZStackLayout.layOut(item, alignment, in: proposal, &self).first, origin, into: &frames)
        case .layered(let alignment):
            let (horizontal, vertical) = (alignment.horizontalGuide, alignment.verticalGuide)
            for (number, child) in tree.children(of: item).enumerated() {
                let offer = number == 0 ? proposal : ProposedSize(size)
                let childSize = self.size(of: child, in: offer)
                // The layers' guides meet those of the view itself, which `item` takes from its first child.
                let offset =
                    number == 0
                    ? .zero
                    : Point(
                        x: guide(horizontal, of: item, size: size, in: proposal) - guide(horizontal, of: child, size: childSize, in: offer),
                        y: guide(vertical, of: item, size: size, in: proposal) - guide(vertical, of: child, size: childSize, in: offer))
                place(child, at: origin + offset, in: offer, into: &frames)
            }
        case .firstThatFits(let horizontally, let vertically):
            if let child = fitting(item, horizontally, vertically, in: proposal) { place(child, at: origin, in: proposal, into: &frames) }
        case .grid:
            let grid = GridLayout(item, in: proposal, &self)
            for row in grid.rows { frames.set(Rect(origin: origin + row.frame.origin, size: row.frame.size), ProposedSize(row.frame.size), of: row.item) }
            for cell in grid.cells { place(cell.item, at: origin + cell.origin, in: cell.proposal, into: &frames) }
        case .lazyGrid(let index):
            for cell in LazyGridLayout(item, tree.lazyGrids[index], in: proposal, &self).cells {
                place(cell.item, at: origin + cell.origin, in: cell.proposal, into: &frames)
            }
        case .chartLabels(let index):
            for (child, offset) in ChartLabelLayout.origins(of: item, tree.chartLabels[index], in: size, &self) {
                place(child, at: origin + offset, in: ChartLabelLayout.offer(in: size), into: &frames)
            }
        default:
            let child = Int(tree.items[item].firstChild)
            guard child >= 0 else { return }
            let (offset, offer) = OneChildLayout.placement(of: child, within: kind, size: size, in: proposal, &self)
            place(child, at: origin + offset, in: offer, into: &frames)
        }
    }

    private mutating func placeScratch(from first: Int, _ origin: Point, into frames: inout LayoutFrames) {
        for index in first..<scratch.count {
            let child = scratch[index]
            place(child.item, at: origin + child.origin, in: child.proposal, into: &frames)
        }
        scratch.removeLast(scratch.count - first)
    }

    /// Where a child lies in a room, so that their guides meet.
    mutating func aligned(_ child: Int, _ size: Size, _ proposal: ProposedSize, in room: Size, _ alignment: ViewAlignment) -> Point {
        let (horizontal, vertical) = (alignment.horizontalGuide, alignment.verticalGuide)
        return Point(
            x: Self.defaultGuide(horizontal, room) - guide(horizontal, of: child, size: size, in: proposal),
            y: Self.defaultGuide(vertical, room) - guide(vertical, of: child, size: size, in: proposal))
    }
}

/// Where the boxes of a tree lie.
struct LayoutFrames {
    /// Nil: it isn't shown, as another was chosen.
    private(set) var frames: ContiguousArray<Rect?>
    /// The offer that each got.
    private(set) var proposals: ContiguousArray<ProposedSize>
    /// How often a box was measured.
    fileprivate(set) var measurements = 0

    init(count: Int) {
        frames = ContiguousArray(repeating: nil, count: count)
        proposals = ContiguousArray(repeating: .unspecified, count: count)
    }

    mutating func set(_ frame: Rect, _ proposal: ProposedSize, of item: Int) { (frames[item], proposals[item]) = (frame, proposal) }
}

/// The sizes that were found, by item and proposal.
private struct SizeMemo {
    private struct Entry {
        /// Not a number: nothing was proposed.
        let width: Double
        let height: Double
        let size: Size
        let next: Int32
    }

    private var first: ContiguousArray<Int32>
    private var entries: ContiguousArray<Entry> = []

    init(count: Int) {
        first = ContiguousArray(repeating: -1, count: count)
        entries.reserveCapacity(count * 4)
    }

    func size(of item: Int, in proposal: ProposedSize) -> Size? {
        var index = first[item]
        while index >= 0 {
            let entry = entries[Int(index)]
            if Self.isSame(entry.width, proposal.width), Self.isSame(entry.height, proposal.height) { return entry.size }
            index = entry.next
        }
        return nil
    }

    mutating func remember(_ size: Size, of item: Int, in proposal: ProposedSize) {
        entries.append(Entry(width: proposal.width ?? .nan, height: proposal.height ?? .nan, size: size, next: first[item]))
        first[item] = Int32(entries.count - 1)
    }

    private static func isSame(_ known: Double, _ asked: Double?) -> Bool { asked.map { $0 == known } ?? known.isNaN }
}
