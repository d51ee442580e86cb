import WidgetCore

/// Everything that layout needs to know of an archive's nodes, found in one pass forward and one back.
struct ViewIndex {
    let archive: ViewArchive
    /// The children that are laid out: without the container background, and of a toggle the state that it shows.
    private(set) var children: [[Int]]
    private(set) var environments: [ViewEnvironment]
    /// Whether a bare view takes all the room that it is offered, before its modifiers.
    private(set) var contentGrows: [(horizontally: Bool, vertically: Bool)]
    /// Whether a view with its modifiers does.
    private(set) var growsHorizontally: [Bool]
    private(set) var growsVertically: [Bool]
    /// The axis of the stack that a view lies in.
    private(set) var parentAxis: [StackAxis?]
    private(set) var background: Int?
    /// The ids by which links are tapped, by node.
    private(set) var linkIDs: [Int: String] = [:]

    init(_ archive: ViewArchive, traits: SurfaceTraits, isInvalidated: Bool) {
        self.archive = archive
        let count = archive.nodes.count
        children = Array(repeating: [], count: count)
        environments = []
        environments.reserveCapacity(count)
        growsHorizontally = Array(repeating: false, count: count)
        growsVertically = growsHorizontally
        contentGrows = Array(repeating: (false, false), count: count)
        parentAxis = Array(repeating: nil, count: count)
        let widgetLink = traits.hasHyperlinks ? archive.widgetURL.flatMap(SafeText.address) : nil
        for (index, node) in archive.nodes.enumerated() {
            // An archive that wasn't validated is drawn as far as its parents make sense.
            let parent = index > 0 && (0..<index).contains(node.parent) ? node.parent : nil
            let outer = parent.map { environments[$0] } ?? ViewEnvironment()
            var environment = outer.entering(node, isInvalidated: isInvalidated)
            if parent == nil { environment.style.link = widgetLink }
            if traits.hasHyperlinks { environment.style.link = link(of: node, within: environment) }
            environments.append(environment)
            guard let parent else { continue }
            if node.content == .containerBackground {
                background = background ?? index
                continue
            }
            children[parent].append(index)
            parentAxis[index] = archive.nodes[parent].content?.layoutAxis
        }
        for index in archive.nodes.indices {
            switch archive.nodes[index].content {
            case .toggle(_, let isOn, _)? where children[index].count == 2: children[index] = [children[index][isOn ? 1 : 0]]
            // A gauge in cells shows its parts as texts.
            case .gauge?: children[index] = []
            default: break
            }
        }
        for index in archive.nodes.indices.reversed() { findGrowth(index) }
        if archive.nodes.contains(where: { if case .link? = $0.content { true } else { false } }) {
            for target in archive.tapTargets where target.kind == .link { if let node = target.node { linkIDs[node] = target.id } }
        }
    }

    /// The address that a click on a view opens: its own, or that of the view around it. Buttons that do something else open none.
    private func link(of node: ViewNode, within environment: ViewEnvironment) -> String? {
        if environment.isRedacted { return nil }
        switch node.content {
        case .link(let url): return SafeText.address(url)
        case .button(let action), .toggle(let action, _, _):
            guard archive.actions.indices.contains(action), case .openURL(let url) = archive.actions[action].effect else { return nil }
            return SafeText.address(url)
        default: return environment.style.link
        }
    }

    private mutating func findGrowth(_ index: Int) {
        let node = archive.nodes[index]
        var (horizontal, vertical) = (children[index].contains { growsHorizontally[$0] }, children[index].contains { growsVertically[$0] })
        switch node.content {
        case .spacer: (horizontal, vertical) = (parentAxis[index] != .vertical, parentAxis[index] != .horizontal)
        case .shape: (horizontal, vertical) = (true, true)
        // An upright line is as long as its stack is high, and makes it no higher.
        case .divider: horizontal = parentAxis[index] != .horizontal
        // A ring is as high as it is wide.
        case .gauge(let gauge): (horizontal, vertical) = (true, gauge.style.isRing)
        case .layered: (horizontal, vertical) = children[index].first.map { (growsHorizontally[$0], growsVertically[$0]) } ?? (false, false)
        case .accessoryBackground: (horizontal, vertical) = (true, true)
        case .lazyGrid(let grid): if grid.axis == .vertical { horizontal = true } else { vertical = true }
        case .progress: horizontal = true
        case .chart(let chart): (horizontal, vertical) = (true, chart.style != .sparkline)
        default: break
        }
        contentGrows[index] = (horizontal, vertical)
        for case .frame(let frame) in node.modifiers {
            if frame.maximumWidth != nil { horizontal = true }
            if frame.maximumHeight != nil { vertical = true }
            if frame.width != nil { horizontal = false }
            if frame.height != nil { vertical = false }
        }
        growsHorizontally[index] = horizontal
        growsVertically[index] = vertical
    }
}

extension ViewContent {
    /// How a view lays its children out: buttons, links and toggles beside each other, as their label.
    var layoutAxis: StackAxis? {
        switch self {
        case .stack(let axis, _, _): axis
        case .button, .link, .toggle, .gridRow: .horizontal
        case .containerBackground, .layered: .depth
        default: nil
        }
    }
}

/// The values that a view gets from the views around it.
struct ViewEnvironment: Sendable, Hashable {
    var style = CellStyle()
    /// The colour of gauges, progress and buttons; nil: the accent.
    var tint: CellColor?
    var lineLimit: Int?
    /// The scale of letters of several rows, where there is room for them; 0: a text is a row high.
    var textScale = 0
    var multilineAlignment = ViewAlignment.leading
    var isRedacted = false
    var textCase = ViewTextCase.unchanged
    var labelStyle = ViewLabelStyle.automatic
    /// The foreground is transparent: nothing is drawn, and the place stays.
    var isClear = false

    /// The environment of `node` within this one. The modifier that was written first is closer to the view, and wins.
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
        case .unredacted: isRedacted = false
        case .foregroundStyle(let styles):
            guard let style = styles.first else { break }
            if case .hierarchical(let level) = style { self.style.isDim = level > 1 }
            if let color = CellColor(style) { self.style.foreground = color }
        case .tintStyle(let style): tint = CellColor(style) ?? tint
        case .lineLimitRange(_, let maximum, _): lineLimit = maximum
        case .underline(let line): style.isUnderlined = line.isActive
        case .strikethrough(let line): style.isStruckThrough = line.isActive
        case .textCase(let textCase): self.textCase = textCase
        case .labelStyle(let style): labelStyle = style
        // The layout applies modifiers of layout. A cell can't be smaller, turned, rounded, blurred or accented.
        default: break
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
        if let weight = font.weight { style.isBold = weight.rank >= ViewFont.Weight.semibold.rank }
        if font.isItalic { style.isItalic = true }
    }
}
