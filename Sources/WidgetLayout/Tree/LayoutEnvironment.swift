import WidgetCore

/// The values that a view gets from the views around it.
struct LayoutEnvironment: Sendable {
    var font: DisplayFont
    /// One to three levels; none: the label's own.
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
    /// The form that a container-relative shape takes.
    var container: ContainerForm

    /// The look of letters, beside their font and colour.
    struct Letters: Sendable {
        var kerning = 0.0
        var tracking = 0.0
        var baselineOffset = 0.0
        var textCase = ViewTextCase.unchanged
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

    /// The form of the container around a view.
    struct ContainerForm: Sendable, Hashable {
        var shape: ViewShape
    }

    init(_ traits: PresentationTraits) {
        font = TextStyles.font(.body, at: traits.views.dynamicTypeSize ?? .large)
        container = ContainerForm(shape: .roundedRectangle(cornerRadius: traits.cornerRadius))
    }

    /// The foreground of a level, from 1. A level beyond those that were given is the last one, paler.
    func foreground(_ level: Int, _ colors: SystemColors) -> Fill {
        guard let last = foregrounds.last else { return .color(colors.label(level)) }
        if level <= foregrounds.count { return foregrounds[max(1, level) - 1] }
        // The label's colours have levels of their own.
        if foregrounds.count == 1, last == .color(colors.label(1)) { return .color(colors.label(level)) }
        return last.faded([1, 0.5, 0.25, 0.18, 0.1][min(4, level - foregrounds.count)])
    }

    mutating func apply(_ font: ViewFont, at size: ViewTraits.DynamicTypeSize) {
        var new = self.font
        if let style = font.style {
            new = TextStyles.font(style, at: size)
        } else if let points = font.size {
            new = DisplayFont(size: min(Limits.fontSize.upperBound, max(Limits.fontSize.lowerBound, points.isFinite ? points : 17)))
        }
        if font.style != nil || font.size != nil {
            (new.name, new.isItalic, new.hasTabularDigits) = (font.name, font.isItalic, font.isMonospacedDigit)
        } else {
            new.isItalic = new.isItalic || font.isItalic
            new.hasTabularDigits = new.hasTabularDigits || font.isMonospacedDigit
            if !font.name.isEmpty { new.name = font.name }
        }
        if let weight = font.weight { new.weight = weight }
        if let design = font.design { new.design = design }
        if let width = font.width { new.width = width }
        if let leading = font.leading { new.leading = leading }
        if font.isSmallCaps { new.isSmallCaps = true }
        self.font = new
    }
}
