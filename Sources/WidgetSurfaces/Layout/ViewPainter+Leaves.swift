import WidgetCore
import WidgetLayout

extension ViewPainter {
    /// The style of `node`'s characters; nil: they are transparent.
    func style(of node: Int, _ scope: Scope) -> CellStyle? {
        let environment = index.environments[node]
        guard !environment.isClear else { return nil }
        var style = environment.style
        if scope.opacity < 0.6 { style.isDim = true }
        return style
    }

    /// The characters as they are shown, or bars where they are redacted.
    private func shown(_ characters: [TextCharacter], _ node: Int) -> [TextCharacter] {
        guard index.environments[node].isRedacted else { return characters }
        let bar = TextCharacter(text: traits.isUnicode ? "█" : "#", width: 1)
        return characters.flatMap { $0.isSpace ? [$0] : Array(repeating: bar, count: $0.width) }
    }

    private mutating func write(_ characters: [TextCharacter], _ node: Int, column: Int, row: Int, style: CellStyle, _ scope: Scope) {
        write(shown(characters, node), column: column, row: row, style: style, clip: scope.clip)
    }

    /// Texts, symbols, labels, gauges, progress and pictures.
    mutating func paintLeaf(_ node: Int, in place: CellRect, _ scope: Scope) {
        note(tick: layout.leaves.nextTick(of: node, columns: place.size.columns))
        guard let style = style(of: node, scope) else { return }
        if let bar = layout.leaves.bar(of: node, columns: place.size.columns) {
            paint(bar, node, in: place, style: style, scope)
        } else if layout.leaves.picture(of: node) != nil {
            paintPicture(node, in: place, style: style, scope)
        } else if let big = layout.measuredBigText(of: node, in: place.size) {
            paint(big, node, in: place, style: style, scope)
        } else if case .gauge(let gauge)? = index.archive.nodes[node].content, let ring = layout.leaves.ring(of: node, in: place.size, grows: true) {
            paint(ring, gauge, node, in: place, style: style, scope)
        } else {
            paintLines(of: node, in: place, style: style, scope)
        }
    }

    private mutating func paintLines(of node: Int, in place: CellRect, style: CellStyle, _ scope: Scope) {
        // The label of a round gauge stands below the middle of its value.
        let isGauge = if case .gauge? = index.archive.nodes[node].content { true } else { false }
        let alignment = isGauge ? .center : index.environments[node].multilineAlignment
        for (number, line) in layout.measuredLines(of: node, in: place.size).enumerated() {
            let column = place.column + alignment.leading(of: max(0, place.size.columns - line.width))
            write(line, node, column: column, row: place.row + number, style: style, scope)
            noteText(line, of: node)
        }
    }

    /// Keeps the first line of text, without a symbol.
    private mutating func noteText(_ line: [TextCharacter], of node: Int) {
        guard firstLine == nil, !index.environments[node].isRedacted else { return }
        switch index.archive.nodes[node].content {
        case .text: firstLine = line.reduce(into: "") { $0 += $1.text }
        case .label(let title, _):
            // Without its symbol.
            let text = line.reduce(into: "") { $0 += $1.text }
            firstLine = text.hasSuffix(title) ? title : text
        default: break
        }
    }

    /// Keeps the place where a button, toggle or link is tapped.
    private mutating func noteAction(of node: Int, in place: CellRect, _ scope: Scope) {
        let id: String?
        switch index.archive.nodes[node].content {
        case .button(let action), .toggle(let action, _, _): id = index.archive.actions.indices.contains(action) ? index.archive.actions[action].id : nil
        case .link: id = index.linkIDs[node]
        default: return
        }
        let place = place.intersection(scope.clip)
        guard let id, place.size.columns > 0, place.size.rows > 0 else { return }
        actions.append(.init(id: id, place: place))
    }

