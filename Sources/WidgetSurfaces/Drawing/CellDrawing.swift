import WidgetCore
import WidgetLayout

/// Something that a view draws at once. Its numbers may be others from frame to frame; the rest is its appearance.
enum CellDrawing: Sendable, Hashable {
    case text(CellText)
    case fill(CellColor)
    case bar(CellBar)
    case ring(CellRing)
    case shape(CellShape)
    case plot(CellPlot)
    case picture(CellPicture)

    /// Its numbers, each from -1 to 1: they may change gradually. Whether a style is dim is one of them, because a view that is out of date becomes dim, and is
    /// otherwise the same.
    var numbers: [Double] {
        get {
            var copy = self
            var numbers: [Double] = []
            copy.forEachNumber { numbers.append($0) }
            return numbers
        }
        set {
            var rest = newValue[...]
            forEachNumber { $0 = rest.popFirst() ?? 0 }
        }
    }

    private mutating func forEachNumber(_ body: (inout Double) -> Void) {
        switch self {
        case .text(var text):
            text.style.forEachNumber(body)
            self = .text(text)
        case .bar(var bar):
            body(&bar.fraction)
            bar.fraction = min(1, max(0, bar.fraction))
            bar.filled.forEachNumber(body)
            bar.track.forEachNumber(body)
            self = .bar(bar)
        case .ring(var ring):
            body(&ring.fraction)
            ring.fraction = min(1, max(0, ring.fraction))
            ring.filled.forEachNumber(body)
            ring.track.forEachNumber(body)
            self = .ring(ring)
        case .plot(var plot):
            plot.forEachNumber(body)
            self = .plot(plot)
        case .shape(var shape):
            shape.style.forEachNumber(body)
            self = .shape(shape)
        case .fill, .picture: break
        }
    }

    /// The drawing without its numbers.
    var appearance: CellDrawing {
        var copy = self
        copy.numbers = numbers.map { _ in 0 }
        return copy
    }

    /// Draws it in a place, as far as it lies within `clip`.
    func draw(on canvas: inout Canvas, in place: CellRect, clip: CellRect) {
        switch self {
        case .text(let text): text.draw(on: &canvas, in: place, clip: clip)
        case .fill(let color): canvas.fill(place, background: color, clip: clip)
        case .bar(let bar): bar.draw(on: &canvas, in: place, clip: clip)
        case .ring(let ring): ring.draw(on: &canvas, in: place, clip: clip)
        case .shape(let shape): shape.draw(on: &canvas, in: place, clip: clip)
        case .plot(let plot): plot.draw(on: &canvas, in: place, clip: clip)
        case .picture(let picture): canvas.draw(picture.image, digest: picture.digest, in: place, clip: clip)
        }
    }
}

/// Lines of text in one style.
struct CellText: Sendable, Hashable {
    struct Line: Sendable, Hashable {
        /// From the left edge of the text's place.
        var column: Int
        var characters: [TextCharacter]
    }

    /// One below the other.
    var lines: [Line]
    var style: CellStyle
    /// Letters of three rows (1), or as often as many (``BigText``); 0: of one row.
    var scale = 0
    /// Pixels between two large letters.
    var gap = 0

    func draw(on canvas: inout Canvas, in place: CellRect, clip: CellRect) {
        for (row, line) in lines.enumerated() {
            guard scale > 0 else {
                canvas.write(line.characters, column: place.column + line.column, row: place.row + row, style: style, clip: clip)
                continue
            }
            guard let big = BigText(line.characters, scale: scale, gap: gap) else { continue }
            for (row, characters) in big.rows.enumerated() {
                for (column, character) in characters.enumerated() where character != " " {
                    let letter = TextCharacter(text: character, width: 1)
                    canvas.write([letter], column: place.column + line.column + column, row: place.row + row, style: style, clip: clip)
                }
            }
        }
    }
}

/// A bar that is filled from the left, to eighths of a column.
struct CellBar: Sendable, Hashable {
    /// 0 to 1.
    var fraction: Double
    var filled: CellStyle
    var track: CellStyle
    var isUnicode: Bool

    func draw(on canvas: inout Canvas, in place: CellRect, clip: CellRect) {
        let columns = place.size.columns
        let (full, empty) = isUnicode ? ("█", "░") : ("#", "-")
        canvas.write(
            Array(repeating: TextCharacter(text: empty, width: 1), count: columns), column: place.column, row: place.row, style: track, clip: clip)
        let eighths = Int((fraction * Double(columns) * 8).rounded())
        var bar = Array(repeating: TextCharacter(text: full, width: 1), count: min(columns, eighths / 8))
        let rest = eighths % 8
        if isUnicode, rest > 0, bar.count < columns { bar.append(TextCharacter(text: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1], width: 1)) }
        if !isUnicode, rest >= 4, bar.count < columns { bar.append(TextCharacter(text: full, width: 1)) }
        canvas.write(bar, column: place.column, row: place.row, style: filled, clip: clip)
    }
}

