/// Draws a plot as lines of text.
///
/// Where there is colour, up to ``colors`` curves share one picture; else each has a panel of its own, as many beside each other as there is room for.
struct TerminalPlot {
    let plot: MotionPlot
    let columns: Int
    let rows: Int
    let isUnicode: Bool
    let isColored: Bool

    /// The colours of curves, in the order in which they are given; SGR parameters.
    static let colors = ["36", "33", "32", "35", "31", "34"]
    private static let dim = "2"
    /// Columns between two panels.
    private static let gap = 2

    /// The lines.
    var lines: [String] {
        let shared = isColored && plot.curves.count <= Self.colors.count
        if shared || plot.curves.count == 1 { return picture(Array(plot.curves.indices), columns: columns, rows: rows) + legend }
        let beside = max(1, min(plot.curves.count, (columns + Self.gap) / (PlotLimits.panelColumns + Self.gap)))
        let width = (columns - Self.gap * (beside - 1)) / beside
        let bands = (plot.curves.count + beside - 1) / beside
        var lines: [String] = []
        for band in 0..<bands {
            let curves = plot.curves.indices.dropFirst(band * beside).prefix(beside)
            let panels = curves.map { picture([$0], columns: width, rows: rows / min(bands, 2)) }
            for row in 0..<(panels.map(\.count).max() ?? 0) {
                lines.append(joined(panels.map { row < $0.count ? $0[row] : "" }, width: width))
            }
            if band + 1 < bands { lines.append("") }
        }
        return lines + legend
    }

    /// One row of several panels.
    private func joined(_ parts: [String], width: Int) -> String {
        var line = ""
        for (index, part) in parts.enumerated() {
            line += part
            let isLast = parts[(index + 1)...].allSatisfy(\.isEmpty)
            if isLast { break }
            line += String(repeating: " ", count: max(0, width - Self.shownColumns(part)) + Self.gap)
        }
        return line
    }

    /// The columns of a line: every character here takes one, and colours none.
    private static func shownColumns(_ line: String) -> Int {
        var columns = 0
        var isControl = false
        for scalar in line.unicodeScalars {
            if scalar == "\u{1B}" { isControl = true }
            if !isControl { columns += 1 }
            if isControl, scalar == "m" { isControl = false }
        }
        return columns
    }

    // MARK: One picture

    /// Some curves on the same axes, the names above where it is one and the figures below.
    private func picture(_ curves: [Int], columns: Int, rows: Int) -> [String] {
        let texts = curves.map { text(of: $0, isAlone: curves.count == 1, columns: columns) }
        let title = curves.count == 1 ? [styled(color(of: curves[0]), cut(plot.curves[curves[0]].label, columns))] : []
        let used = title.count + texts.reduce(0) { $0 + $1.count } + 3
        let height = min(max(rows - used, PlotLimits.curveRows.lowerBound), PlotLimits.curveRows.upperBound)
        return title + axes(curves, columns: columns, rows: height) + texts.flatMap { $0 }
    }

    private func axes(_ curves: [Int], columns: Int, rows: Int) -> [String] {
        let values = PlotScale(plot.values, ticks: max(2, rows / 3))
        let labels = values.ticks.map(values.label)
        let margin = (labels.map(\.count).max() ?? 0) + 1
        let width = max(1, columns - margin - 1)
        let canvas = canvas(curves, width: width, rows: rows)
        func row(_ value: Double) -> Int { Int(((1 - values.place(value)) * Double(canvas.height - 1)).rounded()) * rows / canvas.height }
        let end = row(1)
        let marks = curves.count == 1 ? plot.marks(of: plot.curves[curves[0]]) : []
        let signs = Dictionary(marks.map { (Int($0.time / plot.duration * Double(width - 1)), sign($0.mark)) }) { $1 }
        return (0..<rows).map { line in
            let tick = values.ticks.lastIndex { row($0) == line }.map { labels[$0] }
            let axis = tick == nil ? (isUnicode ? "│" : "|") : (isUnicode ? "┤" : "+")
            let label = String(repeating: " ", count: max(0, margin - 1 - (tick ?? "").count)) + (tick ?? "")
            var runs = Runs()
            for column in 0..<width {
                if let cell = canvas.cell(column: column, row: line) {
                    runs.add(cell.character, color(of: cell.curve))
                } else if let sign = signs[column] {
                    runs.add(sign, Self.dim)
                } else if line == end {
                    runs.add(isUnicode ? "┈" : column % 2 == 0 ? "." : " ", Self.dim)
                } else {
                    runs.add(" ", "")
                }
            }
            return Self.trimmed(styled(Self.dim, "\(label) \(axis)") + runs.runs.map { styled($0.code, $0.text) }.joined())
        } + timeAxis(margin: margin, width: width)
    }

    /// Characters that follow each other in one colour.
    private struct Runs {
        private(set) var runs: [(code: String, text: String)] = []

        mutating func add(_ character: Character, _ code: String) {
            if runs.last?.code == code {
                runs[runs.count - 1].text.append(character)
            } else {
                runs.append((code, String(character)))
            }
        }
    }

