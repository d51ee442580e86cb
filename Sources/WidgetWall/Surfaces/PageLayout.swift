import WidgetCore
import WidgetLayout
import WidgetSettings

/// Where everything lies on a surface of a size. In points: the compositor's, divided by the zoom.
struct PageLayout {
    /// The whole surface.
    private(set) var size: Size
    /// The grids of the pages, and where each begins on its page.
    private(set) var pages: [(grid: WidgetGrid, origin: Point)] = []

    /// - Parameters:
    ///   - families: those of the widgets on each page.
    ///   - room: of the surface where the compositor says it, and otherwise of the display. Zero: unknown.
    init(_ surface: WallSurface, _ families: [[WidgetFamily]], room: Size) {
        let place = surface.place
        let margin = place.margin
        switch surface.kind {
        case .panel:
            let grid = WidgetGrid(row: families.flatMap(\.self), isVertical: surface.isVertical, spacing: place.spacing)
            size = Size(width: grid.size.width + 2 * margin, height: grid.size.height + 2 * margin)
            if surface.isVertical { size.height = max(size.height, room.height) } else { size.width = max(size.width, room.width) }
            // In the middle of the edge.
            let origin = Point(x: ((size.width - grid.size.width) / 2).rounded(), y: ((size.height - grid.size.height) / 2).rounded())
            pages = [(grid, origin)]
        case .desktop:
            let fits = room.width > 0 ? WidgetGrid.columns(in: room.width - 2 * margin, spacing: place.spacing) : Self.desktopColumns
            let grid = WidgetGrid(grid: families.flatMap(\.self), columns: place.columns ?? min(Self.desktopColumns, fits), spacing: place.spacing)
            size = grid.size
            pages = [(grid, .zero)]
        case .wall, .window:
            let width = room.width > 0 ? room.width : Self.windowSize.width
            let columns = place.columns ?? WidgetGrid.columns(in: width - 2 * margin, spacing: place.spacing)
            let grids = families.map { WidgetGrid(grid: $0, columns: columns, spacing: place.spacing) }
            let largest = Size(width: grids.map(\.size.width).max() ?? 0, height: grids.map(\.size.height).max() ?? 0)
            size =
                room.width > 0 && room.height > 0
                ? room : Size(width: max(largest.width + 2 * margin, Self.least), height: max(largest.height + 2 * margin, Self.least))
            let whole = size
            pages = grids.map { grid in
                // In the middle; where there is less room, from the top left corner on.
                let (x, y) = ((whole.width - grid.size.width) / 2, (whole.height - grid.size.height) / 2)
                return (grid, Point(x: max(min(margin, whole.width), x).rounded(), y: max(min(margin, whole.height), y).rounded()))
            }
        }
    }

    /// Small widgets beside each other on a desktop, if the file doesn't say.
    private static let desktopColumns = 4
    /// A window's room for columns before its size is known.
    private static let windowSize = Size(width: 800, height: 600)
    /// The size of a window without widgets.
    private static let least = 200.0

    /// The frame of a widget on its page, in points of the surface.
    func frame(page: Int, place: Int) -> Rect {
        let frame = pages[page].grid.frames[place]
        return Rect(origin: pages[page].origin + frame.origin, size: frame.size)
    }

    var isEmpty: Bool { pages.allSatisfy { $0.grid.frames.isEmpty } }
}

/// The widgets of a surface's pages, and where they lie.
struct PageContents {
    /// Their ids.
    var pages: [[String]] = []
    /// Names of the file that no widget has.
    var unknown: [String] = []
    var layout = PageLayout(WallSurface(name: "", kind: .desktop), [], room: .zero)

    /// The widget at a point of the surface, and the corner of its frame.
    func widget(at point: Point, page: Int) -> (id: String, frame: Rect)? {
        guard pages.indices.contains(page) else { return nil }
        for (place, id) in pages[page].enumerated() {
            let frame = layout.frame(page: page, place: place)
            if frame.contains(point) { return (id, frame) }
        }
        return nil
    }
}
