import WidgetCore
import WidgetSurfaces

/// A drawing as lines for a terminal, with its pictures by the terminal's own protocol.
struct PictureOutput {
    var terminal: TerminalTraits
    var pictures: Pictures

    /// The lines; the last one ends with the pictures, each drawn from there with the cursor put back behind it.
    func lines(_ drawing: RenderedWidget) -> [String] {
        // A terminal that is lower than the drawing has scrolled, and the pictures' places may be gone.
        guard terminal.pictures != .blocks, terminal.color != .none, drawing.size.rows < terminal.rows else {
            return drawing.ansiLines(terminal.color, ground: terminal.ground)
        }
        var drawing = drawing
        var sequences = ""
        for placement in drawing.pictures {
            guard let picture = text(placement) else { continue }
            let place = placement.place
            for row in place.row..<place.row + place.size.rows {
                for column in place.column..<place.column + place.size.columns { drawing.lines[row][column] = Cell() }
            }
            let up = drawing.size.rows - 1 - place.row
            sequences += "\u{1B}7" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[\(place.column + 1)G" + picture + "\u{1B}8"
        }
        var lines = drawing.ansiLines(terminal.color, ground: terminal.ground)
        if let last = lines.indices.last { lines[last] += sequences }
        return lines
    }

    private func text(_ placement: PicturePlacement) -> String? {
        let size = placement.place.size
        switch terminal.pictures {
        case .blocks: return nil
        case .kitty: return pictures.png(placement.image).map { KittyGraphics.text(png: $0, columns: size.columns, rows: size.rows) }
        case .sixel:
            let cell = terminal.cellPixels
            return pictures.image(placement.image).map {
                SixelEncoder.text($0.scaled(width: size.columns * cell.width, height: size.rows * cell.height))
            }
        }
    }
}
