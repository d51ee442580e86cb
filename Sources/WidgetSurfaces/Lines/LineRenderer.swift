public import WidgetCore
import WidgetLayout

/// Turns archives into lines of text: views beside each other become one line, views below each other become several. Pure.
public struct LineRenderer {
    private let index: ViewIndex
    private let barColumns: Int
    /// False for a toggle's other state, and for the container background.
    private let isShown: [Bool]
    /// The action of a tap, by the node that carries it. An action that several nodes carry is here once.
    private let targets: [Int: TapTarget]
    /// The action of a tap on the whole.
    private let whole: TapTarget?
    private var leaves: LeafContent
    private var result = RenderedLines()

    /// - Parameters:
    ///   - barColumns: how many characters a bar has; 0: bars are left out, for a surface that has a picture of its own for ``RenderedLines/fraction``.
    ///   - isInvalidated: as ``TerminalRenderer`` has it.
    public static func lines(_ archive: ViewArchive, barColumns: Int = 0, traits: SurfaceTraits, isInvalidated: Bool = false) -> RenderedLines {
        var renderer = LineRenderer(archive, barColumns, traits, isInvalidated)
        renderer.read(labels: false)
        // A view that has nothing but buttons is read with their labels.
        if renderer.result.lines.isEmpty { renderer.read(labels: true) }
        return renderer.result
    }

    /// A text as one line without control characters, cut to `columns` with an ellipsis.
    public static func line(_ text: String, columns: Int = .max) -> String {
        TextLayout.truncated(SafeText.line(text, isUnicode: true), to: columns, isUnicode: true).reduce(into: "") { $0 += $1.text }
    }

    private init(_ archive: ViewArchive, _ barColumns: Int, _ traits: SurfaceTraits, _ isInvalidated: Bool) {
        var traits = traits
        traits.isBrief = true
        index = ViewIndex(archive, traits: traits, isInvalidated: isInvalidated)
        leaves = LeafContent(index: index, traits: traits)
        var isShown = Array(repeating: false, count: index.archive.nodes.count)
        if !isShown.isEmpty { isShown[0] = true }
        for node in isShown.indices where isShown[node] { for child in index.children[node] { isShown[child] = true } }
        self.isShown = isShown
        let targets = index.archive.tapTargets
        self.targets = targets.reduce(into: [:]) { result, target in if let node = target.node { result[node] = target } }
        whole = targets.last.flatMap { $0.kind == .widget ? $0 : nil }
        self.barColumns = barColumns
    }

    /// - Parameter labels: the text on buttons and toggles is read as well.
    private mutating func read(labels: Bool) {
        result = RenderedLines()
        var said = Array(repeating: [String](), count: index.archive.nodes.count)
        // Children follow their parents. From the end, each is read before its parent asks for it.
        for node in said.indices.reversed() where isShown[node] {
            let children = index.children[node].map { said[$0] }
            said[node] = lines(of: node, children)
            if let action = action(of: node) {
                let marks = leaves.marks(around: node)
                let title = said[node].joined(separator: " ")
                result.actions.insert(.init(id: action.id, title: isToggle(node) ? text(marks.before) + title : title, url: action.url), at: 0)
                // The text of a link is worth reading without it, as a headline is.
                if !labels, !isLink(node) { said[node] = [] }
            }
        }
        if let whole { result.actions.append(.init(id: whole.id, title: "Open", url: whole.url)) }
        for node in said.indices where isShown[node] { note(node) }
        result.lines = said.first ?? []
    }

    private mutating func lines(of node: Int, _ children: [[String]]) -> [String] {
        let lines: [String] =
            if children.isEmpty {
                leafLines(of: node)
            } else if index.archive.nodes[node].content?.layoutAxis == .horizontal {
                Self.beside(children)
            } else {
                children.flatMap(\.self)
            }
        return Array(lines.prefix(SurfaceLimits.lines))
    }

    /// First lines beside first lines, second ones beside second ones.
    private static func beside(_ columns: [[String]]) -> [String] {
        (0..<(columns.map(\.count).max() ?? 0)).map { row in columns.compactMap { row < $0.count ? $0[row] : nil }.joined(separator: " ") }
    }

    private mutating func leafLines(of node: Int) -> [String] {
        if index.environments[node].isClear { return [] }
        if let bar = leaves.bar(of: node, columns: SurfaceLimits.cells) {
            let words = [text(bar.label), Self.sane(bar.fraction).map(picture) ?? "", text(bar.value)]
            return [words.filter { !$0.isEmpty }.joined(separator: " ")].filter { !$0.isEmpty }
        }
        if leaves.picture(of: node) != nil { return [] }
        if case .chart(let chart) = index.archive.nodes[node].content { return chartLines(chart, isRedacted: index.environments[node].isRedacted) }
        let lines = leaves.lines(of: node, in: CellSize(columns: SurfaceLimits.cells, rows: SurfaceLimits.lines)).map(text).filter { !$0.isEmpty }
        guard index.environments[node].isRedacted else { return lines }
        return lines.map { String($0.map { $0 == " " ? " " : "█" }) }
    }

