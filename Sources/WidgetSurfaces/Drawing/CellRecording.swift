public import WidgetCore
import WidgetLayout

/// Everything that the views of an archive have drawn, by view, so that a surface can animate to the next archive.
public struct CellRecording: Sendable, Hashable {
    /// A drawing of a view.
    struct Item: Sendable, Hashable {
        var id: DisplayID
        var place: CellRect
        var clip: CellRect
        var drawing: CellDrawing
    }

    public let archive: ViewArchive
    /// The cells that belong to the views, and not to the frame around them.
    let area: CellRect
    /// In the order in which they were drawn.
    let items: [Item]
}

/// Keeps drawings as they are made.
struct CellRecorder {
    private(set) var items: [CellRecording.Item] = []
    /// Whose drawings are made now.
    var owner = DisplayID(node: .surface, part: 0)

    mutating func keep(_ drawing: CellDrawing, in place: CellRect, clip: CellRect) {
        items.append(CellRecording.Item(id: owner, place: place, clip: clip, drawing: drawing))
    }

    /// Keeps a line. It belongs to the text that was kept last, if it is the next line of that.
    mutating func keep(_ characters: [TextCharacter], column: Int, row: Int, style: CellStyle, clip: CellRect) {
        let size = CellSize(columns: characters.width, rows: 1)
        guard var last = items.last, last.id == owner, last.clip == clip, case .text(var text) = last.drawing, text.style == style, text.scale == 0,
            last.place.endRow == row
        else {
            let text = CellText(lines: [.init(column: 0, characters: characters)], style: style)
            return keep(.text(text), in: CellRect(column: column, row: row, size: size), clip: clip)
        }
        let left = min(last.place.column, column)
        for index in text.lines.indices { text.lines[index].column += last.place.column - left }
        text.lines.append(.init(column: column - left, characters: characters))
        let right = max(last.place.endColumn, column + size.columns)
        last.place = CellRect(column: left, row: last.place.row, size: CellSize(columns: right - left, rows: last.place.size.rows + 1))
        last.drawing = .text(text)
        items[items.count - 1] = last
    }
}
