extension ViewArchive {
    /// The part of an archive that is redacted.
    public enum Redaction: Sendable, Hashable {
        /// Every view: of a placeholder, whose contents are made up.
        case everything
        /// Views that are ``ViewNode/isPrivacySensitive``, with all that lies within them.
        case privateViews
    }

    /// Some view of it is hidden while the session is locked.
    public var hasPrivateViews: Bool { nodes.contains(where: \.isPrivacySensitive) || variants.contains(where: \.hasPrivateViews) }

    /// The same layout without the contents of its views, so that nobody can read them out of the archive. Texts and live texts are bars whose length says
    /// little. A neutral symbol stands for symbols and pictures, gauges are empty, and progress is indeterminate. Buttons and links do nothing, and a toggle
    /// looks as if it is off. Left out are colours, accessibility labels, explicit identities, and actions and pictures that nothing else uses.
    ///
    /// The limits on an archive aren't checked again: bars may have more bytes than the texts had.
    public func redacted(_ redaction: Redaction) -> ViewArchive {
        guard redaction == .everything || hasPrivateViews else { return self }
        var redacted = Redactor(self, redaction).archive
        redacted.variants = variants.map { Redactor($0, redaction).archive }
        return redacted
    }
}

/// Removes the contents of an archive's views.
private struct Redactor {
    /// The bar for any word.
    private static let word = "████████"
    /// The symbol for any symbol and picture.
    private static let symbol = "square.fill"

    private(set) var archive: ViewArchive
    private let original: ViewArchive
    private let redaction: ViewArchive.Redaction
    private var isRedacted: [Bool] = []
    /// Within an ``ViewModifier/unredacted`` view of a placeholder.
    private var isOpen: [Bool] = []
    /// Where a node stands now; nil: it was left out.
    private var places: [Int?] = []
    private var childCounts: [Int]
    private var hiddenActions: Set<Int> = []
    private var shownActions: Set<Int> = []
    private var shownImages: Set<Int> = []

    init(_ original: ViewArchive, _ redaction: ViewArchive.Redaction) {
        self.original = original
        self.redaction = redaction
        archive = original
        archive.nodes = []
        childCounts = Array(repeating: 0, count: original.nodes.count)
        var order = childCounts
        for index in original.nodes.indices {
            guard let parent = parent(of: index) else { continue }
            childCounts[parent] += 1
            order[index] = childCounts[parent]
        }
        for index in original.nodes.indices { take(index, number: order[index]) }
        dropUnused()
    }

    private func parent(of index: Int) -> Int? {
        let parent = original.nodes[index].parent
        return index > 0 && (0..<index).contains(parent) ? parent : nil
    }

    /// - Parameter number: of the node among its siblings, from 1.
    private mutating func take(_ index: Int, number: Int) {
        var node = original.nodes[index]
        let parent = parent(of: index)
        let isWithin = parent.map { isRedacted[$0] } ?? false
        let isLeftOpen = redaction == .everything && (node.modifiers.contains(.unredacted) || parent.map { isOpen[$0] } ?? false)
        isOpen.append(isLeftOpen)
        isRedacted.append(node.isPrivacySensitive || (redaction == .everything ? !isLeftOpen : isWithin))
        note(node.content, isHidden: isRedacted[index])
        // A toggle has both states as children; the first one is off.
        let isOtherState = if let parent, isWithin, case .toggle = original.nodes[parent].content { number > 1 } else { false }
        guard !isOtherState, parent.map({ places[$0] != nil }) ?? true else { return places.append(nil) }
        let place = archive.nodes.count
        places.append(place)
        node.parent = parent.flatMap { places[$0] } ?? 0
        if isRedacted[index] { redact(&node, isOutermost: !isWithin, isLeaf: childCounts[index] == 0, place: place) }
        archive.nodes.append(node)
    }

    private mutating func note(_ content: ViewContent?, isHidden: Bool) {
        switch content {
        case .button(let action), .toggle(let action, _, _): if isHidden { hiddenActions.insert(action) } else { shownActions.insert(action) }
        case .image(let image): if case .image(let number) = image.source, !isHidden { shownImages.insert(number) }
        default: break
        }
    }

