import WidgetCore

/// A cell of a grid, and where it lies in the grid.
struct PlacedCell {
    let item: Int
    var origin: Point
    var proposal: ProposedSize
}

/// Rows of cells whose columns have common widths. A child that isn't a row takes a row of its own.
struct GridLayout {
    private(set) var size = Size.zero
    private(set) var cells: [PlacedCell] = []
    /// The rows themselves, each as wide as the grid.
    private(set) var rows: [(item: Int, frame: Rect)] = []

    private struct Cell {
        let item: Int
        let column: Int
        let columns: Int
        let info: ViewGridCell?
    }

    private struct Row {
        let item: Int
        /// The alignment of the cells from top to bottom.
        let alignment: ViewAlignment
        let cells: [Cell]
    }

    /// Lengths of columns, or of rows.
    private struct Track {
        var least = 0.0
        var ideal = 0.0
        var most = 0.0
        var length = 0.0
    }

    init(_ grid: Int, in proposal: ProposedSize, _ engine: inout LayoutEngine) {
        guard case .grid(let alignment, let horizontal, let vertical) = engine.tree.items[grid].kind else { return }
        let rows = Self.rows(of: grid, alignment, engine.tree)
        let (across, down) = (horizontal ?? WidgetMetrics.spacing, vertical ?? WidgetMetrics.spacing)
        let columnCount = min(LayoutLimits.gridCells, rows.lazy.flatMap(\.cells).map { $0.columns == .max ? 1 : $0.column + $0.columns }.max() ?? 0)
        guard columnCount > 0 else { return }
        var columns = [Track](repeating: Track(), count: columnCount)
        var alignments: [Int: ViewAlignment] = [:]
        for cell in rows.lazy.flatMap(\.cells) {
            if let alignment = cell.info?.columnAlignment { alignments[cell.column] = alignment }
            guard cell.columns == 1, !(cell.info?.isUnsizedHorizontally ?? false) else { continue }
            Self.include(cell.item, .horizontal, across: nil, in: &columns[cell.column], &engine)
        }
        let widthGaps = Double(columnCount - 1) * across
        Self.share(proposal.width.map { $0 - widthGaps }, among: &columns)
        // A cell over several columns widens the last of them.
        for cell in rows.lazy.flatMap(\.cells) where cell.columns > 1 && !(cell.info?.isUnsizedHorizontally ?? false) {
            let span = cell.column..<min(columnCount, cell.columns == .max ? columnCount : cell.column + cell.columns)
            guard let last = span.last else { continue }
            let width = Self.length(of: span, in: columns, gap: across)
            let wanted = engine.length(of: cell.item, .horizontal, offered: width, across: nil)
            if wanted > width, proposal.width == nil || wanted.isFinite { columns[last].length += min(wanted, LayoutLimits.length) - width }
        }
        func width(_ cell: Cell) -> Double {
            Self.length(of: cell.column..<min(columnCount, cell.columns == .max ? columnCount : cell.column + cell.columns), in: columns, gap: across)
        }
        var heights = [Track](repeating: Track(), count: rows.count)
        for (number, row) in rows.enumerated() {
            for cell in row.cells where !(cell.info?.isUnsizedVertically ?? false) {
                Self.include(cell.item, .vertical, across: width(cell), in: &heights[number], &engine)
            }
            guard row.alignment.verticalGuide.isBaseline else { continue }
            // Baselines are aligned: the row's height is the largest part above the baseline plus the largest part below it.
            let parts = row.cells.map { cell in
                let offer = ProposedSize(width: width(cell), height: nil)
                let size = engine.size(of: cell.item, in: offer)
                return (size: size, guide: engine.guide(row.alignment.verticalGuide, of: cell.item, size: size, in: offer))
            }
            let height = (parts.map(\.guide).max() ?? 0) + (parts.map { $0.size.height - $0.guide }.max() ?? 0)
            heights[number].least = max(heights[number].least, height)
            heights[number].ideal = max(heights[number].ideal, height)
            heights[number].most = max(heights[number].most, height)
        }
        Self.share(proposal.height.map { $0 - Double(max(0, rows.count - 1)) * down }, among: &heights)
        size = Size(
            width: Self.length(of: 0..<columnCount, in: columns, gap: across), height: Self.length(of: 0..<rows.count, in: heights, gap: down))
        var y = 0.0
        for (number, row) in rows.enumerated() {
            let first = cells.count
            for cell in row.cells {
                let room = Size(width: width(cell), height: heights[number].length)
                let offer = ProposedSize(room)
                let own = engine.size(of: cell.item, in: offer)
                let x = cell.column == 0 ? 0 : Self.length(of: 0..<cell.column, in: columns, gap: across) + across
                var place = Point(
                    x: engine.aligned(cell.item, own, offer, in: room, alignments[cell.column] ?? alignment).x,
                    y: engine.aligned(cell.item, own, offer, in: room, row.alignment).y)
                if let anchor = cell.info?.anchor {
                    place = Point(x: (room.width - own.width) * anchor.x, y: (room.height - own.height) * anchor.y)
                }
                cells.append(PlacedCell(item: cell.item, origin: Point(x: x + place.x, y: y + place.y), proposal: offer))
            }
            if row.alignment.verticalGuide.isBaseline {
                // `aligned` has put the baselines on the row's lower edge: the highest view goes to the upper one.
                let highest = (first..<cells.count).filter { row.cells[$0 - first].info?.anchor == nil }.map { cells[$0].origin.y - y }.min() ?? 0
                for (index, cell) in zip(first..., row.cells) where cell.info?.anchor == nil { cells[index].origin.y -= highest }
            }
            self.rows.append((row.item, Rect(x: 0, y: y, width: size.width, height: heights[number].length)))
            y += heights[number].length + down
        }
    }

