public import WidgetCore

/// The font of a run of text.
public struct DisplayFont: Sendable, Hashable {
    /// The family that a provider chose; empty: the surface's own for the design.
    public var name = ""
    /// Points.
    public var size: Double
    public var weight: ViewFont.Weight
    public var design: ViewFont.Design = .normal
    public var width: ViewFont.Width = .standard
    public var leading: ViewFont.Leading = .standard
    public var isItalic = false
    public var hasTabularDigits = false
    public var isSmallCaps = false

    /// Whether the display cut is used, as Apple's system font does from 20 points on. A text that is made smaller to fit keeps its cut.
    public let isDisplayCut: Bool

    public init(size: Double, weight: ViewFont.Weight = .regular) {
        self.size = size
        self.weight = weight
        isDisplayCut = size >= 20
    }

    /// The families for the design, as Pango and CSS have them: the first that is installed is used.
    public var families: String {
        if !name.isEmpty { return name }
        return switch design {
        case .normal, .rounded: isDisplayCut ? "Inter Display, Inter, sans-serif" : "Inter, sans-serif"
        case .serif: "Source Serif 4, Charis SIL, Noto Serif, serif"
        case .monospaced: "JetBrains Mono, DejaVu Sans Mono, monospace"
        }
    }

    /// The tracking that Apple's system font has at this size, in points after each character (Human Interface Guidelines, "Typography").
    var builtInTracking: Double {
        guard name.isEmpty, design == .normal || design == .rounded else { return 0 }
        let place = size - Self.smallestTracked
        guard place > 0 else { return Self.tracking[0] * size / Self.smallestTracked }
        let index = Int(place)
        guard index + 1 < Self.tracking.count else { return (Self.tracking.last ?? 0) * max(0, 1 - (size - 40) / 40) }
        return Self.tracking[index] + (Self.tracking[index + 1] - Self.tracking[index]) * (place - Double(index))
    }

    private static let smallestTracked = 6.0
    /// The tracking of sizes 6, 7 and so on.
    private static let tracking = [
        0.24, 0.23, 0.21, 0.17, 0.12, 0.06, 0, -0.08, -0.15, -0.23, -0.31, -0.43, -0.44, -0.45, -0.45, -0.36, -0.26, -0.10, 0.07, 0.15, 0.22, 0.29, 0.38, 0.40,
        0.40, 0.39, 0.41, 0.40, 0.40, 0.38, 0.37, 0.36, 0.37, 0.38, 0.37,
    ]
}

/// The box of a line of text. It doesn't depend on the metrics of the font, so that a layout is the same with every font.
///
/// The numbers are those of Apple's system font: a line of 17 points is 20.33 points high on a screen with three pixels per point.
struct LineBox: Sendable, Hashable {
    var ascent: Double
    var descent: Double
    var capHeight: Double

    init(_ font: DisplayFont) {
        (ascent, descent, capHeight) = (0.952 * font.size, 0.241 * font.size, 0.705 * font.size)
        switch font.leading {
        case .standard: break
        // Two points of a font of 17.
        case .tight: ascent -= font.size * 2 / 17
        case .loose: ascent += font.size * 2 / 17
        }
    }

    /// The box of a line that has both.
    mutating func include(_ other: LineBox, raisedBy offset: Double) {
        ascent = max(ascent, other.ascent + offset)
        descent = max(descent, other.descent - offset)
        capHeight = max(capHeight, other.capHeight)
    }
}

/// The sizes of text styles, by the size of text that a user has set: those of iOS.
enum TextStyles {
    static func font(_ style: ViewFont.Style, at size: ViewTraits.DynamicTypeSize) -> DisplayFont {
        DisplayFont(size: sizes(of: style)[size.rawValue - 1], weight: style == .headline ? .semibold : .regular)
    }

    /// From extra small to the fifth size of accessibility.
    private static func sizes(of style: ViewFont.Style) -> [Double] {
        switch style {
        case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
        case .title: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
        case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
        case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
        case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
        case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
        case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
        case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
        case .caption: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
        case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
        }
    }
}