    /// A sparkline for each series, behind its label.
    private func chartLines(_ chart: Chart, isRedacted: Bool) -> [String] {
        chart.series.indices.map { series in
            let columns = min(SurfaceLimits.sparklineColumns, chart.series[series].values.count)
            let picture =
                isRedacted
                ? String(repeating: "█", count: SurfaceLimits.sparklineColumns)
                : ChartPlot.sparkline(chart, series: series, columns: columns, isUnicode: leaves.traits.isUnicode)
            let label = text(SafeText.line(chart.series[series].label, isUnicode: leaves.traits.isUnicode))
            return label.isEmpty ? picture : "\(label) \(picture)"
        }
    }

    /// 0 to 1, also for an archive that wasn't validated.
    private static func sane(_ fraction: Double?) -> Double? { fraction.flatMap { $0.isNaN ? nil : min(1, max(0, $0)) } }

    private func picture(_ fraction: Double) -> String {
        let filled = Int((fraction * Double(barColumns)).rounded())
        return String(repeating: "▰", count: filled) + String(repeating: "▱", count: barColumns - filled)
    }

    private func text(_ characters: [TextCharacter]) -> String { characters.reduce(into: "") { $0 += $1.text } }

    private func action(of node: Int) -> (id: String, url: String?)? {
        if let target = targets[node] { return (target.id, target.url) }
        let number: Int
        switch index.archive.nodes[node].content {
        case .button(let action), .toggle(let action, _, _): number = action
        default: return nil
        }
        // Another view that carries the same action is its target.
        guard index.archive.actions.indices.contains(number) else { return nil }
        let action = index.archive.actions[number]
        if case .openURL(let url) = action.effect { return (action.id, url) }
        return (action.id, nil)
    }

    private func isLink(_ node: Int) -> Bool {
        if case .link = index.archive.nodes[node].content { true } else { false }
    }

    private func isToggle(_ node: Int) -> Bool {
        if case .toggle = index.archive.nodes[node].content { true } else { false }
    }

    /// Keeps what isn't text: the next tick, a fraction, a chart, a colour.
    private mutating func note(_ node: Int) {
        if let tick = leaves.nextTick(of: node, columns: SurfaceLimits.barSteps) { result.nextTick = min(result.nextTick ?? tick, tick) }
        // A redacted view is as full and as coloured as any other.
        guard !index.environments[node].isRedacted else { return }
        switch index.archive.nodes[node].content {
        case .gauge(let gauge): result.fraction = result.fraction ?? gauge.fraction
        case .chart(let chart): result.chart = result.chart ?? chartLines(chart, isRedacted: index.environments[node].isRedacted).first
        case .progress: result.fraction = result.fraction ?? Self.sane(leaves.bar(of: node, columns: SurfaceLimits.barSteps)?.fraction)
        case .text, .liveText, .image, .label:
            switch index.environments[node].style.foreground {
            // The accent is a surface's own colour.
            case nil, .named(.primary), .named(.secondary), .named(.accent): break
            case let color?: result.color = result.color ?? color
            }
        default: break
        }
    }
}

/// A view in lines of text: for surfaces without a grid of cells, such as a status bar, its tooltip or a desktop notification.
public struct RenderedLines: Sendable, Hashable {
    /// A button or a toggle, without the place where it stands.
    public struct Action: Sendable, Hashable {
        /// The action's id in the archive.
        public var id: String
        /// One line; a toggle's begins with its state.
        public var title: String
        /// The address that it opens; nil: it does something else.
        public var url: String?

        public init(id: String, title: String, url: String? = nil) {
            self.id = id
            self.title = title
            self.url = url
        }
    }

    /// Without empty ones; no control characters.
    public var lines: [String]
    /// How far the first bar or gauge has come, 0 to 1; nil: there is none.
    public var fraction: Double?
    /// The first series of the first chart as blocks, which stands in a line of its own; nil: there is none.
    public var chart: String?
    /// The first colour that the view gives a text or a symbol; nil: the surface's own.
    public var color: CellColor?
    public var actions: [Action]
    /// When it says something else without a new entry; nil: never.
    public var nextTick: Timestamp?

    public init(
        lines: [String] = [], fraction: Double? = nil, chart: String? = nil, color: CellColor? = nil, actions: [Action] = [], nextTick: Timestamp? = nil
    ) {
        self.lines = lines
        self.fraction = fraction
        self.chart = chart
        self.color = color
        self.actions = actions
        self.nextTick = nextTick
    }
}

extension [RenderedLines] {
    /// The actions of all of these views, each once, by the names that tell them apart.
    /// - Parameter targets: all that can be tapped in the views (``TapTarget/all(in:)``).
    public func actions(among targets: [TapTarget]) -> [RenderedLines.Action] {
        var known: Set<String> = []
        return flatMap(\.actions).map { action in
            guard let url = action.url else { return action }
            var named = action
            let same = targets.filter { $0.url == url }
            named.id = (same.first { $0.id == action.id } ?? same.first { $0.id.hasPrefix(action.id + "-") })?.id ?? action.id
            return named
        }.filter { known.insert($0.id).inserted }
    }
}
