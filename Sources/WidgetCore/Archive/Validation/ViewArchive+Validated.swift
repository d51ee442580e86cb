extension ViewArchive {
    /// The same archive, known to be within every limit of the format and with an identity for every node.
    ///
    /// Identities that are there stay; the others are computed (``NodeIdentity``), the same in every process.
    /// - Parameter family: whose points bound the images' pixels.
    /// - Throws: INVALID_ARGUMENT that names the limit, the value and the node. The archive itself is never changed.
    public func validated(family: WidgetFamily) throws(WidgetError) -> ViewArchive {
        do {
            return try validatedOrFault(family: family)
        } catch {
            throw error.error
        }
    }

    /// As ``validated(family:)``, with the fault's place apart from its words.
    package func validatedOrFault(family: WidgetFamily) throws(ArchiveFault) -> ViewArchive {
        try checkFormat()
        try checkTables(family: family)
        try checkTraits()
        try checkStructure()
        var textBytes = 0
        for (index, node) in nodes.enumerated() {
            try NodeCheck(archive: self, index: index, node: node).run()
            textBytes += node.textBytes
            guard textBytes <= Limits.textBytesPerArchive else {
                throw ArchiveFault(
                    node: index, field: node.contentName,
                    message: "all text of one entry has at most \(Limits.textBytesPerArchive) bytes, and with this view it has \(textBytes)")
            }
        }
        var valid = try withIdentities()
        valid.variants = []
        for (index, variant) in variants.enumerated() {
            do {
                valid.variants.append(try variant.validatedOrFault(family: family))
            } catch {
                var fault = error
                fault.variant = index
                throw fault
            }
        }
        return valid
    }

    /// Whether this code may draw it: it knows the format, and every view that must be understood.
    public var isReadable: Bool {
        minimumReader <= Self.currentFormat && !nodes.contains { $0.content == nil && $0.mustUnderstand }
    }

    private func checkFormat() throws(ArchiveFault) {
        guard format >= 1 else { throw ArchiveFault(field: "format", message: "the format's version is 1 or higher, not \(format)") }
        guard (1...format).contains(minimumReader) else {
            throw ArchiveFault(
                field: "min_reader", message: "the lowest version that can read it lies between 1 and its format, \(format), and is not \(minimumReader)")
        }
    }

    private func checkTraits() throws(ArchiveFault) {
        guard variants.count <= Limits.variantsPerArchive else {
            throw ArchiveFault(field: "variants", message: "at most \(Limits.variantsPerArchive), not \(variants.count)")
        }
        guard traits.count <= Limits.variantsPerArchive + 1 else {
            throw ArchiveFault(field: "traits", message: "at most \(Limits.variantsPerArchive + 1), not \(traits.count)")
        }
        for locale in (traits + variants.flatMap(\.traits)).compactMap(\.locale) where !ViewTraits.isLocale(locale) {
            throw ArchiveFault(field: "traits", message: "\(JSONText.quoted(String(locale.prefix(40)))) is no locale such as \"de-AT\"")
        }
        var effects = actions.reduce(into: [:]) { $0[$1.id] = $1.effect }
        for (index, variant) in variants.enumerated() {
            guard variant.variants.isEmpty else { throw ArchiveFault(field: "variants[\(index)].variants", message: "a variant has no variants") }
            guard !variant.traits.isEmpty else {
                throw ArchiveFault(field: "variants[\(index)].traits", message: "are missing; say for which surfaces it is")
            }
            for action in variant.actions {
                guard let effect = effects.updateValue(action.effect, forKey: action.id), effect != action.effect else { continue }
                throw ArchiveFault(
                    field: "variants[\(index)].actions", message: "\(JSONText.quoted(action.id)) does something else here; give each action its own id")
            }
        }
    }

    /// Actions and images, which nodes name by index.
    private func checkTables(family: WidgetFamily) throws(ArchiveFault) {
        guard actions.count <= Limits.actionsPerArchive else {
            throw ArchiveFault(field: "actions", message: "at most \(Limits.actionsPerArchive), not \(actions.count)")
        }
        var ids: Set<String> = []
        for (index, action) in actions.enumerated() {
            if let problem = action.problem { throw ArchiveFault(field: "actions[\(index)]", message: problem) }
            guard ids.insert(action.id).inserted else {
                throw ArchiveFault(field: "actions[\(index)]", message: "the id \(JSONText.quoted(action.id)) is there twice; each action has its own")
            }
        }
        guard images.count <= Limits.imagesPerArchive else {
            throw ArchiveFault(field: "images", message: "at most \(Limits.imagesPerArchive), not \(images.count)")
        }
        for (index, image) in images.enumerated() {
            if let problem = image.problem(family: family) { throw ArchiveFault(field: "images[\(index)]", message: problem) }
        }
    }
}