    /// Text above and the bar below it, or both in one line.
    private mutating func paint(_ bar: LeafContent.Bar, _ node: Int, in place: CellRect, style: CellStyle, _ scope: Scope) {
        var column = place.column
        var columns = place.size.columns
        let barRow: Int
        if bar.hasText, place.size.rows >= 2 {
            let label = TextLayout.truncated(bar.label, to: max(0, columns - bar.value.width - 1), isUnicode: traits.isUnicode)
            let value = TextLayout.truncated(bar.value, to: columns, isUnicode: traits.isUnicode)
            write(label, node, column: column, row: place.row, style: style, scope)
            write(value, node, column: column + columns - value.width, row: place.row, style: style, scope)
            barRow = place.row + 1
        } else {
            barRow = place.row
            let text = bar.label + (bar.label.isEmpty || bar.value.isEmpty ? [] : [TextCharacter(text: " ", width: 1)]) + bar.value
            // The text leaves at least four columns for the bar.
            let label = TextLayout.truncated(text, to: max(0, columns - 5), isUnicode: traits.isUnicode)
            if !label.isEmpty {
                write(label, node, column: column, row: barRow, style: style, scope)
                column += label.width + 1
                columns -= label.width + 1
            }
        }
        paintBar(bar.fraction, node, column: column, row: barRow, columns: columns, style: style, scope)
    }

    private mutating func paintBar(_ fraction: Double?, _ node: Int, column: Int, row: Int, columns: Int, style: CellStyle, _ scope: Scope) {
        guard columns > 0 else { return }
        var filled = style
        filled.foreground = index.environments[node].tint ?? style.foreground ?? .named(.accent)
        var empty = style
        empty.isDim = true
        // A redacted bar is as full as any other.
        let fraction = index.environments[node].isRedacted ? 1 : fraction
        let bar = CellBar(fraction: fraction ?? 0, filled: filled, track: empty, isUnicode: traits.isUnicode)
        draw(.bar(bar), in: CellRect(column: column, row: row, size: CellSize(columns: columns, rows: 1)), clip: scope.clip)
    }

    /// A picture. Where there is no picture or no colour, a shaded area with the accessibility label.
    private mutating func paintPicture(_ node: Int, in place: CellRect, style: CellStyle, _ scope: Scope) {
        if traits.isUnicode, traits.colorDepth != .none, !index.environments[node].isRedacted, let digest = layout.leaves.picture(of: node)?.digest,
            let image = traits.picture(digest)
        {
            return draw(.picture(CellPicture(digest: digest, image: image)), in: place, clip: scope.clip)
        }
        var shade = style
        shade.isDim = true
        let mark = TextCharacter(text: traits.isUnicode ? "▒" : ":", width: 1)
        for row in 0..<place.size.rows {
            write(Array(repeating: mark, count: place.size.columns), column: place.column, row: place.row + row, style: shade, clip: scope.clip)
        }
        let label = SafeText.line(index.archive.nodes[node].accessibilityLabel, isUnicode: traits.isUnicode)
        guard !label.isEmpty, !index.environments[node].isRedacted else { return }
        let text = TextLayout.truncated(label, to: place.size.columns, isUnicode: traits.isUnicode)
        let spot = place.aligning(CellSize(columns: text.width, rows: 1), .center)
        write(text, column: spot.column, row: spot.row, style: style, clip: scope.clip)
    }

    /// The label of a button, toggle or link between its marks.
    mutating func paintWrapped(_ node: Int, in place: CellRect, _ scope: Scope) {
        noteAction(of: node, in: place, scope)
        let marks = layout.leaves.marks(around: node)
        let room = CellRect(
            column: place.column + marks.before.width, row: place.row,
            size: CellSize(columns: place.size.columns - marks.before.width - marks.after.width, rows: place.size.rows))
        if var style = style(of: node, scope) {
            style.foreground = index.environments[node].tint ?? style.foreground ?? .named(.accent)
            let middle = place.row + (place.size.rows - 1) / 2
            write(marks.before, column: place.column, row: middle, style: style, clip: scope.clip)
            write(marks.after, column: room.column + max(0, room.size.columns), row: middle, style: style, clip: scope.clip)
            if index.children[node].isEmpty { paintLines(of: node, in: room, style: style, scope) }
        }
        if !index.children[node].isEmpty { paintStack(node, axis: .horizontal, alignment: .center, spacing: nil, in: room, scope) }
    }

