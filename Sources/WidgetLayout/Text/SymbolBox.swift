/// The room of a symbol beside text of a font.
enum SymbolBox {
    /// How high a symbol is, in sizes of the font: a circle of the original's is as high and as wide.
    static let height = 1.17
    /// The side of the square in which the outlines are drawn, in sizes of the font. They leave a twelfth of it free on each side.
    static let drawnSide = height * 24 / 20
    /// The width of symbols, in sizes of the font. Without a bound an arrow's head would stand too close to its text.
    static let widths = 0.6...1.6

    /// The size of a symbol in points.
    static func size(of symbol: SymbolOutline, in font: DisplayFont) -> Size { Size(width: font.size * symbol.width, height: font.size * height) }
}
