import WidgetCore

/// What a view has from the views around it.
struct ViewEnvironment: Sendable, Hashable {
    var style = CellStyle()
    /// Of gauges, progress and buttons; nil: the accent.
    var tint: CellColor?
    var lineLimit: Int?
    /// Of letters of several rows, where there is room for them; 0: a text is a row high.
    var textScale = 0
    var multilineAlignment = ViewAlignment.leading
    var isRedacted = false
    /// The foreground is transparent: nothing is drawn, and the place stays.
    var isClear = false

    /// The environment of `node` within this one. Of two modifiers the one that was written first is closer to the view, and wins.
    func entering(_ node: ViewNode, isInvalidated: Bool) -> ViewEnvironment {
        var environment = self
        for modifier in node.modifiers.reversed() { environment.apply(modifier) }
        if node.isInvalidatable, isInvalidated { environment.style.isDim = true }
        if case .link? = node.content { environment.style.isUnderlined = true }
        return environment
    }

    private mutating func apply(_ modifier: ViewModifier) {
        switch modifier {
        case .font(let font): apply(font)
        case .foreground(let color):
            style.foreground = CellColor(color)
            isClear = style.foreground == nil
        case .tint(let color): tint = CellColor(color)
        case .lineLimit(let lines): lineLimit = lines
        case .multilineAlignment(let alignment): multilineAlignment = alignment
        case .redacted: isRedacted = true
        case .opacity, .offset, .frame, .padding, .background: break
        // A cell can't be smaller, turned, rounded, blurred or accented.
        case .scale, .rotation, .minimumScaleFactor, .cornerRadius, .blur, .accentable: break
        }
    }

    /// A terminal has one size of letters: what would be large is bold, and what would be two rows high is drawn with blocks.
    private mutating func apply(_ font: ViewFont) {
        switch font.style {
        case .largeTitle, .title: textScale = 1
        case nil: if let size = font.size { textScale = size < SurfaceLimits.bigTextPoints ? 0 : max(1, Int(size / (3 * Points.perRow))) }
        default: textScale = 0
        }
        switch font.style {
        case .largeTitle, .title, .title2, .title3, .headline: style.isBold = true
        case .subheadline, .body, .callout, .footnote, .caption, .caption2: style.isBold = false
        case nil: if let size = font.size { style.isBold = size >= 20 }
        }
        if let weight = font.weight { style.isBold = weight.rawValue >= ViewFont.Weight.semibold.rawValue }
        if font.isItalic { style.isItalic = true }
    }
}
