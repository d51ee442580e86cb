import WidgetCore
import WidgetLayout

/// The characters of views without children.
struct LeafContent {
    let index: ViewIndex
    let traits: SurfaceTraits
    /// The lines of each text, made fit for a terminal once.
    private var texts: [Int: [[TextCharacter]]] = [:]

    init(index: ViewIndex, traits: SurfaceTraits) {
        self.index = index
        self.traits = traits
    }

    /// The bar of a gauge or progress view.
    struct Bar {
        var label: [TextCharacter]
        /// Right of the label.
        var value: [TextCharacter]
        /// 0 to 1; nil: indeterminate.
        var fraction: Double?
        var hasText: Bool { !label.isEmpty || !value.isEmpty }
    }

    mutating func size(of node: Int, in offer: CellSize, grows: Bool) -> CellSize {
        if let bar = bar(of: node, columns: offer.columns) {
            // The text is beside the bar, or above it where there are two rows. By itself a bar has four columns, and eight in a row of its own.
            let text = bar.label.width + bar.value.width + (bar.label.isEmpty || bar.value.isEmpty ? 0 : 1)
            let rows = bar.hasText && offer.rows >= 2 ? 2 : 1
            let natural = rows == 2 ? max(text, 8) : text + (bar.hasText ? 1 : 0) + 4
            return CellSize(columns: grows ? offer.columns : min(natural, offer.columns), rows: rows)
        }
        if let picture = picture(of: node) {
            let scale = 1 / Double(Limits.imagePixelsPerPoint)
            let (width, height) = (max(1, Double(picture.width) * scale), max(1, Double(picture.height) * scale))
            // Where there is little room, the picture is smaller and keeps its proportions.
            let fitting = min(1, Double(offer.columns) * Points.perColumn / width, Double(offer.rows) * Points.perRow / height)
            return CellSize(columns: Points.columns(width * fitting), rows: Points.height(height * fitting)).clamped(to: offer)
        }
        if let big = bigText(of: node, in: offer) { return big.size }
        if let ring = ring(of: node, in: offer, grows: grows) { return ring.size }
        let lines = lines(of: node, in: offer)
        return CellSize(columns: lines.map(\.width).max() ?? 0, rows: lines.count)
    }

    /// The text of a view broken into the lines that fit.
    mutating func lines(of node: Int, in offer: CellSize) -> [[TextCharacter]] {
        let limit = min(offer.rows, index.environments[node].lineLimit ?? offer.rows)
        return TextLayout.wrap(paragraphs(of: node), columns: offer.columns, limit: limit, isUnicode: traits.isUnicode)
    }

    /// A text in a large font, where letters of several rows fit beside each other; nil: it is text of one row.
    mutating func bigText(of node: Int, in offer: CellSize) -> BigText? {
        let environment = index.environments[node]
        guard environment.textScale > 0, traits.isUnicode, !environment.isRedacted, offer.rows >= BigFont.height / 2 else { return nil }
        switch index.archive.nodes[node].content {
        case .text, .liveText, .richText: break
        default: return nil
        }
        let paragraphs = paragraphs(of: node)
        // Each letter has a column at least.
        guard paragraphs.count == 1, paragraphs[0].count <= offer.columns else { return nil }
        for scale in (1...min(environment.textScale, offer.rows)).reversed() {
            for gap in BigFont.gaps {
                if let big = BigText(paragraphs[0], scale: scale, gap: gap), big.size.columns <= offer.columns, big.size.rows <= offer.rows { return big }
            }
        }
        return nil
    }

    /// A round gauge as a ring, where there is room for one.
    func ring(of node: Int, in offer: CellSize, grows: Bool) -> GaugeRing? {
        guard case .gauge(let gauge)? = index.archive.nodes[node].content, gauge.style.isRing, traits.isUnicode, !index.environments[node].isRedacted
        else { return nil }
        return GaugeRing(value: line(Self.value(of: gauge)), label: line(gauge.label), in: offer, grows: grows)
    }

    private static func value(of gauge: Gauge) -> String {
        gauge.currentValueLabel.isEmpty ? "\(Int((gauge.fraction * 100).rounded())) %" : gauge.currentValueLabel
    }

    /// The bar of a linear gauge or of progress.
    func bar(of node: Int, columns: Int) -> Bar? {
        switch index.archive.nodes[node].content {
        case .gauge(let gauge) where !gauge.style.isRing:
            return Bar(label: line(gauge.label), value: line(gauge.currentValueLabel), fraction: gauge.fraction)
        case .progress(let progress, let label):
            switch progress {
            case .indeterminate: return Bar(label: line(label), value: [], fraction: nil)
            case .fraction(let fraction): return Bar(label: line(label), value: [], fraction: fraction)
            case .range(let start, let end, let countsDown):
                let fraction = LiveTextFormatter(traits: traits).fraction(from: start, to: end, countsDown: countsDown, steps: columns * 8).fraction
                return Bar(label: line(label), value: [], fraction: fraction)
            }
        default: return nil
        }
    }

