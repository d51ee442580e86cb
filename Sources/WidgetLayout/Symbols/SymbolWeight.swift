import WidgetCore

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
