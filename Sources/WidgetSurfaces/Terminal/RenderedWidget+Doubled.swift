extension RenderedWidget {
    /// The drawing, twice as wide and twice as high. A bar's cell becomes four cells. An ASCII letter fills two, in Unicode's full-width form.
    public func doubled(traits: SurfaceTraits) -> RenderedWidget {
        let size = CellSize(columns: self.size.columns * 2, rows: self.size.rows * 2)
        var doubled: [[Cell]] = []
        doubled.reserveCapacity(size.rows)
        for line in lines {
            doubled.append(line.flatMap { Self.blocks($0)?.top ?? Self.filled($0, traits) ?? Self.wide($0, traits) })
            doubled.append(line.flatMap { Self.blocks($0)?.bottom ?? Self.filled($0, traits) ?? [Self.blank($0), Self.blank($0)] })
        }
        let actions = actions.map { action in
            let (place, size) = (action.place, action.place.size)
            let doubledSize = CellSize(columns: size.columns * 2, rows: size.rows * 2)
            return Action(id: action.id, place: CellRect(column: place.column * 2, row: place.row * 2, size: doubledSize))
        }
        return RenderedWidget(size: size, lines: doubled, nextTick: nextTick, actions: actions)
    }

    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    /// Four cells of a block that is filled from below or in quarters; nil for others.
    private static func blocks(_ cell: Cell) -> (top: [Cell], bottom: [Cell])? {
        func full(_ isFull: Bool) -> Cell { isFull ? Cell(character: "█", style: cell.style) : blank(cell) }
        if let quarters = QuarterCell.quarters(of: cell.character) {
            return ([full(quarters[0]), full(quarters[1])], [full(quarters[2]), full(quarters[3])])
        }
        guard let index = rising.firstIndex(of: cell.character) else { return nil }
        let height = 2 * (index + 1)
        let top = height > 8 ? Cell(character: rising[height - 9], style: cell.style) : blank(cell)
        let bottom = Cell(character: rising[min(8, height) - 1], style: cell.style)
        return ([top, top], [bottom, bottom])
    }

    private static let rising = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Two cells of a drawn character, such as a bar's; nil for letters.
    private static func filled(_ cell: Cell, _ traits: SurfaceTraits) -> [Cell]? {
        guard traits.isUnicode else { return cell.character == "#" ? [cell, cell] : nil }
        if ["░", "▒", "─", "━"].contains(cell.character) { return [cell, cell] }
        guard let eighth = eighths.firstIndex(of: cell.character), eighth > 0 else { return nil }
        return [min(8, eighth * 2), max(0, eighth * 2 - 8)].map { part in
            part == 0 ? blank(cell) : Cell(character: eighths[part], style: cell.style)
        }
    }

    /// A letter's two cells. Cells that a wide letter covers become the blanks behind it.
    private static func wide(_ cell: Cell, _ traits: SurfaceTraits) -> [Cell] {
        let cover = Cell(character: "", style: cell.style)
        if traits.isUnicode, cell.character.unicodeScalars.count == 1, let scalar = cell.character.unicodeScalars.first,
            (0x21...0x7E).contains(scalar.value), let wide = Unicode.Scalar(scalar.value + 0xFEE0)
        {
            return [Cell(character: String(Character(wide)), style: cell.style), cover]
        }
        if cell.character.isEmpty { return [blank(cell), blank(cell)] }
        return [cell, CellWidth.columns(of: cell.character) == 2 ? cover : blank(cell)]
    }

    private static func blank(_ cell: Cell) -> Cell {
        var style = cell.style
        style.isUnderlined = false
        style.isStruckThrough = false
        return Cell(style: style)
    }
}
