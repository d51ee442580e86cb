import WidgetCore

extension ViewPainter {
    /// A text in letters of several rows.
    mutating func paint(_ big: BigText, _ node: Int, in place: CellRect, style: CellStyle, _ scope: Scope) {
        var style = style
        // The letters are thick already, and many terminals have another colour for what is bold.
        style.isBold = false
        let left = place.column + index.environments[node].multilineAlignment.leading(of: max(0, place.size.columns - big.size.columns))
        for (row, characters) in big.rows.enumerated() {
            for (column, character) in characters.enumerated() where character != " " {
                canvas.write([TextCharacter(text: character, width: 1)], column: left + column, row: place.row + row, style: style, clip: scope.clip)
            }
        }
    }

    /// A round gauge with its value and label.
    mutating func paint(_ ring: GaugeRing, _ gauge: Gauge, _ node: Int, in place: CellRect, style: CellStyle, _ scope: Scope) {
        var filled = style
        filled.foreground = index.environments[node].tint ?? style.foreground ?? .named(.accent)
        var track = style
        track.isDim = true
        let left = place.column + (place.size.columns - ring.ring.columns) / 2
        for (position, cell) in ring.cells(fraction: gauge.fraction).enumerated() {
            guard let cell else { continue }
            canvas.write(
                [TextCharacter(text: cell.text, width: 1)], column: left + position % ring.ring.columns, row: place.row + position / ring.ring.columns,
                style: cell.isFilled ? filled : track, clip: scope.clip)
        }
        func center(_ text: [TextCharacter], in columns: Int, from left: Int, row: Int) {
            canvas.write(text, column: left + (columns - text.width) / 2, row: place.row + row, style: style, clip: scope.clip)
        }
        center(ring.value, in: ring.ring.columns, from: left, row: ring.ring.rows / 2)
        guard let row = ring.labelRow else { return }
        let label = TextLayout.truncated(SafeText.line(gauge.label, isUnicode: traits.isUnicode), to: place.size.columns, isUnicode: traits.isUnicode)
        if row == ring.ring.rows {
            center(label, in: place.size.columns, from: place.column, row: row)
        } else {
            center(label, in: ring.ring.columns, from: left, row: row)
        }
    }
}
