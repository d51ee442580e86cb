/// A rectangle of a picture, in pixels from the top left.
struct PlotRect: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }
}

/// What something is drawn for, which says its colour.
enum PlotInk: Equatable {
    case text
    case axis
    case grid
    case mark
    /// A curve, by its number.
    case curve(Int)
}

/// How a straight line is broken.
enum PlotDash: CaseIterable {
    case solid, dashed, dotted, mixed

    /// Pixels that are drawn and left out in turn; empty: none is left out.
    var pattern: [Int] {
        switch self {
        case .solid: []
        case .dashed: [6, 4]
        case .dotted: [2, 3]
        case .mixed: [8, 3, 2, 3]
        }
    }

    /// Whether a pixel is drawn, counted from the line's beginning.
    func draws(_ pixel: Int) -> Bool {
        guard !pattern.isEmpty else { return true }
        var rest = pixel % pattern.reduce(0, +)
        return pattern.firstIndex {
            rest -= $0
            return rest < 0
        }.map { $0 % 2 == 0 } ?? true
    }
}

/// From where text extends.
enum PlotAnchor { case start, middle, end }

/// A picture that a plot is drawn on. Its letters are all of the same width.
protocol PlotCanvas {
    /// Pixels from one letter to the next, and from one line to the next.
    var letterWidth: Double { get }
    var lineHeight: Double { get }

    /// A straight line, a pixel wide, upright or level.
    mutating func line(from start: PlotPoint, to end: PlotPoint, _ ink: PlotInk, _ dash: PlotDash)
    /// A smooth line through points.
    mutating func curve(_ points: [PlotPoint], number: Int)
    /// Text whose lower edge, below which only descenders reach, is at `place`.
    mutating func text(_ text: String, at place: PlotPoint, _ anchor: PlotAnchor, _ ink: PlotInk)
}
