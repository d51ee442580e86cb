/// One modifier of a view. Lengths are points, angles radians, opacities and fractions 0 to 1.
public enum ViewModifier: Sendable, Hashable {
    case font(ViewFont)
    case foreground(ViewColor)
    case tint(ViewColor)
    case background(ViewColor)
    case opacity(Double)
    case offset(x: Double, y: Double)
    case scale(x: Double, y: Double)
    case rotation(Double)
    case frame(ViewFrame)
    case padding(ViewInsets)
    case lineLimit(Int)
    case minimumScaleFactor(Double)
    case cornerRadius(Double)
    case accentable(Bool)
    case blur(Double)
    case redacted
    case multilineAlignment(ViewAlignment)
}

public struct ViewFont: Sendable, Hashable {
    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case largeTitle = 1
        case title = 2
        case title2 = 3
        case title3 = 4
        case headline = 5
        case subheadline = 6
        case body = 7
        case callout = 8
        case footnote = 9
        case caption = 10
        case caption2 = 11
    }

    public enum Weight: Int, Sendable, Hashable, CaseIterable {
        case light = 1
        case regular = 2
        case medium = 3
        case semibold = 4
        case bold = 5
        case heavy = 6
    }

    public var style: Style?
    /// Points, instead of a style; 1 to 512.
    public var size: Double?
    public var weight: Weight?
    public var isItalic: Bool
    public var isMonospacedDigit: Bool

    public init(style: Style? = nil, size: Double? = nil, weight: Weight? = nil, isItalic: Bool = false, isMonospacedDigit: Bool = false) {
        self.style = style
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.isMonospacedDigit = isMonospacedDigit
    }
}

public enum ViewColor: Sendable, Hashable {
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case primary, secondary, accent, red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray, white, black, clear
    }

    case named(Name)
    /// sRGB, 0xRRGGBBAA.
    case rgba(UInt32)
}

public struct ViewInsets: Sendable, Hashable {
    public var top: Double
    public var leading: Double
    public var bottom: Double
    public var trailing: Double

    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

public struct ViewFrame: Sendable, Hashable {
    public var width: Double?
    public var height: Double?
    public var maximumWidth: Double?
    public var maximumHeight: Double?
    public var alignment: ViewAlignment?

    public init(width: Double? = nil, height: Double? = nil, maximumWidth: Double? = nil, maximumHeight: Double? = nil, alignment: ViewAlignment? = nil) {
        self.width = width
        self.height = height
        self.maximumWidth = maximumWidth
        self.maximumHeight = maximumHeight
        self.alignment = alignment
    }
}
