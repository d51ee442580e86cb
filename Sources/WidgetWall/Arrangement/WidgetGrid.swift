import WidgetCore
import WidgetLayout

/// Where the widgets of a page lie, in points from the corner of all of them.
struct WidgetGrid: Hashable {
    /// The widgets' frames, in the order of the widgets.
    private(set) var frames: [Rect] = []
    private(set) var size = Size.zero

    /// Widgets in a grid of cells, each as large as a small widget. A widget takes the first place in reading order where it fits, as on a home screen.
    /// - Parameters:
    ///   - columns: cells beside each other; more, if a widget is wider.
    ///   - spacing: points between cells, `rowSpacing` more between rows.
    init(grid families: [WidgetFamily], columns: Int, spacing: Double) {
        let count = families.reduce(0) { $0 + $1.cells.columns * $1.cells.rows }
        var board = BoardCells(columns: max(families.map(\.cells.columns).max() ?? 1, min(columns, count)))
        // Columns that nobody takes are no part of it.
        var used = 0
        for family in families {
            let cells = family.cells
            let place = board.take(width: cells.columns, height: cells.rows)
            used = max(used, place.column + cells.columns)
            let room = Rect(
                origin: Self.origin(place.column, place.row, spacing),
                size: Size(width: Self.width(cells.columns, spacing), height: Self.height(cells.rows, spacing)))
            frames.append(Self.frame(of: family, in: room, spacing))
        }
        if used > 0 { size = Size(width: Self.width(used, spacing), height: Self.height(board.rows, spacing)) }
    }

    /// Widgets one after the other, each as large as it is.
    init(row families: [WidgetFamily], isVertical: Bool, spacing: Double) {
        let sizes = families.map { WidgetMetrics.size(of: $0) }
        let thickness = sizes.map { isVertical ? $0.width : $0.height }.max() ?? 0
        var position = 0.0
        for size in sizes {
            let length = isVertical ? size.height : size.width
            let inset = ((thickness - (isVertical ? size.width : size.height)) / 2).rounded()
            frames.append(Rect(origin: isVertical ? Point(x: inset, y: position) : Point(x: position, y: inset), size: size))
            position += length + spacing
        }
        let length = max(0, position - spacing)
        size = isVertical ? Size(width: thickness, height: length) : Size(width: length, height: thickness)
    }

    /// The cells that fit beside each other.
    static func columns(in width: Double, spacing: Double) -> Int { max(1, Int((width + spacing) / (cell + spacing))) }

    /// The place among the widgets at which one would be put that is dropped at a point, from 0 to their number.
    func place(at point: Point) -> Int {
        func distance(_ frame: Rect) -> Double {
            let (x, y) = (point.x - frame.midX, point.y - frame.midY)
            return x * x + y * y
        }
        guard let nearest = frames.indices.min(by: { distance(frames[$0]) < distance(frames[$1]) }) else { return 0 }
        let frame = frames[nearest]
        let isBehind = frame.contains(point) || point.y >= frame.minY && point.y < frame.maxY ? point.x >= frame.midX : point.y >= frame.midY
        return isBehind ? nearest + 1 : nearest
    }

    // MARK: Lengths

    /// A small widget's side.
    private static let cell = WidgetMetrics.size(of: .systemSmall).width
    /// The spacing at which a medium widget is as wide as two small ones and what is between them, and a large one as high.
    private static let usualSpacing = 22.0
    private static let extraRowSpacing = 16.0

    private static func width(_ columns: Int, _ spacing: Double) -> Double { Double(columns) * cell + Double(columns - 1) * spacing }

    private static func height(_ rows: Int, _ spacing: Double) -> Double { Double(rows) * cell + Double(rows - 1) * (spacing + extraRowSpacing) }

    private static func origin(_ column: Int, _ row: Int, _ spacing: Double) -> Point {
        Point(x: Double(column) * (cell + spacing), y: Double(row) * (cell + spacing + extraRowSpacing))
    }

    /// In the middle of its room, with its own size; with another spacing it grows or shrinks with the room.
    private static func frame(of family: WidgetFamily, in room: Rect, _ spacing: Double) -> Rect {
        var size = WidgetMetrics.size(of: family)
        if spacing != usualSpacing, family.isSystem {
            let cells = family.cells
            size.width += Double(cells.columns - 1) * (spacing - usualSpacing)
            size.height += Double(cells.rows - 1) * (spacing - usualSpacing)
        }
        if size.width > room.size.width, size.width - room.size.width > usualSpacing { size.width = room.size.width }
        return Rect(
            origin: Point(
                x: room.minX + ((room.size.width - size.width) / 2).rounded(), y: room.minY + ((room.size.height - size.height) / 2).rounded()), size: size)
    }
}

extension WidgetFamily {
    /// Not an accessory, which has one size alone.
    fileprivate var isSystem: Bool {
        switch self {
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait: true
        case .accessoryCircular, .accessoryRectangular, .accessoryInline, .accessoryCorner: false
        }
    }

    /// The cells of a grid that it takes.
    fileprivate var cells: (columns: Int, rows: Int) {
        switch self {
        case .systemSmall, .accessoryCircular, .accessoryCorner: (1, 1)
        case .accessoryRectangular: (1, 1)
        case .systemMedium, .accessoryInline: (2, 1)
        case .systemLarge: (2, 2)
        case .systemExtraLarge: (4, 2)
        case .systemExtraLargePortrait: (2, 4)
        }
    }
}