    /// When the view looks different without a new entry.
    func nextTick(of node: Int, columns: Int) -> Timestamp? {
        switch index.archive.nodes[node].content {
        case .liveText(let live): return LiveTextFormatter(traits: traits).text(of: live).nextTick
        case .richText(let spans):
            return spans.compactMap { if case .liveText(let live) = $0.content { LiveTextFormatter(traits: traits).text(of: live).nextTick } else { nil } }
                .min()
        case .progress(.range(let start, let end, let countsDown), _):
            return LiveTextFormatter(traits: traits).fraction(from: start, to: end, countsDown: countsDown, steps: columns * 8).nextTick
        default: return nil
        }
    }

    /// The picture that an image shows.
    func picture(of node: Int) -> ImageReference? {
        guard case .image(let image)? = index.archive.nodes[node].content, case .image(let number) = image.source,
            index.archive.images.indices.contains(number)
        else { return nil }
        return index.archive.images[number]
    }

    /// The characters before and after the label of a button or toggle.
    func marks(around node: Int) -> (before: [TextCharacter], after: [TextCharacter]) {
        switch index.archive.nodes[node].content {
        case .button: (line("[ "), line(" ]"))
        case .toggle where hasOwnMark(node): ([], [])
        case .toggle(_, let isOn, _): (line(traits.isUnicode ? (isOn ? "◉ " : "○ ") : (isOn ? "[x] " : "[ ] ")), [])
        default: ([], [])
        }
    }

    /// Whether a toggle's own look has a symbol that shows its state.
    private func hasOwnMark(_ toggle: Int) -> Bool {
        func hasImage(_ node: Int) -> Bool {
            if case .image? = index.archive.nodes[node].content { return true }
            return index.children[node].contains(where: hasImage)
        }
        return index.archive.nodes[toggle].modifiers.contains(.toggleStyle(.button)) && hasImage(toggle)
    }

    private mutating func paragraphs(of node: Int) -> [[TextCharacter]] {
        if let known = texts[node] { return known }
        let lines = SafeText.lines(text(of: node), isUnicode: traits.isUnicode)
        texts[node] = lines
        return lines
    }

    private func text(of index: Int) -> String {
        let text = writtenText(of: index)
        switch self.index.environments[index].textCase {
        case .unchanged: return text
        case .uppercase: return text.uppercased()
        case .lowercase: return text.lowercased()
        }
    }

    private func writtenText(of index: Int) -> String {
        let node = self.index.archive.nodes[index]
        switch node.content {
        case .text(let text): return text
        case .liveText(let live): return LiveTextFormatter(traits: traits).text(of: live).text
        case .richText(let spans): return spans.map(text).joined()
        case .image(let image):
            guard case .systemName(let name) = image.source else { return "" }
            return SymbolTable.character(for: name, isUnicode: traits.isUnicode)
        case .label(let title, let symbol):
            let mark = symbol.isEmpty ? "" : SymbolTable.character(for: symbol, isUnicode: traits.isUnicode)
            switch self.index.environments[index].labelStyle {
            case .iconOnly where !mark.isEmpty: return mark
            case .titleOnly: return title
            default: return mark.isEmpty ? title : mark + " " + title
            }
        case .gauge(let gauge):
            let pie = traits.isUnicode ? ["○", "◔", "◑", "◕", "●"][Int((gauge.fraction * 4).rounded())] + " " : ""
            return pie + Self.value(of: gauge) + (gauge.label.isEmpty ? "" : "\n" + gauge.label)
        case .button(let action): return self.index.archive.actions.indices.contains(action) ? self.index.archive.actions[action].id : ""
        case .link(let url): return url
        case nil: return node.fallback
        default: return ""
        }
    }

    private func text(_ span: ViewTextSpan) -> String {
        switch span.content {
        case .text(let text): text
        case .liveText(let live): LiveTextFormatter(traits: traits).text(of: live).text
        case .symbol(let name): SymbolTable.character(for: name, isUnicode: traits.isUnicode)
        }
    }

    private func line(_ text: String) -> [TextCharacter] { SafeText.line(text, isUnicode: traits.isUnicode) }
}

extension LiveTextFormatter {
    init(traits: SurfaceTraits) { self.init(now: traits.now, localTime: traits.localTime, isUnicode: traits.isUnicode, isBrief: traits.isBrief) }
}
