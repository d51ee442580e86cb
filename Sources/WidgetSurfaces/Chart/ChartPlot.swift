import WidgetCore
import WidgetLayout

/// The values of a chart as characters on a grid of cells, without axis and legend. Pure.
struct ChartPlot {
    /// The owner of a character's colour.
    enum Ink: Sendable, Hashable {
        case series(Int)
        case mark(Int)
    }

    struct Glyph: Sendable, Hashable {
        var text: String
        var ink: Ink
    }

    let size: CellSize
    /// Row by row; nil: nothing is drawn there.
    private(set) var glyphs: [Glyph?]
    private let chart: Chart
    private let scale: ChartScale
    private let isUnicode: Bool

    init(_ chart: Chart, scale: ChartScale, size: CellSize, isUnicode: Bool) {
        self.chart = chart
        self.scale = scale
        self.size = size
        self.isUnicode = isUnicode
        glyphs = Array(repeating: nil, count: size.columns * size.rows)
        guard size.columns > 0, size.rows > 0 else { return }
        // In one row only the height of a block tells values apart.
        if chart.style == .sparkline || size.rows == 1 {
            for (row, index) in chart.series.indices.prefix(size.rows).enumerated() { drawSparkline(index, row: row) }
            return
        }
        switch chart.style {
        case .line, .sparkline: for index in chart.series.indices { drawLine(index) }
        // Stacked areas are drawn from the highest on, so that the lower ones cover their part of it.
        case .area: for index in chart.isStacked ? chart.series.indices.reversed() : Array(chart.series.indices) { drawArea(index) }
        case .bar: drawBars()
        }
        for index in chart.marks.indices { drawMark(index) }
    }

    /// The cell row in which a value lies.
    func row(of value: Double) -> Int { dotRow(of: value) / 4 }

    private func dotRow(of value: Double) -> Int { Int(((1 - scale.fraction(value)) * Double(size.rows * 4 - 1)).rounded()) }

    // MARK: One row

    private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let asciiBlocks = ["_", ".", ":", "-", "=", "+", "*", "#"]

    /// A series as one line of text, a character for each of `columns`; a gap is a space.
    static func sparkline(_ chart: Chart, series: Int, columns: Int, isUnicode: Bool) -> String {
        let plot = ChartPlot(
            Chart(style: .sparkline, series: [chart.series[series]], x: chart.x), scale: ChartScale(chart, rounds: false),
            size: CellSize(columns: columns, rows: 1),
            isUnicode: isUnicode)
        return plot.glyphs.reduce(into: "") { $0 += $1?.text ?? " " }
    }

    private mutating func drawSparkline(_ index: Int, row: Int) {
        let blocks = isUnicode ? Self.blocks : Self.asciiBlocks
        for (column, value) in scale.columns(chart.series[index].values, count: size.columns).enumerated() {
            guard let value else { continue }
            set(column, row, blocks[Int((scale.fraction(value) * 7).rounded())], .series(index))
        }
    }

    // MARK: Lines

    /// Braille has two by four dots in a cell; ASCII one.
    private mutating func drawLine(_ index: Int) {
        let (across, down) = isUnicode ? (2, 4) : (1, 1)
        let (width, height) = (size.columns * across, size.rows * down)
        var last: (x: Int, y: Int)?
        for (value, place) in zip(chart.series[index].values, scale.places) {
            guard let value else {
                last = nil
                continue
            }
            let point = (
                x: Int((place * Double(width - 1)).rounded()), y: Int(((1 - scale.fraction(value)) * Double(height - 1)).rounded())
            )
            let from = last ?? point
            let steps = max(abs(point.x - from.x), abs(point.y - from.y), 1)
            for step in 0...steps {
                dot(from.x + (point.x - from.x) * step / steps, from.y + (point.y - from.y) * step / steps, .series(index))
            }
            last = point
        }
    }

    private mutating func dot(_ x: Int, _ y: Int, _ ink: Ink) {
        guard isUnicode else { return set(x, y, "*", ink) }
        let place = y / 4 * size.columns + x / 2
        let bits: [UInt32] = x % 2 == 0 ? [0x01, 0x02, 0x04, 0x40] : [0x08, 0x10, 0x20, 0x80]
        let before = glyphs[place]?.text.unicodeScalars.first.map { $0.value & 0xFF } ?? 0
        guard let braille = Unicode.Scalar(0x2800 | before | bits[y % 4]) else { return }
        glyphs[place] = Glyph(text: String(Character(braille)), ink: ink)
    }

    // MARK: Areas and bars

    private mutating func drawArea(_ index: Int) {
        for (column, value) in scale.columns(chart.spans[index].map { $0?.end }, count: size.columns).enumerated() {
            if let value { fill(column..<column + 1, to: value, .series(index)) }
        }
    }

    /// Series stand beside each other, with a column between one place and the next where there is room. Where there are more values than that, a bar is the
    /// mean of several.
    private mutating func drawBars() {
        let count = chart.isStacked ? 1 : chart.series.count
        let values = scale.places.count
        let slots = max(1, min(values, size.columns / (count == 1 ? 1 : count + 1)))
        // The last needs no gap behind it.
        let step = max(count, (size.columns + 1) / slots)
        let width = max(1, step == count ? 1 : (step - 1) / count)
        let spans = chart.spans
        for index in chart.isStacked ? chart.series.indices.reversed() : Array(chart.series.indices) {
            let ends = spans[index].map { $0?.end }
            let heights = slots == values && chart.x.isEmpty ? ends : scale.columns(ends, count: slots)
            for (slot, value) in heights.enumerated() {
                guard let value else { continue }
                let left = slot * step + (chart.isStacked ? 0 : index * width)
                fill(left..<left + width, to: value, .series(index))
            }
        }
    }

    /// From 0, or the bound that is nearer to the value, in eighths of a row.
    private mutating func fill(_ columns: Range<Int>, to value: Double, _ ink: Ink) {
        let base = Int((scale.base * Double(size.rows)).rounded()) * 8
        var top = Int((scale.fraction(value) * Double(size.rows * 8)).rounded())
        // A value above the base is always seen.
        if scale.fraction(value) > scale.base { top = max(top, base + 1) }
        for row in 0..<size.rows {
            let bottom = (size.rows - 1 - row) * 8
            let text: String?
            if top > base {
                text = bottom >= base ? block(min(8, top - bottom)) : nil
            } else {
                // Below 0 there are only a whole block and its upper half.
                let depth = bottom < base ? min(8, bottom + 8 - top) : 0
                text = depth >= 6 ? block(8) : depth >= 2 ? (isUnicode ? "▀" : "#") : nil
            }
            guard let text else { continue }
            for column in columns.clamped(to: 0..<size.columns) { set(column, row, text, ink) }
        }
    }

    /// A block of 1 to 8 eighths, from below.
    private func block(_ eighths: Int) -> String? {
        guard eighths > 0 else { return nil }
        return isUnicode ? Self.blocks[eighths - 1] : eighths >= 4 ? "#" : "."
    }

    // MARK: Marks

    /// A line across, behind what is there.
    private mutating func drawMark(_ index: Int) {
        let y = dotRow(of: chart.marks[index].value)
        let text = isUnicode ? ["⠉", "⠒", "⠤", "⣀"][y % 4] : "-"
        for column in 0..<size.columns where glyphs[y / 4 * size.columns + column] == nil { set(column, y / 4, text, .mark(index)) }
    }

    private mutating func set(_ column: Int, _ row: Int, _ text: String, _ ink: Ink) { glyphs[row * size.columns + column] = Glyph(text: text, ink: ink) }
}
