import WidgetAPI
import WidgetCommands
import WidgetCore
import WidgetLayout

/// The pictures of a command, each at its place.
struct PictureArrangement {
    /// The list of everything.
    let list: DisplayList

    /// Points between widgets of a board, as between those of a home screen.
    private static let gap = 22.0
    private static let edge = 24.0

    /// Several pictures, which fill row after row like the words of a text.
    /// - Parameter width: the largest width of a row, in points.
    init(rows lists: [DisplayList], width: Double, scale: Double, backdrop: Backdrop?) {
        var parts: [(list: DisplayList, origin: Point)] = []
        var (x, y, height, widest) = (Self.edge, Self.edge, 0.0, 0.0)
        for list in lists {
            if x > Self.edge, x + list.size.width > width - Self.edge {
                (x, y, height) = (Self.edge, y + height + Self.gap, 0)
            }
            parts.append((list, Point(x: x, y: y)))
            x += list.size.width
            widest = max(widest, x)
            x += Self.gap
            height = max(height, list.size.height)
        }
        let size = Size(width: widest + Self.edge, height: y + height + Self.edge)
        list = DisplayList.composed(parts, size: size, scale: scale, background: backdrop?.paint(in: size))
    }

    /// A board's widgets, on the cells of a home screen.
    /// - Parameters:
    ///   - columns: cells beside each other.
    ///   - magnification: how much larger the pictures are than widgets are.
    init(board lists: [DisplayList], columns: Int, magnification: Double, scale: Double, backdrop: Backdrop?) {
        let (cell, gap) = (158 * magnification, Self.gap * magnification)
        // Two small widgets above each other are as high as a large one.
        let tallGap = (354 - 2 * 158) * magnification
        var cells = BoardCells(columns: columns)
        let places = lists.map { list in
            cells.take(
                width: Int(((list.size.width + gap) / (cell + gap)).rounded(.up)), height: Int(((list.size.height + tallGap) / (cell + tallGap)).rounded(.up)))
        }
        var tops = [Self.edge]
        for row in 0..<cells.rows { tops.append(tops[row] + cell + (cells.isJoined(row) ? tallGap : gap)) }
        let parts = zip(lists, places).map { list, place in
            (list: list, origin: Point(x: Self.edge + Double(place.column) * (cell + gap), y: tops[place.row]))
        }
        let widest = parts.map { $0.origin.x + $0.list.size.width }.max() ?? 0
        let lowest = parts.map { $0.origin.y + $0.list.size.height }.max() ?? 0
        let size = Size(width: widest + Self.edge, height: lowest + Self.edge)
        list = DisplayList.composed(parts, size: size, scale: scale, background: backdrop?.paint(in: size))
    }

    /// One picture, on a ground where the place has one.
    init(_ list: DisplayList, backdrop: Backdrop?) {
        guard let backdrop else {
            self.list = list
            return
        }
        self.list = DisplayList.composed([(list, .zero)], size: list.size, scale: list.scale, background: backdrop.paint(in: list.size))
    }
}