    private func canvas(_ curves: [Int], width: Int, rows: Int) -> DotCanvas {
        let values = PlotScale(plot.values, ticks: 1)
        var canvas = DotCanvas(columns: width, rows: rows, isUnicode: isUnicode)
        let (right, bottom) = (Double(canvas.width - 1), Double(canvas.height - 1))
        for curve in curves {
            var last: (x: Int, y: Int)?
            for point in plot.curves[curve].points(4 * canvas.width, until: plot.duration) {
                let dot = (x: Int((point.x / plot.duration * right).rounded()), y: Int(((1 - values.place(point.y)) * bottom).rounded()))
                canvas.line(from: last ?? dot, to: dot, curve: curve)
                last = dot
            }
        }
        return canvas
    }

    /// The axis with its ticks, and their labels.
    private func timeAxis(margin: Int, width: Int) -> [String] {
        let times = PlotScale(0...plot.duration, ticks: max(2, width / 10))
        var axis = Array(repeating: Character(isUnicode ? "─" : "-"), count: width)
        var labels = Array(repeating: Character(" "), count: margin + width + 1)
        var free = 0
        for tick in times.ticks {
            let column = Int((times.place(tick) * Double(width - 1)).rounded())
            axis[column] = isUnicode ? "┬" : "+"
            let label = Array(times.label(tick) + (tick == times.ticks.last ? " s" : ""))
            let start = min(max(margin + 1 + column - times.label(tick).count / 2, free), labels.count - label.count)
            guard start >= free else { continue }
            labels.replaceSubrange(start..<(start + label.count), with: label)
            free = start + label.count + 1
        }
        let line = String(repeating: " ", count: margin) + (isUnicode ? "└" : "+") + String(axis)
        return [styled(Self.dim, line), styled(Self.dim, Self.trimmed(String(labels)))]
    }

    // MARK: Text

    /// The figures of a curve, with its name in front where it isn't alone.
    private func text(of curve: Int, isAlone: Bool, columns: Int) -> [String] {
        let separator = isUnicode ? " · " : ", "
        let indent = isAlone ? "" : "  "
        var lines = isAlone ? [] : [styled(color(of: curve), cut((isUnicode ? "● " : "* ") + plot.curves[curve].label, columns))]
        var line = ""
        for sentence in plot.figures[curve].sentences {
            if line.isEmpty {
                line = sentence
            } else if indent.count + line.count + separator.count + sentence.count <= columns {
                line += separator + sentence
            } else {
                lines.append(indent + cut(line, columns - indent.count))
                line = sentence
            }
        }
        return lines + [indent + cut(line, columns - indent.count)]
    }

    /// The legend of the vertical lines.
    private var legend: [String] {
        let isShared = isColored && plot.curves.count > 1 && plot.curves.count <= Self.colors.count
        guard !isShared, !plot.marks.isEmpty else { return [] }
        return [styled(Self.dim, cut(plot.marks.map { "\(sign($0)) \($0.name)" }.joined(separator: "  "), columns))]
    }

    private func sign(_ mark: MotionPlot.Mark) -> Character {
        switch mark {
        case .complete: isUnicode ? "┊" : ":"
        case .end: isUnicode ? "╎" : "|"
        case .cut: isUnicode ? "┃" : "!"
        }
    }

    private func color(of curve: Int) -> String { Self.colors[curve % Self.colors.count] }

    private func styled(_ code: String, _ text: String) -> String {
        isColored && !code.isEmpty && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// Labels are ASCII.
    private func cut(_ text: String, _ columns: Int) -> String {
        guard text.count > columns else { return text }
        let ellipsis = isUnicode ? "…" : "..."
        return String(text.prefix(max(0, columns - ellipsis.count))) + ellipsis.prefix(max(0, columns))
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}

/// A drawing of dots in a terminal: eight in each cell as Braille patterns, or one in each as ASCII.
struct DotCanvas {
    let columns: Int
    let rows: Int
    let isUnicode: Bool
    /// The dots that are set in each cell, by Braille's bits, and the curve that was there last.
    private var dots: [UInt8]
    private var curves: [Int]

    /// Dots beside and above each other in a cell.
    private var cell: (width: Int, height: Int) { isUnicode ? (2, 4) : (1, 1) }
    var width: Int { columns * cell.width }
    var height: Int { rows * cell.height }

    init(columns: Int, rows: Int, isUnicode: Bool) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.isUnicode = isUnicode
        dots = Array(repeating: 0, count: self.columns * self.rows)
        curves = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// Braille's bits: of the left dots from the top down, then of the right ones.
    private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    /// Sets a dot, counted from the top left; what is outside is left out.
    mutating func set(_ x: Int, _ y: Int, curve: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        let index = y / cell.height * columns + x / cell.width
        dots[index] |= Self.bits[x % cell.width][y % cell.height]
        curves[index] = curve
    }

    /// Sets the dots of a line.
    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), curve: Int) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y))
        for step in 0...steps {
            // Halves away from zero, so that a line is the same from either end.
            func between(_ from: Int, _ to: Int) -> Int { steps == 0 ? from : Int((Double(from) + Double((to - from) * step) / Double(steps)).rounded()) }
            set(between(start.x, end.x), between(start.y, end.y), curve: curve)
        }
    }

    /// The character of a cell, and the curve that it belongs to; nil: none.
    func cell(column: Int, row: Int) -> (character: Character, curve: Int)? {
        let index = row * columns + column
        guard dots[index] != 0 else { return nil }
        guard isUnicode else { return ("*", curves[index]) }
        return (Unicode.Scalar(0x2800 + UInt32(dots[index])).map { Character($0) } ?? "*", curves[index])
    }
}