    private static func rows(of grid: Int, _ alignment: ViewAlignment, _ tree: LayoutTree) -> [Row] {
        tree.children(of: grid).map { child in
            guard case .gridRow(let own) = tree.items[child].kind else {
                return Row(item: child, alignment: alignment, cells: [Cell(item: child, column: 0, columns: .max, info: tree.cell(of: child))])
            }
            var column = 0
            let cells = tree.children(of: child).map { item in
                let info = tree.cell(of: item)
                let count = min(LayoutLimits.gridCells, max(1, info?.columns ?? 1))
                defer { column += count }
                return Cell(item: item, column: min(column, LayoutLimits.gridCells - 1), columns: count, info: info)
            }
            return Row(item: child, alignment: own ?? alignment, cells: cells)
        }
    }

    private static func include(_ item: Int, _ axis: Axis, across: Double?, in track: inout Track, _ engine: inout LayoutEngine) {
        track.least = max(track.least, engine.length(of: item, axis, offered: 0, across: across))
        track.most = max(track.most, engine.length(of: item, axis, offered: .infinity, across: across))
        var ideal = ProposedSize.unspecified
        ideal[axis.other] = across
        track.ideal = max(track.ideal, engine.size(of: item, in: ideal)[axis])
    }

    /// As a stack shares its length among children.
    private static func share(_ length: Double?, among tracks: inout [Track]) {
        guard let length, length.isFinite else {
            for index in tracks.indices { tracks[index].length = min(LayoutLimits.length, length == nil ? tracks[index].ideal : tracks[index].most) }
            return
        }
        var left = max(0, length)
        let order = tracks.indices.sorted { tracks[$0].most - tracks[$0].least < tracks[$1].most - tracks[$1].least }
        for (number, index) in order.enumerated() {
            let part = left / Double(order.count - number)
            tracks[index].length = max(tracks[index].least, min(part, tracks[index].most))
            left = max(0, left - tracks[index].length)
        }
    }

    private static func length(of tracks: Range<Int>, in all: [Track], gap: Double) -> Double {
        tracks.reduce(0) { $0 + all[$1].length } + Double(max(0, tracks.count - 1)) * gap
    }
}

/// A vertical grid of columns, or a horizontal one of rows, that its children fill one after the other.
struct LazyGridLayout {
    private(set) var size = Size.zero
    private(set) var cells: [PlacedCell] = []