    mutating func paintDivider(_ node: Int, in place: CellRect, _ scope: Scope) {
        guard var style = style(of: node, scope) else { return }
        style.isDim = true
        let isUpright = index.parentAxis[node] == .horizontal
        let mark = TextCharacter(text: isUpright ? (traits.isUnicode ? "│" : "|") : (traits.isUnicode ? "─" : "-"), width: 1)
        for row in 0..<(isUpright ? place.size.rows : 1) {
            write(
                Array(repeating: mark, count: isUpright ? 1 : place.size.columns), column: place.column, row: place.row + row, style: style, clip: scope.clip)
        }
    }

    /// A shape of a cell or two is a character, and an upright one of a column is a line. A larger one colours the background, so that text in front of it
    /// stays readable. Its round edges are in quarters of cells.
    mutating func paintShape(_ node: Int, _ shape: ViewShape, in place: CellRect, _ scope: Scope) {
        guard var style = style(of: node, scope) else { return }
        if let own = shape.style, let color = CellColor(own) { style.foreground = color }
        // Lines and outlines are finer than cells.
        guard shape.stroke == nil else { return }
        if case .path = shape.form { return }
        if place.size.rows == 1, place.size.columns <= 2 {
            let isRound = shape.form == .circle
            let mark = traits.isUnicode ? (isRound ? "●" : "■") : (isRound ? "o" : "#")
            write([TextCharacter(text: mark, width: 1)], column: place.column, row: place.row, style: style, clip: scope.clip)
        } else if place.size.columns == 1 {
            let mark = TextCharacter(text: traits.isUnicode ? "┃" : "|", width: 1)
            for row in 0..<place.size.rows { write([mark], column: place.column, row: place.row + row, style: style, clip: scope.clip) }
        } else if let color = style.foreground {
            let isRound = traits.isUnicode && traits.colorDepth != .none
            draw(.shape(CellShape(shape: isRound ? shape : .rectangle, style: style, color: color)), in: place, clip: scope.clip)
        }
    }

    /// A text in letters of several rows.
    mutating func paint(_ big: BigText, _ node: Int, in place: CellRect, style: CellStyle, _ scope: Scope) {
        var style = style
        // The letters are thick already, and many terminals have another colour for what is bold.
        style.isBold = false
        let left = place.column + index.environments[node].multilineAlignment.leading(of: max(0, place.size.columns - big.size.columns))
        let text = CellText(lines: [.init(column: 0, characters: big.text)], style: style, scale: big.scale, gap: big.gap)
        draw(.text(text), in: CellRect(column: left, row: place.row, size: big.size), clip: scope.clip)
    }

    /// A round gauge with its value and label.
    mutating func paint(_ ring: GaugeRing, _ gauge: Gauge, _ node: Int, in place: CellRect, style: CellStyle, _ scope: Scope) {
        var filled = style
        filled.foreground = index.environments[node].tint ?? style.foreground ?? .named(.accent)
        var track = style
        track.isDim = true
        let left = place.column + (place.size.columns - ring.ring.columns) / 2
        let drawing = CellRing(fraction: gauge.fraction, filled: filled, track: track)
        draw(.ring(drawing), in: CellRect(column: left, row: place.row, size: ring.ring), clip: scope.clip)
        func center(_ text: [TextCharacter], in columns: Int, from left: Int, row: Int) {
            write(text, column: left + (columns - text.width) / 2, row: place.row + row, style: style, clip: scope.clip)
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
