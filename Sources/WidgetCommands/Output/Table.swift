/// Rows under headings, columns aligned by the width that a terminal gives each character.
struct Table {
    struct Cell {
        var text: String
        var emphasis: Style.Emphasis?

        init(_ text: String, _ emphasis: Style.Emphasis? = nil) {
            self.text = PlainText.line(text)
            self.emphasis = emphasis
        }
    }

    struct Column {
        var title: String
        var alignsRight = false
    }

    var columns: [Column]
    var rows: [[Cell]] = []

    init(_ titles: String...) {
        columns = titles.map { Column(title: $0) }
    }

    /// A row; an empty cell is shown as a dash.
    mutating func add(_ cells: Cell...) { add(cells) }

    mutating func add(_ cells: [Cell]) {
        rows.append(cells.map { $0.text.isEmpty ? Cell("-", .dim) : $0 })
    }

    /// The lines, each ended.
    ///
    /// - Parameter maximumWidth: the last column is cut to it; nil: whole.
    func text(_ style: Style, maximumWidth: Int? = nil) -> String {
        let widths = columns.indices.map { index in
            rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, index < $1.count ? DisplayWidth.of($1[index].text) : 0) }
        }
        var result = line(columns.map { Cell($0.title, .dim) }, widths, style, maximumWidth)
        for row in rows { result += line(row, widths, style, maximumWidth) }
        return result
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ style: Style, _ maximumWidth: Int?) -> String {
        var result = ""
        var used = 0
        for (index, cell) in cells.enumerated() {
            if index > 0 {
                result += "  "
                used += 2
            }
            var text = cell.text
            let isLast = index == cells.count - 1
            if isLast, let maximumWidth { text = DisplayWidth.truncated(text, to: max(1, maximumWidth - used)) }
            let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
            if columns[index].alignsRight {
                result += padding + style(cell.emphasis, text)
            } else {
                result += style(cell.emphasis, text) + (isLast ? "" : padding)
            }
            used += widths[index]
        }
        return result + "\n"
    }
}

extension Table.Cell: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(value) }
}