extension ViewArchive {
    /// Checks that the nodes are a tree in preorder, and that each view has the children that its kind takes.
    private func checkStructure() throws(ArchiveFault) {
        guard !nodes.isEmpty else { throw ArchiveFault(field: "nodes", message: "an archive has at least one view") }
        guard nodes.count <= Limits.nodesPerArchive else {
            throw ArchiveFault(field: "nodes", message: "at most \(Limits.nodesPerArchive), not \(nodes.count)")
        }
        guard nodes[0].parent == 0 else {
            throw fault(0, "the root's parent is itself, 0, not \(nodes[0].parent)")
        }
        // The nodes from the root to the one before: in preorder the next node's parent is among them.
        var path = [0]
        var childCounts = [Int](repeating: 0, count: nodes.count)
        var hasBackground = nodes[0].content == .containerBackground
        guard !hasBackground else { throw fault(0, "a container background lies below the root, not at it") }
        for index in nodes.indices.dropFirst() {
            let parent = nodes[index].parent
            guard (0..<index).contains(parent) else { throw fault(index, "its parent \(parent) must come before it") }
            while let last = path.last, last != parent { path.removeLast() }
            guard !path.isEmpty else { throw fault(index, "its parent \(parent) is already closed: nodes are in preorder") }
            path.append(index)
            guard path.count <= Limits.nodeDepth else { throw fault(index, "views nest at most \(Limits.nodeDepth) deep, and this one is \(path.count) deep") }

            if nodes[index].content == .containerBackground {
                guard parent == 0 else { throw fault(index, "a container background is a child of the root, not of node \(parent)") }
                guard !hasBackground else { throw fault(index, "a widget has one container background, and this is the second") }
                hasBackground = true
                continue
            }
            if let content = nodes[parent].content {
                guard content.takesChildren else { throw fault(index, "its parent, node \(parent), is a \(content.name), which has no children") }
                if case .gridRow = nodes[index].content, !content.isGrid { throw fault(index, "a grid row lies in a grid, not in a \(content.name)") }
            }
            childCounts[parent] += 1
        }
        for index in nodes.indices {
            let count = childCounts[index]
            switch nodes[index].content {
            case .toggle? where count != 2: throw fault(index, "a toggle has two children, its states off and on, not \(count)")
            case .layered(let layer, _)? where count != 2: throw fault(index, "has two children, the view and its \(layer), not \(count)")
            case .gauge(let gauge)? where count != gauge.parts.count:
                throw fault(index, "names \(gauge.parts.count) parts, and has \(count) children; each part is one child")
            default: break
            }
        }
    }

    private func fault(_ index: Int, _ message: String) -> ArchiveFault { ArchiveFault(node: index, field: nodes[index].contentName, message: message) }
}

extension ViewContent {
    /// The name of the kind of view, as in the script form; for people.
    public var name: String {
        switch self {
        case .text: "text"
        case .liveText: "live text"
        case .image: "image"
        case .label: "label"
        case .stack(.vertical, _, _): "vstack"
        case .stack(.horizontal, _, _): "hstack"
        case .stack(.depth, _, _): "zstack"
        case .spacer: "spacer"
        case .divider: "divider"
        case .gauge: "gauge"
        case .progress: "progress"
        case .button: "button"
        case .toggle: "toggle"
        case .link: "link"
        case .shape: "shape"
        case .containerBackground: "container background"
        case .grid: "grid"
        case .gridRow: "grid row"
        case .chart: "chart"
        case .richText: "rich text"
        case .lazyGrid(let grid): grid.axis == .horizontal ? "lazyHGrid" : "lazyVGrid"
        case .layered(.background, _): "background"
        case .layered(.overlay, _): "overlay"
        case .layered(.mask, _): "mask"
        case .layered(.widgetLabel, _): "widgetLabel"
        case .firstThatFits: "viewThatFits"
        case .accessoryBackground: "accessory background"
        }
    }