/// The ring of a round gauge, without its value and label.
struct CellRing: Sendable, Hashable {
    /// 0 to 1.
    var fraction: Double
    var filled: CellStyle
    var track: CellStyle

    func draw(on canvas: inout Canvas, in place: CellRect, clip: CellRect) {
        for (position, cell) in GaugeRing.cells(place.size, fraction: fraction).enumerated() {
            guard let cell else { continue }
            canvas.write(
                [TextCharacter(text: cell.text, width: 1)], column: place.column + position % place.size.columns,
                row: place.row + position / place.size.columns, style: cell.isFilled ? filled : track, clip: clip)
        }
    }
}

/// A filled shape of more than a cell or two. It colours the background, and its round edges are in quarters of cells.
struct CellShape: Sendable, Hashable {
    var shape: ViewShape
    var style: CellStyle
    var color: CellColor

    func draw(on canvas: inout Canvas, in place: CellRect, clip: CellRect) {
        let cells = ShapeCells(shape: shape, size: place.size)
        for row in 0..<place.size.rows {
            for column in 0..<place.size.columns {
                let cell = CellRect(column: place.column + column, row: place.row + row, size: CellSize(columns: 1, rows: 1))
                switch cells.fill(column: column, row: row) {
                case .none: break
                case .whole: canvas.fill(cell, background: color, clip: clip)
                case .part(let mark):
                    canvas.write([TextCharacter(text: mark, width: 1)], column: cell.column, row: cell.row, style: style, clip: clip)
                }
            }
        }
    }
}

/// The values of a chart, without axis and legend.
struct CellPlot: Sendable, Hashable {
    /// With the bounds of its scale as its own.
    private var chart: Chart
    private let unit: Double
    /// By series and by mark; nil: transparent.
    private var series: [CellStyle?]
    private var marks: [CellStyle?]
    private let isUnicode: Bool

    init(_ chart: Chart, scale: ChartScale, series: [CellStyle?], marks: [CellStyle?], isUnicode: Bool) {
        self.chart = chart
        (self.chart.minimum, self.chart.maximum) = (scale.lower, scale.upper)
        var unit = 1.0
        let largest = max(scale.lower.magnitude, scale.upper.magnitude)
        while unit < largest, unit < 1e300 { unit *= 10 }
        while unit > 1e-300, unit / 10 >= largest { unit /= 10 }
        self.unit = unit
        (self.series, self.marks, self.isUnicode) = (series, marks, isUnicode)
    }

    /// The bounds, the values and the marks, as parts of a power of ten; then its styles.
    fileprivate mutating func forEachNumber(_ body: (inout Double) -> Void) {
        func scaled(_ value: Double) -> Double {
            var part = value / unit
            body(&part)
            return part * unit
        }
        chart.minimum = chart.minimum.map(scaled)
        chart.maximum = chart.maximum.map(scaled)
        for series in chart.series.indices {
            for index in chart.series[series].values.indices { chart.series[series].values[index] = chart.series[series].values[index].map(scaled) }
        }
        for mark in chart.marks.indices { chart.marks[mark].value = scaled(chart.marks[mark].value) }
        for index in series.indices { series[index]?.forEachNumber(body) }
        for index in marks.indices { marks[index]?.forEachNumber(body) }
    }

    func draw(on canvas: inout Canvas, in place: CellRect, clip: CellRect) {
        let plot = ChartPlot(chart, scale: ChartScale(chart, rounds: false), size: place.size, isUnicode: isUnicode)
        for (position, glyph) in plot.glyphs.enumerated() {
            guard let glyph else { continue }
            let style: CellStyle? =
                switch glyph.ink {
                case .series(let number): series[number]
                case .mark(let number): marks[number]
                }
            guard let style else { continue }
            canvas.write(
                [TextCharacter(text: glyph.text, width: 1)], column: place.column + position % place.size.columns,
                row: place.row + position / place.size.columns, style: style, clip: clip)
        }
    }
}

/// A picture. It is the same where its bytes are.
struct CellPicture: Sendable, Hashable {
    var digest: ContentDigest
    var image: PixelImage

    static func == (lhs: CellPicture, rhs: CellPicture) -> Bool { lhs.digest == rhs.digest }
    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension CellStyle {
    /// 1: it is dim; 0: it isn't.
    mutating func forEachNumber(_ body: (inout Double) -> Void) {
        var dim = isDim ? 1.0 : 0
        body(&dim)
        isDim = dim >= 0.5
    }
}
