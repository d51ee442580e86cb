import WidgetCore

/// An attribute of a part of a text.
nonisolated enum TextAttribute: Sendable {
    case font(ViewFont)
    case color(Color)
    case style(any ShapeStyle)
    case archived(WidgetCore.ViewModifier)
    case strikethrough(Bool, Text.LineStyle.Pattern, Color?)
    case underline(Bool, Text.LineStyle.Pattern, Color?)

    func archived(in environment: EnvironmentValues) -> WidgetCore.ViewModifier? {
        switch self {
        case .font(let font): .font(font)
        case .color(let color): .foreground(color.archived(in: environment))
        case .style(let style): [style].foreground(in: environment)
        case .archived(let modifier): modifier
        case .strikethrough(let active, let pattern, let color):
            .strikethrough(ViewTextLine(isActive: active, pattern: pattern.archived, color: color?.archived(in: environment)))
        case .underline(let active, let pattern, let color):
            .underline(ViewTextLine(isActive: active, pattern: pattern.archived, color: color?.archived(in: environment)))
        }
    }
}

extension TextAttribute: Equatable {
    static func == (lhs: TextAttribute, rhs: TextAttribute) -> Bool {
        lhs.archived(in: EnvironmentValues()) == rhs.archived(in: EnvironmentValues())
    }
}

extension [any ShapeStyle] {
    /// The modifier that sets the foreground. One colour has a form of its own, which every reader knows.
    func foreground(in environment: EnvironmentValues) -> WidgetCore.ViewModifier {
        let styles = map { $0.style(in: environment) }
        if styles.count == 1, case .color(let color) = styles[0] { return .foreground(color) }
        return .foregroundStyle(styles)
    }
}

extension Text {
    /// The line of ``strikethrough(_:pattern:color:)`` and ``underline(_:pattern:color:)``.
    nonisolated public struct LineStyle: Hashable, Sendable {
        public struct Pattern: Hashable, Sendable {
            let archived: ViewTextLine.Pattern
            public static let solid = Pattern(archived: .solid)
            public static let dot = Pattern(archived: .dot)
            public static let dash = Pattern(archived: .dash)
            public static let dashDot = Pattern(archived: .dashDot)
            public static let dashDotDot = Pattern(archived: .dashDotDot)
        }

        public static let single = LineStyle(pattern: .solid)
        public init(pattern: Pattern = .solid, color: Color? = nil) {}
    }

    nonisolated public enum Case: Hashable, Sendable {
        case uppercase, lowercase
    }

    /// The part that is left out where there is no room.
    nonisolated public enum TruncationMode: Sendable {
        case head, tail, middle

        var archived: ViewTruncation {
            switch self {
            case .head: .head
            case .tail: .tail
            case .middle: .middle
            }
        }
    }

    /// The size of a text: its font's, or a smaller one. Here it has no effect.
    nonisolated public struct Scale: Hashable, Sendable {
        public static let `default` = Scale()
        public static let secondary = Scale()
    }

    private func font(_ change: (inout ViewFont) -> Void) -> Text {
        var font = ViewFont()
        change(&font)
        return with(.font(font))
    }

    nonisolated public func font(_ font: Font?) -> Text { font.map { with(.font($0.archived)) } ?? self }
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> Text { weight.map { weight in font { $0.weight = weight.archived } } ?? self }
    nonisolated public func fontWidth(_ width: Font.Width?) -> Text { width.map { width in font { $0.width = width.archived } } ?? self }
    nonisolated public func fontDesign(_ design: Font.Design?) -> Text { design.map { design in font { $0.design = design.archived } } ?? self }
    nonisolated public func bold() -> Text { font { $0.weight = .bold } }
    nonisolated public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
    nonisolated public func italic() -> Text { font { $0.isItalic = true } }
    nonisolated public func italic(_ isActive: Bool) -> Text { isActive ? italic() : self }
    nonisolated public func monospaced(_ isActive: Bool = true) -> Text { isActive ? font { $0.design = .monospaced } : self }
    nonisolated public func monospacedDigit() -> Text { font { $0.isMonospacedDigit = true } }
    nonisolated public func foregroundColor(_ color: Color?) -> Text { color.map { with(.color($0)) } ?? self }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { with(.style(style)) }
    nonisolated public func kerning(_ kerning: CGFloat) -> Text { with(.archived(.kerning(kerning))) }
    nonisolated public func tracking(_ tracking: CGFloat) -> Text { with(.archived(.tracking(tracking))) }
    nonisolated public func baselineOffset(_ baselineOffset: CGFloat) -> Text { with(.archived(.baselineOffset(baselineOffset))) }
    nonisolated public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { with(.strikethrough(isActive, .solid, color)) }
    nonisolated public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        with(.strikethrough(isActive, pattern, color))
    }
    nonisolated public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { with(.underline(isActive, .solid, color)) }
    nonisolated public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        with(.underline(isActive, pattern, color))
    }
    nonisolated public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text { self }
}
