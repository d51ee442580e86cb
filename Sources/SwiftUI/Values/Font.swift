package import WidgetCore

/// A font, by a text style, a size or a name.
nonisolated public struct Font: Hashable, Sendable {
    /// Styles whose sizes follow the user's setting.
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

        var archived: ViewFont.Style {
            switch self {
            case .largeTitle: .largeTitle
            case .title: .title
            case .title2: .title2
            case .title3: .title3
            case .headline: .headline
            case .subheadline: .subheadline
            case .body: .body
            case .callout: .callout
            case .footnote: .footnote
            case .caption: .caption
            case .caption2: .caption2
            }
        }
    }

    /// How thick the letters are.
    public struct Weight: Hashable, Sendable {
        let archived: ViewFont.Weight
        public static let ultraLight = Weight(archived: .ultraLight)
        public static let thin = Weight(archived: .thin)
        public static let light = Weight(archived: .light)
        public static let regular = Weight(archived: .regular)
        public static let medium = Weight(archived: .medium)
        public static let semibold = Weight(archived: .semibold)
        public static let bold = Weight(archived: .bold)
        public static let heavy = Weight(archived: .heavy)
        public static let black = Weight(archived: .black)
    }

    /// How wide the letters are.
    public struct Width: Hashable, Sendable {
        let archived: ViewFont.Width
        public static let compressed = Width(archived: .compressed)
        public static let condensed = Width(archived: .condensed)
        public static let standard = Width(archived: .standard)
        public static let expanded = Width(archived: .expanded)
    }

    /// The kind of letters.
    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced

        var archived: ViewFont.Design {
            switch self {
            case .default: .normal
            case .serif: .serif
            case .rounded: .rounded
            case .monospaced: .monospaced
            }
        }
    }

    /// The distance of lines.
    public enum Leading: Hashable, Sendable {
        case standard, tight, loose

        var archived: ViewFont.Leading {
            switch self {
            case .standard: .standard
            case .tight: .tight
            case .loose: .loose
            }
        }
    }

    package var archived: ViewFont

    init(_ archived: ViewFont) { self.archived = archived }

    private init(style: ViewFont.Style) { archived = ViewFont(style: style) }

    public static let largeTitle = Font(style: .largeTitle)
    public static let title = Font(style: .title)
    public static let title2 = Font(style: .title2)
    public static let title3 = Font(style: .title3)
    public static let headline = Font(style: .headline)
    public static let subheadline = Font(style: .subheadline)
    public static let body = Font(style: .body)
    public static let callout = Font(style: .callout)
    public static let footnote = Font(style: .footnote)
    public static let caption = Font(style: .caption)
    public static let caption2 = Font(style: .caption2)

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(ViewFont(style: style.archived, weight: weight?.archived, design: design?.archived))
    }

    /// A size in points, 1 to 512.
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(ViewFont(size: Font.size(size), weight: weight?.archived, design: design?.archived))
    }

    /// A font by its family's name. A surface that doesn't have it takes its own.
    public static func custom(_ name: String, size: CGFloat) -> Font { Font(ViewFont(style: .body, size: Font.size(size), name: name)) }
    /// A font by its family's name, whose size follows a text style.
    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
        Font(ViewFont(style: textStyle.archived, size: Font.size(size), name: name))
    }
    /// A font by its family's name, whose size stays whatever the user sets.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font(ViewFont(size: Font.size(fixedSize), name: name)) }

    /// The nearest size within the limits; 17 for one that isn't finite.
    private static func size(_ size: CGFloat) -> Double {
        size.isFinite ? min(Limits.fontSize.upperBound, max(Limits.fontSize.lowerBound, Double(size))) : 17
    }

    private func with(_ change: (inout ViewFont) -> Void) -> Font {
        var copy = self
        change(&copy.archived)
        return copy
    }

    public func bold() -> Font { weight(.bold) }
    public func italic() -> Font { with { $0.isItalic = true } }
    public func weight(_ weight: Weight) -> Font { with { $0.weight = weight.archived } }
    public func width(_ width: Width) -> Font { with { $0.width = width.archived } }
    public func monospacedDigit() -> Font { with { $0.isMonospacedDigit = true } }
    public func monospaced() -> Font { with { $0.design = .monospaced } }
    public func smallCaps() -> Font { with { $0.isSmallCaps = true } }
    public func lowercaseSmallCaps() -> Font { smallCaps() }
    public func uppercaseSmallCaps() -> Font { smallCaps() }
    public func leading(_ leading: Leading) -> Font { with { $0.leading = leading.archived } }
}
