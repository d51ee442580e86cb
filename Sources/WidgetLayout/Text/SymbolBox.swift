/// The room of a symbol beside text of a font.
enum SymbolBox {
    /// The height of a symbol, as a factor of the font's size: that of a circle in SF Symbols.
    static let height = 1.17
    /// The side of the square in which the outlines are drawn, as a factor of the font's size. They leave a twelfth of it free on each side.
    static let drawnSide = height * 24 / 20
    /// The width of symbols, as a factor of the font's size. Without a bound the head of an arrow would stand too close to its text.
    static let widths = 0.6...1.6

    /// The size of a symbol in points.
    static func size(of symbol: SymbolOutline, in font: DisplayFont) -> Size { Size(width: font.size * symbol.width, height: font.size * height) }
}
