import WidgetCore

/// The values that a view gets from the views around it.
struct LayoutEnvironment: Sendable {
    /// The font that a view chose, with the changes of all views around it.
    var font: DisplayFont {
        get { resolvedFont }
        set {
            resolvedFont = newValue
            fontStyle = nil
            for change in fontChanges { resolvedFont.change(change) }
        }
    }
    private var resolvedFont: DisplayFont
    /// The text style that a view chose; nil: the font has a size of its own.
    private var fontStyle: ViewFont? = ViewFont(style: .body)
    /// The size of texts in a text style.
    var typeSize: ViewTraits.DynamicTypeSize {
        didSet {
            guard typeSize != oldValue, let fontStyle else { return }
            font = styled(fontStyle)
            self.fontStyle = fontStyle
        }
    }
    /// Weights, designs and the like, without a style or a size, from the outermost view on.
    private var fontChanges: [ViewFont] = []
    /// One to three levels. Empty: the system's label colours.
    var foregrounds: [Fill] = []
    /// Nil: the surface's accent.
    var tint: Fill?
    var text = TextRules()
    var letters = Letters()
    var symbols = Symbols()
    var controls = Controls()
    /// Views are in the accent group.
    var isAccented = false
    /// Contents are shown as bars.
    var isRedacted = false
    /// Where spacers grow; nil: on both axes.
    var stackAxis: Axis?

    /// The look of letters, beside their font and colour.
    struct Letters: Sendable {
        var kerning = 0.0
        var tracking = 0.0
        var baselineOffset = 0.0
        var textCase = ViewTextCase.unchanged
        /// A run for each character, so that a surface can roll them where a number changes.
        var rolls = false
        var underline: ViewTextLine?
        var strikethrough: ViewTextLine?
    }

    /// The look of symbols.
    struct Symbols: Sendable {
        var scale = ViewImageScale.medium
        var variants: ViewSymbolVariants = []
        var rendering: ViewSymbolRenderingMode?
    }

    /// The looks of buttons, toggles, gauges, progress and labels.
    struct Controls: Sendable {
        var button = ViewButtonStyle.automatic
        var border = ViewButtonBorderShape.automatic
        var size = ViewControlSize.regular
        var toggle = ViewToggleStyle.automatic
        var gauge: Gauge.Style?
        var progress = ViewProgressStyle.automatic
        var label = ViewLabelStyle.automatic
        var hidesLabels = false
        var isDisabled = false
    }

    init(_ traits: PresentationTraits) {
        typeSize = traits.views.dynamicTypeSize ?? .large
        resolvedFont = TextStyles.font(.body, at: typeSize)
    }

    /// The values for the label beside a widget: its own font, one line, and gauges without names.
    var ofWidgetLabel: LayoutEnvironment {
        var environment = self
        environment.font = DisplayFont(size: 12, weight: .semibold)
        environment.text = TextRules(lineLimit: 1, minimumScale: 0.7, alignment: .center)
        (environment.controls.gauge, environment.controls.hidesLabels) = (.accessoryLinear, true)
        return environment
    }

    /// The foreground of a level, from 1. A level beyond those that were given is the last one, paler.
    func foreground(_ level: Int, _ colors: SystemColors) -> Fill {
        guard let last = foregrounds.last else { return .color(colors.label(level)) }
        if level <= foregrounds.count { return foregrounds[max(1, level) - 1] }
        // The label's colours have levels of their own.
        if foregrounds.count == 1, last == .color(colors.label(1)) { return .color(colors.label(level)) }
        return last.faded([1, 0.5, 0.25, 0.18, 0.1][min(4, level - foregrounds.count)])
    }

    /// Applies a font. A font with a style or a size replaces the one around it. Any other changes the fonts of all views inside, also of those that choose
    /// their own.
    mutating func apply(_ font: ViewFont) {
        if font.style != nil {
            self.font = styled(font)
            fontStyle = font
        } else if let points = font.size {
            var chosen = DisplayFont(size: min(Limits.fontSize.upperBound, max(Limits.fontSize.lowerBound, points.isFinite ? points : 17)))
            chosen.change(font)
            self.font = chosen
        } else {
            fontChanges.append(font)
            resolvedFont.change(font)
        }
    }

    /// A font with a text style.
    private func styled(_ font: ViewFont) -> DisplayFont {
        var chosen = TextStyles.font(font.style ?? .body, at: typeSize)
        chosen.change(font)
        return chosen
    }
}

extension DisplayFont {
    fileprivate mutating func change(_ font: ViewFont) {
        if !font.name.isEmpty { name = font.name }
        weight = font.weight ?? weight
        design = font.design ?? design
        width = font.width ?? width
        leading = font.leading ?? leading
        isItalic = isItalic || font.isItalic
        hasTabularDigits = hasTabularDigits || font.isMonospacedDigit
        isSmallCaps = isSmallCaps || font.isSmallCaps
    }
}