    /// Whether views of this kind have children.
    public var takesChildren: Bool {
        switch self {
        case .stack, .button, .toggle, .link, .containerBackground, .grid, .gridRow, .lazyGrid, .layered, .firstThatFits: true
        case .gauge(let gauge): !gauge.parts.isEmpty
        case .text, .liveText, .richText, .image, .label, .spacer, .divider, .progress, .shape, .chart, .accessoryBackground: false
        }
    }

    fileprivate var isGrid: Bool {
        if case .grid = self { true } else { false }
    }
}

extension ViewNode {
    var contentName: String { content?.name ?? "unknown view" }

    /// Every text of the node, in UTF-8 bytes.
    var textBytes: Int {
        let texts: [String] =
            switch content {
            case .text(let text)?: [text]
            case .liveText(let live)?: [live.fallback]
            case .label(let title, _)?: [title]
            case .richText(let spans)?: spans.map(\.plainText)
            case .gauge(let gauge)?: [gauge.label, gauge.currentValueLabel, gauge.minimumLabel, gauge.maximumLabel]
            case .progress(_, let label)?: [label]
            case .chart(let chart)?: chart.series.map(\.label) + chart.marks.map(\.label)
            case .toggle(_, _, let title)?: [title]
            default: []
            }
        let spoken = modifiers.flatMap { modifier -> [String] in if case .accessibility(let accessibility) = modifier { accessibility.texts } else { [] } }
        return (texts + spoken).reduce(accessibilityLabel.utf8.count + fallback.utf8.count) { $0 + $1.utf8.count }
    }
}

extension ViewArchive {
    /// Replaces a node of a valid archive (``validated(family:)``) by another view of the same kind. The node keeps its id and its children, and only the
    /// node is checked.
    /// - Parameter tree: a view without children, an action or a picture.
    /// - Returns: by how many bytes of text the archive has grown. The caller checks ``textBytes`` against its limit.
    /// - Throws: INVALID_ARGUMENT as ``validated(family:)``; FAILED_PRECONDITION where the view isn't of that kind. The archive is as it was.
    public mutating func replace(_ index: Int, by tree: ViewTree) throws(WidgetError) -> Int {
        guard case .view(let content) = tree.content, tree.children.isEmpty, nodes.indices.contains(index), tree.explicitID == nodes[index].explicitID,
            content.identityTag == nodes[index].content?.identityTag
        else { throw WidgetError(.failedPrecondition, "node \(index) isn't a view of this kind") }
        var node = nodes[index]
        node.content = content
        node.modifiers = tree.modifiers
        node.accessibilityLabel = tree.accessibilityLabel
        node.isPrivacySensitive = tree.isPrivacySensitive
        node.isInvalidatable = tree.isInvalidatable
        node.fallback = tree.fallback
        node.mustUnderstand = tree.mustUnderstand
        do {
            try NodeCheck(archive: self, index: index, node: node).run()
        } catch {
            throw error.error
        }
        let before = nodes[index].textBytes
        nodes[index] = node
        return node.textBytes - before
    }

    /// The bytes of text of all nodes, at most ``Limits/textBytesPerArchive``.
    public var textBytes: Int { nodes.reduce(0) { $0 + $1.textBytes } }
}

/// A fault of an archive with its place. The node's index lets a script's error name the place in its own JSON.
package struct ArchiveFault: Error, Hashable {
    /// Nil: the archive itself.
    package var variant: Int?
    /// Nil: the archive or its variant as a whole.
    package var node: Int?
    /// The faulty part of the node or the archive: a field such as `actions[2].id`, or the kind of view.
    package var field: String
    package var message: String

    /// The error that names the place in the archive.
    var error: WidgetError {
        let path = variant.map { "variants[\($0)]." } ?? ""
        guard let node else { return .invalid(path + field, message) }
        return .invalid("\(path)nodes[\(node)] (\(field))", message)
    }
}
