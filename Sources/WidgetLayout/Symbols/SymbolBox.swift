/// The room of a symbol beside text of a font.
enum SymbolBox {
    /// The height of a symbol, as a factor of the font's size: that of a circle in SF Symbols.
    static let height = 1.17
    /// The side of the square in which the outlines are drawn, as a factor of the font's size. The circle takes 784 of its 960 units with a regular line.
    static let drawnSide = height * SymbolOutline.side / 784
    /// The narrowest symbol, as a factor of the font's size: the head of an arrow.
    private static let least = 0.6
    /// The free room beside an outline, on both sides together. Symbols as wide as a circle have less, and wider ones none.
    private static let (bearings, wide) = (0.1, 1.2)

    /// The width of a symbol by that of its outline, both as factors of the font's size.
    static func width(ofOutline width: Double) -> Double { max(least, width, min(wide, width + bearings)) }

    /// The size of a symbol in points.
    static func size(of symbol: SymbolOutline, fontSize: Double) -> Size { Size(width: fontSize * symbol.width, height: fontSize * height) }
}
