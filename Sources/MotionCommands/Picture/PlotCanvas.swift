/// A rectangle of a picture, in pixels from the top left.
struct PlotRect: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }
}

/// The purpose of a shape, which says its colour.
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

/// The colours of a picture.
struct PlotTheme {
    let ground: PlotColor
    let text: PlotColor
    let axis: PlotColor
    let grid: PlotColor
    let mark: PlotColor
    /// Told apart by most people who see few colours (Okabe and Ito), darker or lighter for the ground.
    let curves: [PlotColor]

    static let light = PlotTheme(
        ground: PlotColor(0xFFFFFF), text: PlotColor(0x24292F), axis: PlotColor(0x57606A), grid: PlotColor(0xE4E7EB), mark: PlotColor(0x8C959F),
        curves: [0x0072B2, 0xD55E00, 0x008060, 0xB0447F, 0x9A6700, 0x5B4FC7].map(PlotColor.init))
    static let dark = PlotTheme(
        ground: PlotColor(0x161B22), text: PlotColor(0xE6EDF3), axis: PlotColor(0xA0A8B2), grid: PlotColor(0x2A313A), mark: PlotColor(0x768390),
        curves: [0x56B4E9, 0xFF9248, 0x2CC295, 0xE48CC0, 0xE3B341, 0xA79BFF].map(PlotColor.init))

    func color(_ ink: PlotInk) -> PlotColor {
        switch ink {
        case .text: text
        case .axis: axis
        case .grid: grid
        case .mark: mark
        case .curve(let number): curves[number % curves.count]
        }
    }
}

/// A colour of 8 bits for each of red, green and blue.
struct PlotColor: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    init(_ hex: UInt32) {
        (red, green, blue) = (UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
    }

    /// `#1f6feb`.
    var css: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
