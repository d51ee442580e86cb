import WidgetCore
public import WidgetLayout

/// Turns what a card's views have drawn on cells into display lists, and such lists into cells again. So a terminal's card can be animated as any other
/// surface's: by the list, and with its rules.
///
/// A point of the list is an eighth of a column, and a sixteenth of a row. An appearance that a list names is kept, and has a number in the book.
public struct CellBook: Sendable {
    /// The appearance of a drawing.
    enum Entry: Sendable, Hashable {
        case letters(CellStyle, scale: Int, clip: CellRect)
        case drawing(CellDrawing, clip: CellRect)
    }

    private(set) var entries: [Entry] = []
    private var numbers: [Entry: Int] = [:]

    public init() {}

    /// How many appearances it has.
    public var count: Int { entries.count }

    // MARK: Cells to a list

    /// The list of what was drawn. Its size is that of the whole card.
    public mutating func list(of recording: CellRecording, size: CellSize) -> DisplayList {
        var list = DisplayList(
            size: Size(width: Double(size.columns) * Points.perColumn, height: Double(size.rows) * Points.perRow), scale: 1)
        for item in recording.items {
            list.nodes.append(
                DisplayNode(id: item.id, frame: Rect(item.place), content: content(item), end: list.nodes.count + 1))
        }
        return list
    }

    private mutating func content(_ item: CellRecording.Item) -> DisplayContent {
        guard case .text(let text) = item.drawing else {
            // The numbers are points of an outline, which nobody draws.
            var outline = Outline()
            for number in item.drawing.numbers { outline.move(to: Point(x: number * Self.unit, y: 0)) }
            let entry = number(of: .drawing(item.drawing.appearance, clip: item.clip))
            return .shape(DisplayShape(outline, paint: Self.paint, symbol: "\(entry)"))
        }
        var style = text.style
        style.isDim = false
        let entry = number(of: .letters(style, scale: text.scale, clip: item.clip))
        let lines = text.lines.enumerated().map { row, line in
            var x = Double(item.place.column + line.column) * Points.perColumn
            let runs = line.characters.map { character in
                let width = character.points(scale: text.scale)
                defer { x += width + Double(text.gap * max(1, text.scale)) * Points.perColumn / 2 }
                return run(character, entry: entry, isDim: text.style.isDim, x: x, width: width)
            }
            return DisplayText.Line(baseline: Double(item.place.row + row) * Points.perRow, runs: runs)
        }
        return .text(DisplayText(lines: lines))
    }

    private func run(_ character: TextCharacter, entry: Int, isDim: Bool, x: Double, width: Double) -> DisplayText.Run {
        var font = DisplayFont(size: Points.perRow)
        font.name = "\(entry)"
        var run = DisplayText.Run(text: character.text, font: font, x: x, width: width, paint: Self.paint)
        // A number that can be animated, as a drawing's are.
        run.tracking = isDim ? 1 : 0
        return run
    }

    private mutating func number(of entry: Entry) -> Int {
        if let number = numbers[entry] { return number }
        entries.append(entry)
        numbers[entry] = entries.count - 1
        return entries.count - 1
    }

    /// Points for a number of 1.
    static let unit = 1_000.0
    private static let paint = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))

    // MARK: A list to cells

    /// A card as it is at a moment of an animation: what belongs to its views is drawn from the list. The card itself, if it has no recording.
    public func draw(_ list: DisplayList, on card: RenderedWidget, terminal: TerminalColors) -> RenderedWidget {
        guard let area = card.recording?.area else { return card }
        var frame = CellFrame(entries: entries, size: card.size, terminal: terminal)
        frame.draw(list)
        var result = card
        let place = area.intersection(frame.canvas.bounds)
        for row in place.row..<place.endRow {
            let start = row * card.size.columns
            result.lines[row].replaceSubrange(
                place.column..<place.endColumn, with: frame.canvas.cells[start + place.column..<start + place.endColumn])
        }
        // A picture that moves is drawn with cells.
        result.pictures = card.pictures.filter(frame.canvas.pictures.contains)
        return result
    }
}

extension TextCharacter {
    /// The points of a book that it is wide.
    /// - Parameter scale: as ``CellText/scale``.
    fileprivate func points(scale: Int) -> Double {
        guard scale > 0 else { return Double(width) * Points.perColumn }
        return Double((BigFont.glyph(text)?.first?.count ?? 0) * scale) * Points.perColumn / 2
    }
}

extension Rect {
    fileprivate init(_ place: CellRect) {
        self.init(
            x: Double(place.column) * Points.perColumn, y: Double(place.row) * Points.perRow, width: Double(place.size.columns) * Points.perColumn,
            height: Double(place.size.rows) * Points.perRow)
    }
}
