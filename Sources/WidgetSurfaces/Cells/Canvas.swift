public import WidgetCore

/// A grid of cells to draw on. Parts that lie outside are left out.
struct Canvas {
    let size: CellSize
    private(set) var cells: [Cell]
    /// The pictures that lie on it whole, with nothing in front of them.
    private(set) var pictures: [PicturePlacement] = []
    /// How it is mixed with what is there; nil: it covers that.
    var fading: CellFading?
    /// How much is seen of each character that was written while something fades, 0 to 1.
    private var strengths: [Double] = []

    init(size: CellSize) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
    }

    var bounds: CellRect { CellRect(column: 0, row: 0, size: size) }

    var lines: [[Cell]] { (0..<size.rows).map { Array(cells[$0 * size.columns..<($0 + 1) * size.columns]) } }

    /// Writes characters from `column` on, as far as they lie within `clip`. Where `style` has no background, the one that is there stays.
    mutating func write(_ characters: some Sequence<TextCharacter>, column: Int, row: Int, style: CellStyle, clip: CellRect) {
        let clip = clip.intersection(bounds)
        guard row >= clip.row, row < clip.row + clip.size.rows else { return }
        var column = column
        for character in characters {
            defer { column += character.width }
            guard character.width > 0, column >= clip.column, column + character.width <= clip.column + clip.size.columns else { continue }
            guard let style = seen(style, column: column, row: row) else { continue }
            if !style.isPicture, !pictures.isEmpty { pictures.removeAll { $0.place.contains(column: column, row: row) } }
            release(column: column, row: row)
            if character.width == 2 { release(column: column + 1, row: row) }
            set(Cell(character: character.text, style: style), column: column, row: row)
            if character.width == 2 { set(Cell(character: "", style: style), column: column + 1, row: row) }
        }
    }

    /// Colours the background of `rect`; what is written there stays.
    mutating func fill(_ rect: CellRect, background: CellColor, clip: CellRect) {
        let area = rect.intersection(clip).intersection(bounds)
        pictures.removeAll { $0.place.intersection(area).size.columns > 0 && $0.place.intersection(area).size.rows > 0 }
        for row in area.row..<area.row + area.size.rows {
            for column in area.column..<area.column + area.size.columns {
                let index = row * size.columns + column
                guard let seen = fading.map({ $0.fill(background, over: cells[index].style.background) }) ?? background else { continue }
                cells[index].style.background = seen
            }
        }
    }

    /// Draws a picture, a pixel in each half of a cell, as far as it lies within `clip`; what is transparent stays as it is.
    mutating func draw(_ image: PixelImage, digest: ContentDigest, in place: CellRect, clip: CellRect) {
        let clip = clip.intersection(bounds)
        if place.intersection(clip) == place { pictures.append(PicturePlacement(image: digest, place: place)) }
        let scaled = image.scaled(width: place.size.columns, height: place.size.rows * 2)
        for row in 0..<place.size.rows {
            for column in 0..<place.size.columns {
                let upper = scaled.color(column, 2 * row)
                let lower = scaled.color(column, 2 * row + 1)
                guard let color = upper ?? lower else { continue }
                var style = CellStyle()
                style.foreground = color
                style.isPicture = true
                if upper != nil { style.background = lower }
                write([TextCharacter(text: upper == nil ? "▄" : "▀", width: 1)], column: place.column + column, row: place.row + row, style: style, clip: clip)
            }
        }
    }

    /// Copies `lines` to `column` and `row`.
    mutating func copy(_ lines: [[Cell]], column: Int, row: Int) {
        for (y, line) in lines.enumerated() where row + y >= 0 && row + y < size.rows {
            let first = (row + y) * size.columns
            // A wide character of which one half is covered isn't seen.
            if column > 0, column < size.columns, cells[first + column].character.isEmpty { cells[first + column - 1].character = " " }
            for (x, cell) in line.enumerated() where column + x >= 0 && column + x < size.columns { cells[first + column + x] = cell }
            let end = column + line.count
            if end > 0, end < size.columns, cells[first + end].character.isEmpty { cells[first + end].character = " " }
        }
    }

    /// The style of a character as it is seen there; nil: it isn't, or a character that is seen better is there.
    private mutating func seen(_ style: CellStyle, column: Int, row: Int) -> CellStyle? {
        guard let fading else { return style }
        if strengths.isEmpty { strengths = Array(repeating: 0, count: cells.count) }
        let index = row * size.columns + column
        guard fading.opacity >= min(CellFading.half, strengths[index]) else { return nil }
        guard let seen = fading.style(style, over: cells[index].style.background) else { return nil }
        strengths[index] = fading.opacity
        return seen
    }

    private mutating func set(_ cell: Cell, column: Int, row: Int) {
        let index = row * size.columns + column
        var cell = cell
        if cell.style.background == nil { cell.style.background = cells[index].style.background }
        cells[index] = cell
    }

    /// Puts a space in place of the other half of a wide character that is written over.
    private mutating func release(column: Int, row: Int) {
        let index = row * size.columns + column
        if cells[index].character.isEmpty, column > 0 { cells[index - 1].character = " " }
        if column + 1 < size.columns, cells[index + 1].character.isEmpty { cells[index + 1].character = " " }
    }
}

extension PixelImage {
    /// Nil: more transparent than not.
    fileprivate func color(_ column: Int, _ row: Int) -> CellColor? {
        let pixel = pixels[row * width + column]
        return pixel.alpha >= 128 ? .rgb(red: pixel.red, green: pixel.green, blue: pixel.blue) : nil
    }
}

/// A picture that was drawn, and the place where all of it is seen.
public struct PicturePlacement: Sendable, Hashable {
    public var image: ContentDigest
    public var place: CellRect

    public init(image: ContentDigest, place: CellRect) {
        self.image = image
        self.place = place
    }
}

/// A colour as a cell has it. Names stay names until it is known what the terminal can show.
public enum CellColor: Sendable, Hashable {
    case named(ViewColor.Name)
    /// sRGB.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How a cell looks.
public struct CellStyle: Sendable, Hashable {
    /// Nil: the terminal's own, or what contrasts with ``background``.
    public var foreground: CellColor?
    /// Nil: the terminal's own.
    public var background: CellColor?
    public var isBold = false
    public var isDim = false
    public var isItalic = false
    public var isUnderlined = false
    public var isStruckThrough = false
    /// Its colours are two pixels of a picture: they are shown as they are, not made readable.
    var isPicture = false
    /// Its colours are on their way to others: they are shown as they are, too.
    var isMixed = false
    /// An address that the terminal opens where a user clicks; nil: none. Harmless to write (``SafeText/address(_:)``).
    var link: String?

    public init() {}
}

/// One cell of a terminal.
public struct Cell: Sendable, Hashable {
    /// One visible character without control characters; empty: covered by the wide character to its left.
    public var character: String
    public var style: CellStyle

    public init(character: String = " ", style: CellStyle = CellStyle()) {
        self.character = character
        self.style = style
    }
}