    private func redact(_ node: inout ViewNode, isOutermost: Bool, isLeaf: Bool, place: Int) {
        node.content = node.content.map { Self.redacted($0, isLeaf: isLeaf) }
        node.modifiers.removeAll(where: \.saysMore)
        if isOutermost {
            node.modifiers.removeAll { $0 == .redacted }
            node.modifiers += [.redacted, .foreground(.named(.secondary))]
        }
        node.accessibilityLabel = ""
        node.fallback = ""
        // An identity is a digest: somebody who guesses the value that was given to `.id()` could check the guess.
        node.explicitID = []
        node.id = NodeID(high: 0, low: UInt64(place))
    }

    private static func redacted(_ content: ViewContent, isLeaf: Bool) -> ViewContent {
        switch content {
        case .text(let text): .text(bars(text))
        case .liveText: .text(Self.word)
        case .richText(let spans): .text(bars(spans.map(\.plainText).joined()))
        case .image(let image): .image(ViewImage(source: .systemName(Self.symbol), accentedRenderingMode: image.accentedRenderingMode))
        case .label(let title, let symbol): .label(title: bars(title), systemImage: symbol.isEmpty ? "" : Self.symbol)
        case .gauge(let gauge): .gauge(empty(gauge, keepsParts: !isLeaf))
        // A flat line: neither the values nor how many there are.
        case .chart(let chart): .chart(Chart(style: chart.style, series: [Chart.Series([0, 0])], minimum: 0, maximum: 1))
        case .progress(_, let label): .progress(.indeterminate, label: bars(label))
        case .button, .link, .toggle: isLeaf ? .text(Self.word) : .stack(axis: .horizontal, alignment: nil, spacing: nil)
        // A path could show something that can be read, so it becomes a rectangle.
        case .shape(let shape): .shape(shape.redacted)
        case .stack, .spacer, .divider, .containerBackground, .grid, .gridRow, .lazyGrid, .layered, .firstThatFits, .accessoryBackground: content
        }
    }

    private static func empty(_ gauge: Gauge, keepsParts: Bool) -> Gauge {
        var empty = Gauge(
            value: 0, label: bars(gauge.label), currentValueLabel: bars(gauge.currentValueLabel), minimumLabel: bars(gauge.minimumLabel),
            maximumLabel: bars(gauge.maximumLabel), style: gauge.style)
        if keepsParts { empty.parts = gauge.parts }
        return empty
    }

    /// As many bars as the text fills, so that only its approximate length can be told.
    private static func bars(_ text: String) -> String {
        let width = Self.word.count
        let words = min((text.count + width - 1) / width, Limits.redactedWords)
        return Array(repeating: Self.word, count: words).joined(separator: " ")
    }

    /// Removes the actions and pictures that only redacted views have.
    private mutating func dropUnused() {
        // An action without a view belongs to the whole view.
        let isWhole = isRedacted.first ?? true
        let actions = original.actions.indices.filter { shownActions.contains($0) || !isWhole && !hiddenActions.contains($0) }
        let images = original.images.indices.filter { shownImages.contains($0) }
        archive.actions = actions.map { original.actions[$0] }
        archive.images = images.map { original.images[$0] }
        guard actions.count < original.actions.count || images.count < original.images.count else { return }
        for index in archive.nodes.indices {
            switch archive.nodes[index].content {
            case .button(let action): archive.nodes[index].content = .button(action: actions.firstIndex(of: action) ?? action)
            case .toggle(let action, let isOn, let title):
                archive.nodes[index].content = .toggle(action: actions.firstIndex(of: action) ?? action, isOn: isOn, title: title)
            case .image(var image):
                guard case .image(let number) = image.source else { continue }
                image.source = .image(images.firstIndex(of: number) ?? number)
                archive.nodes[index].content = .image(image)
            default: break
            }
        }
    }
}

extension ViewModifier {
    /// The modifier says something of the content, or could: colours, texts, digests of values.
    fileprivate var saysMore: Bool {
        switch self {
        case .foreground, .foregroundStyle, .tint, .tintStyle, .background, .shadow, .color, .strikethrough, .underline: true
        case .accessibility, .unredacted, .animation, .animator, .matchedGeometry, .identity, .contentTransition, .clip, .containerShape, .alignmentGuide: true
        default: false
        }
    }
}

extension ViewShape {
    fileprivate var redacted: ViewShape {
        if case .path = form { return .rectangle }
        return ViewShape(form, stroke: stroke, inset: inset)
    }
}
