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
    init(rows lists: [DisplayList], width: Double, scale: Double, backdrop: Backdrop) {
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
        list = DisplayList.composed(parts, size: size, scale: scale, background: backdrop.paint(in: size))
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
