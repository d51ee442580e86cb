extension RenderedWidget {
    /// Twice as wide and twice as high: bars fill four cells for each, and a letter stands in two, as the wide form that Unicode has of those of ASCII.
    public func doubled(traits: SurfaceTraits) -> RenderedWidget {
        let size = CellSize(columns: self.size.columns * 2, rows: self.size.rows * 2)
        var doubled: [[Cell]] = []
        doubled.reserveCapacity(size.rows)
        for line in lines {
            doubled.append(line.flatMap { Self.filled($0, traits) ?? Self.wide($0, traits) })
            doubled.append(line.flatMap { Self.filled($0, traits) ?? [Self.blank($0), Self.blank($0)] })
        }
        let actions = actions.map { action in
            let (place, size) = (action.place, action.place.size)
            let doubledSize = CellSize(columns: size.columns * 2, rows: size.rows * 2)
            return Action(id: action.id, place: CellRect(column: place.column * 2, row: place.row * 2, size: doubledSize))
        }
        return RenderedWidget(size: size, lines: doubled, nextTick: nextTick, actions: actions)
    }

    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    /// Two cells of what is drawn and not written; nil for letters.
    private static func filled(_ cell: Cell, _ traits: SurfaceTraits) -> [Cell]? {
        guard traits.isUnicode else { return cell.character == "#" ? [cell, cell] : nil }
        if ["░", "▒", "─", "━"].contains(cell.character) { return [cell, cell] }
        guard let eighth = eighths.firstIndex(of: cell.character), eighth > 0 else { return nil }
        return [min(8, eighth * 2), max(0, eighth * 2 - 8)].map { part in
            part == 0 ? blank(cell) : Cell(character: eighths[part], style: cell.style)
        }
    }

    /// A letter's two cells. What a wide one covers becomes the blanks behind it.
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
        return Cell(style: style)
    }
}