    init(_ item: Int, _ grid: LazyGrid, in proposal: ProposedSize, _ engine: inout LayoutEngine) {
        // The axis across the lines: that of a vertical grid's columns.
        let across: Axis = grid.axis == .horizontal ? .vertical : .horizontal
        let tracks = Self.tracks(grid, in: proposal[across])
        guard !tracks.isEmpty else { return }
        let gap = grid.spacing ?? WidgetMetrics.spacing
        var (along, widest) = (0.0, 0.0)
        let children = Array(engine.tree.children(of: item))
        for start in stride(from: 0, to: children.count, by: tracks.count) {
            let line = children[start..<min(children.count, start + tracks.count)]
            var height = 0.0
            var sizes: [Size] = []
            for (child, track) in zip(line, tracks) {
                var offer = ProposedSize.unspecified
                offer[across] = track.length
                let size = engine.size(of: child, in: offer)
                sizes.append(size)
                height = max(height, size[across.other])
            }
            var place = 0.0
            for ((child, track), size) in zip(zip(line, tracks), sizes) {
                var (offer, origin, room) = (ProposedSize.unspecified, Point.zero, Size.zero)
                (offer[across], room[across], room[across.other]) = (track.length, track.length, height)
                let offset = engine.aligned(child, size, offer, in: room, track.alignment ?? grid.alignment ?? .center)
                origin = across == .horizontal ? Point(x: place + offset.x, y: along + offset.y) : Point(x: along + offset.x, y: place + offset.y)
                cells.append(PlacedCell(item: child, origin: origin, proposal: offer))
                place += track.length
                widest = max(widest, place)
                place += track.gap
            }
            along += height + (start + tracks.count < children.count ? gap : 0)
        }
        size[across] = max(widest, tracks.reduce(0) { $0 + $1.length } + tracks.dropLast().reduce(0) { $0 + $1.gap })
        size[across.other] = along
    }

    private struct Track {
        let length: Double
        let gap: Double
        let alignment: ViewAlignment?
    }

    private static func tracks(_ grid: LazyGrid, in length: Double?) -> [Track] {
        let gaps = grid.items.dropLast().reduce(0) { $0 + ($1.spacing ?? WidgetMetrics.spacing) }
        // Without a proposal each track has its least length, as in SwiftUI.
        let fixed = grid.items.reduce(0.0) { if case .fixed(let length) = $1.size { $0 + length } else { $0 } }
        var left = max(0, (length.map { $0.isFinite ? $0 : LayoutLimits.length } ?? 0) - gaps - fixed)
        var open = grid.items.reduce(0) { if case .fixed = $1.size { $0 } else { $0 + 1 } }
        var tracks: [Track] = []
        for item in grid.items {
            let gap = item.spacing ?? WidgetMetrics.spacing
            switch item.size {
            case .fixed(let length): tracks.append(Track(length: length, gap: gap, alignment: item.alignment))
            case .flexible(let least, let most):
                let length = max(least, min(left / Double(open), most))
                (left, open) = (max(0, left - length), open - 1)
                tracks.append(Track(length: length, gap: gap, alignment: item.alignment))
            case .adaptive(let least, let most):
                let room = left / Double(open)
                let count = max(1, min(LayoutLimits.gridCells, Int(min(1e6, (room + gap) / max(1, least + gap)))))
                let length = max(least, min((room - Double(count - 1) * gap) / Double(count), most))
                for _ in 0..<count { tracks.append(Track(length: length, gap: gap, alignment: item.alignment)) }
                (left, open) = (max(0, left - room), open - 1)
            }
        }
        return Array(tracks.prefix(LayoutLimits.gridCells))
    }
}

extension LayoutTree {
    /// A view's options for its grid cell: its own, or those of the view inside its modifiers.
    func cell(of item: Int) -> ViewGridCell? {
        var item = item
        while true {
            if items[item].cell >= 0 { return cells[Int(items[item].cell)] }
            guard let view = viewWithin(item) else { return nil }
            item = view
        }
    }
}
