/// The room of a symbol beside text of a font.
enum SymbolBox {
    /// The side of the square that a symbol takes, as a factor of the font's size: the width of a circle in SF Symbols.
    static let side = 1.17
    /// The side of the square in which the outlines are drawn. They leave a twelfth of it free on each side.
    static let drawnSide = side * 24 / 20

    static func width(in font: DisplayFont) -> Double { font.size * side }
}
