public import WidgetCore

/// The parts of a card beside the view itself.
public struct WidgetCard: Sendable, Hashable {
    /// Nil: there is none yet, and ``placeholder`` is shown.
    public var archive: ViewArchive?
    public var family: WidgetFamily
    /// In the frame's upper edge; empty: none.
    public var title: String
    /// In the frame's lower edge, such as `stale`; empty: none.
    public var status: String
    public var placeholder: String
    /// An action was performed, and the new entry hasn't arrived.
    public var isInvalidated: Bool
    /// Where the view is higher than the card, the last row says how many lines are left out.
    public var showsRemainingCount: Bool
    /// A user has selected it: its frame says so.
    public var isSelected: Bool
    /// The content reaches up to the frame.
    public var hasNoMargins: Bool

    public init(
        archive: ViewArchive?, family: WidgetFamily, title: String = "", status: String = "", placeholder: String = "No timeline yet",
        isInvalidated: Bool = false, showsRemainingCount: Bool = false, isSelected: Bool = false, hasNoMargins: Bool = false
    ) {
        self.archive = archive
        self.family = family
        self.title = title
        self.status = status
        self.placeholder = placeholder
        self.isInvalidated = isInvalidated
        self.showsRemainingCount = showsRemainingCount
        self.isSelected = isSelected
        self.hasNoMargins = hasNoMargins
    }
}

/// The frame around a card.
enum CardFrame {
    /// An inline widget has no frame, and neither has one that is too small for it.
    private static func isThere(_ card: WidgetCard, _ size: CellSize) -> Bool { card.family != .accessoryInline && size.columns >= 5 && size.rows >= 3 }

    /// The places within the frame. The content is one column away from its sides where the card has margins; the background reaches up to it.
    static func inside(_ card: WidgetCard, _ size: CellSize) -> (content: CellRect, background: CellRect) {
        let whole = CellRect(column: 0, row: 0, size: size)
        guard isThere(card, size) else { return (whole, whole) }
        let background = CellRect(column: 1, row: 1, size: CellSize(columns: size.columns - 2, rows: size.rows - 2))
        let margin = size.columns >= 12 && !card.hasNoMargins ? 1 : 0
        let content = CellRect(column: 1 + margin, row: 1, size: CellSize(columns: size.columns - 2 - 2 * margin, rows: size.rows - 2))
        return (content, background)
    }

    /// Whether a line says what the title says.
    static func isTitle(_ line: String, of card: WidgetCard, traits: SurfaceTraits) -> Bool {
        func plain(_ text: String) -> String {
            SafeText.line(text.lowercased(), isUnicode: traits.isUnicode).split(whereSeparator: \.isSpace).map { $0.map(\.text).joined() }.joined(
                separator: " ")
        }
        return plain(line) == plain(card.title)
    }

    /// Draws the frame around the content.
    static func draw(_ card: WidgetCard, on canvas: inout Canvas, traits: SurfaceTraits) {
        let size = canvas.size
        guard isThere(card, size) else { return }
        let marks = traits.isUnicode ? (card.isSelected ? Marks.heavy : Marks.unicode) : Marks.ascii
        var style = CellStyle()
        style.isDim = !card.isSelected
        style.isBold = card.isSelected
        let marker = card.isSelected ? (traits.isUnicode ? "▸" : ">") + (card.title.isEmpty ? "" : " ") : ""
        edge(marks.topLeft, marks.horizontal, marks.topRight, marker + card.title, row: 0, on: &canvas, style: style, titleIsBold: true, traits: traits)
        edge(
            marks.bottomLeft, marks.horizontal, marks.bottomRight, card.status, row: size.rows - 1, on: &canvas, style: style, titleIsBold: false,
            traits: traits)
        for row in 1..<size.rows - 1 {
            for column in [0, size.columns - 1] {
                canvas.write([TextCharacter(text: marks.vertical, width: 1)], column: column, row: row, style: style, clip: canvas.bounds)
            }
        }
    }

    private struct Marks {
        var topLeft: String, topRight: String, bottomLeft: String, bottomRight: String, horizontal: String, vertical: String

        static let unicode = Marks(topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│")
        static let heavy = Marks(topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛", horizontal: "━", vertical: "┃")
        static let ascii = Marks(topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|")
    }

    /// `╭─ Title ────╮`
    private static func edge(
        _ left: String, _ line: String, _ right: String, _ title: String, row: Int, on canvas: inout Canvas, style: CellStyle, titleIsBold: Bool,
        traits: SurfaceTraits
    ) {
        let columns = canvas.size.columns
        var characters = [TextCharacter(text: left, width: 1)]
        characters += Array(repeating: TextCharacter(text: line, width: 1), count: columns - 2)
        characters.append(TextCharacter(text: right, width: 1))
        canvas.write(characters, column: 0, row: row, style: style, clip: canvas.bounds)
        let text = SafeText.line(String(title.prefix(SurfaceLimits.titleCharacters)), isUnicode: traits.isUnicode)
        var titleStyle = CellStyle()
        titleStyle.isBold = titleIsBold
        titleStyle.isDim = !titleIsBold
        // A small frame has no room to spare around it.
        let isTight = columns < narrowColumns && text.width > columns - 6
        let room = isTight ? columns - 2 : columns - 6
        guard !text.isEmpty, room >= 1 else { return }
        let fitted = TextLayout.truncated(text, to: room, isUnicode: traits.isUnicode)
        let space = isTight ? [] : [TextCharacter(text: " ", width: 1)]
        canvas.write(space + fitted + space, column: isTight ? 1 : 2, row: row, style: titleStyle, clip: canvas.bounds)
    }

    /// A frame of fewer columns is a small one: a round widget's has nine.
    private static let narrowColumns = 14
}
