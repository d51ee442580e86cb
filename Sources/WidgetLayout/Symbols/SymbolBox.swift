import WidgetCore

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

/// How wide a symbol's lines are beside letters of a weight.
struct SymbolWeight: Sendable, Hashable {
    /// The lines' width, as a factor of the font's size.
    private let line: Double

    init(_ weight: ViewFont.Weight) {
        line = Self.regularLine + Self.share * (Self.stems[weight.rank - 1] - Self.regularStem)
    }

    /// The lines' width in units of the outlines' square.
    var width: Double { line / SymbolBox.drawnSide * SymbolOutline.side }

    /// How far an outline's edges move outwards, in the same units.
    var growth: Double { (width - Self.drawnWidth) / 2 }

    /// The outlines' own width of a line: two steps of Material's grid of 24.
    static let drawnWidth = SymbolOutline.side / 12
    /// The widths of Inter's capital I, from ultralight to black.
    private static let stems = [0.0227, 0.0444, 0.0664, 0.0881, 0.1097, 0.1317, 0.1538, 0.1758, 0.1974]
    private static let regularStem = 0.0881
    /// A line is a little wider than a stem, since it stands by itself.
    private static let regularLine = 0.095
    /// Lines change less than stems. Otherwise the gaps within a symbol would close, and the lightest lines vanish.
    private static let share = 0.75
}
