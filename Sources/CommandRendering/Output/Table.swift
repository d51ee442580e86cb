import WidgetSurfaces

/// Rows under headings, columns aligned by the width that a terminal gives each character.
package struct Table {
    package struct Cell {
        var text: String
        var emphasis: Style.Emphasis?

        package init(_ text: String, _ emphasis: Style.Emphasis? = nil) {
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

    package init(_ titles: String...) {
        columns = titles.map { Column(title: $0) }
    }

    /// A row; an empty cell is shown as a dash.
    package mutating func add(_ cells: Cell...) { add(cells) }

    mutating func add(_ cells: [Cell]) {
        rows.append(cells.map { $0.text.isEmpty ? Cell("-", .dim) : $0 })
    }

    /// The lines, each ended.
    ///
    /// - Parameter maximumWidth: the last column is cut to it; nil: whole.
    package func text(_ style: Style, maximumWidth: Int? = nil) -> String {
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
    package init(stringLiteral value: String) { self.init(value) }
}

/// Names and values, one pair a line, the values aligned.
package struct FieldList {
    private var fields: [(name: String, value: String, emphasis: Style.Emphasis?)] = []

    /// Adds a line; none where `value` is nil or empty.
    mutating func add(_ name: String, _ value: String?, _ emphasis: Style.Emphasis? = nil) {
        guard let value, !value.isEmpty else { return }
        fields.append((name, PlainText.line(value), emphasis))
    }

    /// The lines, each ended.
    package func text(_ style: Style) -> String {
        let width = fields.reduce(0) { max($0, DisplayWidth.of($1.name)) }
        return fields.reduce(into: "") { result, field in
            let padding = String(repeating: " ", count: width - DisplayWidth.of(field.name) + 2)
            result += style(.dim, field.name) + padding + style(field.emphasis, field.value) + "\n"
        }
    }
}

/// How many terminal columns text takes.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        CellWidth.columns(of: text)
    }

    /// The longest beginning that fits into `columns`, with an ellipsis where something is left out.
    package static func truncated(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        guard columns > 1 else { return columns == 1 ? "…" : "" }
        var result = ""
        var width = 0
        for character in text {
            let next = CellWidth.columns(of: character)
            if width + next > columns - 1 { break }
            result.append(character)
            width += next
        }
        return result + "…"
    }
}
