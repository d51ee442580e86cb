public import WidgetCore

/// A widget, drawn: exactly as many cells as were asked for.
public struct RenderedWidget: Sendable, Hashable {
    /// A button or a toggle, and where it was drawn.
    public struct Action: Sendable, Hashable {
        /// The action's id in the archive.
        public var id: String
        /// Within the widget.
        public var place: CellRect

        public init(id: String, place: CellRect) {
            self.id = id
            self.place = place
        }
    }

    public var size: CellSize
    /// As many lines as the size has rows, each with as many cells as it has columns.
    public var lines: [[Cell]]
    /// When it looks different without a new entry, because a text follows the clock; nil: never.
    public var nextTick: Timestamp?
    /// The actions, in the order in which they were drawn.
    public var actions: [Action]
    /// The pictures that are seen whole. They are drawn with half cells, and a terminal may show them there by a protocol of its own.
    public var pictures: [PicturePlacement]
    /// The drawings of its views; nil: nobody asked for them (``SurfaceTraits/recordsDrawings``).
    public var recording: CellRecording?

    public init(
        size: CellSize, lines: [[Cell]], nextTick: Timestamp? = nil, actions: [Action] = [], pictures: [PicturePlacement] = []
    ) {
        self.size = size
        self.lines = lines
        self.nextTick = nextTick
        self.actions = actions
        self.pictures = pictures
    }

    /// The lines as a terminal takes them, without line ends. Each ends in the terminal's own style.
    /// - Parameter terminalBackground: the terminal's own background, on which text without a background is kept readable; nil: it isn't known.
    public func ansiLines(_ depth: SurfaceTraits.ColorDepth, terminalBackground: CellColor? = nil) -> [String] {
        lines.map { ANSIEncoder.line($0, depth, terminalBackground: terminalBackground) }
    }

    /// The lines of a screen on which pictures lie. A line with pictures is written around them, from the first column on, and erases only the cells that it
    /// writes.
    public func ansiLines(_ depth: SurfaceTraits.ColorDepth, terminalBackground: CellColor? = nil, around pictures: [PicturePlacement]) -> [String] {
        lines.enumerated().map { row, cells in
            let places = pictures.map(\.place).filter { $0.row <= row && row < $0.endRow }.sorted { $0.column < $1.column }
            guard !places.isEmpty else { return ANSIEncoder.line(cells, depth, terminalBackground: terminalBackground) }
            var text = ""
            var start = 0
            for end in places.map(\.column) + [cells.count] {
                if end > start {
                    text +=
                        "\u{1B}[\(start + 1)G\u{1B}[\(end - start)X"
                        + ANSIEncoder.line(Array(cells[start..<end]), depth, terminalBackground: terminalBackground)
                }
                start = max(start, places.first { $0.column == end }?.endColumn ?? end)
            }
            return text
        }
    }
}

extension [RenderedWidget] {
    /// One below the other, on the left edge of `columns`.
    public func stacked(columns: Int) -> RenderedWidget {
        var result = RenderedWidget(size: CellSize(columns: columns, rows: 0), lines: [])
        for widget in self {
            let row = result.size.rows
            result.lines += widget.lines.map { line in
                Array<Cell>((line + Array<Cell>(repeating: Cell(), count: Swift.max(0, columns - line.count))).prefix(columns))
            }
            result.actions += widget.actions.map { action in
                var action = action
                action.place.row += row
                return action
            }
            result.pictures += widget.pictures.map { picture in
                var picture = picture
                picture.place.row += row
                return picture
            }
            result.size.rows += widget.size.rows
            if let tick = widget.nextTick { result.nextTick = Swift.min(result.nextTick ?? tick, tick) }
        }
        return result
    }
}
