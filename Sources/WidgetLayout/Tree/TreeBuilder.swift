import WidgetCore

/// Makes the boxes of an archive: each view with its modifiers around it, in the environment that the views around it make.
struct TreeBuilder {
    private let archive: ViewArchive
    private let traits: PresentationTraits
    private(set) var parts: PartBuilder
    /// Where each node's children go, and what they get.
    private var places: [Place] = []
    private var actions: [Int: String] = [:]

    /// The place for a node's children.
    private struct Place {
        /// The children's places in their order, the last for all that follow; nil: that child isn't shown.
        var slots: [Slot?]
        var environment: LayoutEnvironment
        var taken = 0
        /// The node is, or lies in, something that is hidden.
        var isHidden = false
    }

    init(_ archive: ViewArchive, traits: PresentationTraits, texts: TextCache) {
        self.archive = archive
        self.traits = traits
        parts = PartBuilder(traits: traits, texts: texts)
        places.reserveCapacity(archive.nodes.count)
        for target in archive.tapTargets { if let node = target.node { actions[node] = target.id } }
    }

    /// Adds all views below two items.
    /// - Parameters:
    ///   - content: the item for the root.
    ///   - background: the item for the container's background; nil: it isn't shown.
    ///   - label: the item for the label beside the widget; nil: it isn't shown.
    mutating func build(content: Int, background: Int?, label: Int? = nil) {
        parts.labelRoom = label
        for (index, node) in archive.nodes.enumerated() {
            guard index > 0, node.parent < index, node.parent >= 0 else {
                places.append(index == 0 ? add(node, index, to: content, LayoutEnvironment(traits)) : hidden(LayoutEnvironment(traits)))
                continue
            }
            let environment = places[node.parent].environment
            let slot = node.content == .containerBackground ? background.map { Slot(item: $0) } : takeSlot(of: node.parent)
            guard let slot, !places[node.parent].isHidden else {
                places.append(hidden(environment))
                continue
            }
            places.append(add(node, index, to: slot.item, slot.environment ?? environment))
        }
    }

    var tree: LayoutTree { parts.tree }

    mutating func addItem(_ kind: LayoutItem.Kind, to parent: Int, part: Int, drawing: Drawing? = nil) -> Int {
        parts.tree.add(kind, to: parent, DisplayID(node: .surface, part: part), drawing: drawing)
    }

    private func hidden(_ environment: LayoutEnvironment) -> Place { Place(slots: [nil], environment: environment, isHidden: true) }

    private mutating func takeSlot(of parent: Int) -> Slot? {
        let slots = places[parent].slots
        defer { places[parent].taken += 1 }
        return slots[min(places[parent].taken, slots.count - 1)]
    }

    /// Adds a node: from its outermost modifier, which is the last one, to its content.
    private mutating func add(_ node: ViewNode, _ index: Int, to parent: Int, _ outer: LayoutEnvironment) -> Place {
        let id = node.id ?? NodeID(high: 0, low: UInt64(index))
        var (item, environment) = (parent, outer)
        for (number, modifier) in node.modifiers.enumerated().reversed() {
            environment.apply(modifier, resolver: parts.resolver)
            item = parts.add(modifier, to: item, DisplayID(node: id, part: DisplayPart.modifier(number)), environment)
        }
        if node.isPrivacySensitive, traits.hidesPrivate { environment.isRedacted = true }
        if node.isInvalidatable, traits.isInvalidated {
            item = parts.tree.add(.plain, to: item, DisplayID(node: id, part: DisplayPart.invalidated), drawing: .opacity(0.4))
        }
        if !node.accessibilityLabel.isEmpty {
            let words = DisplayAccessibility(role: .group, label: node.accessibilityLabel)
            item = parts.tree.add(.plain, to: item, DisplayID(node: id, part: DisplayPart.label), drawing: .labelled(words))
        }
        let source = DisplayID(node: id, part: DisplayPart.content)
        let slots = parts.add(node, source, to: item, &environment, archive: archive, action: actions[index])
        return Place(slots: slots, environment: environment)
    }
}

extension LayoutEnvironment {
    /// Applies a modifier's values for the views inside.
    mutating func apply(_ modifier: ViewModifier, resolver: StyleResolver) {
        switch modifier {
        case .font(let font): apply(font)
        case .dynamicTypeSize(let minimum, let maximum): typeSize = typeSize.clamped(from: minimum, to: maximum)
        case .lineLimit(let lines): (text.lineLimit, text.reservedLines) = (lines, 0)
        case .lineLimitRange(let least, let most, let reserves): (text.lineLimit, text.reservedLines) = (most, reserves ? most ?? 0 : least ?? 0)
        case .minimumScaleFactor(let factor): text.minimumScale = factor
        case .multilineAlignment(let alignment): text.alignment = alignment
        case .truncation(let place): text.truncation = place
        case .kerning(let points): letters.kerning = points
        case .tracking(let points): letters.tracking = points
        case .baselineOffset(let points): letters.baselineOffset = points
        case .lineSpacing(let points): text.lineSpacing = max(0, points)
        case .strikethrough(let line): letters.strikethrough = line
        case .underline(let line): letters.underline = line
        case .textCase(let textCase): letters.textCase = textCase
        case .contentTransition(let transition): letters.rolls = transition.rollsCharacters
        case .foreground(let color): foregrounds = [.color(resolver.color(color, tint: tint?.color))]
        case .foregroundStyle(let styles):
            // Levels refer to the foreground around, so all styles are resolved before it changes.
            let fills = styles.map { resolver.fill($0, in: self) }
            foregrounds = fills
        case .tint(let color): tint = .color(resolver.color(color, tint: tint?.color))
        case .tintStyle(let style): tint = resolver.fill(style, in: self)
        case .accentable(let isAccented): self.isAccented = isAccented
        case .buttonStyle(let style): controls.button = style
        case .buttonBorderShape(let shape): controls.border = shape
        case .controlSize(let size): controls.size = size
        case .toggleStyle(let style): controls.toggle = style
        case .gaugeStyle(let style): controls.gauge = style
        case .progressStyle(let style): controls.progress = style
        case .labelStyle(let style): controls.label = style
        case .labelsHidden: controls.hidesLabels = true
        case .imageScale(let scale): symbols.scale = scale
        case .symbolVariants(let variants): symbols.variants.formUnion(variants)
        case .symbolRenderingMode(let mode): symbols.rendering = mode
        case .disabled(let isDisabled): controls.isDisabled = controls.isDisabled || isDisabled
        case .redacted: isRedacted = true
        case .unredacted: isRedacted = false
        default: break
        }
    }
}

extension ViewContentTransition {
    fileprivate var rollsCharacters: Bool {
        switch self {
        case .numericTextUp, .numericTextDown, .numericText: true
        case .automatic, .identity, .interpolate, .opacity, .blur, .symbolEffect: false
        }
    }
}
