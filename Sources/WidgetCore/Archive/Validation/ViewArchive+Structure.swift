extension ViewArchive {
    /// Whether the nodes are a tree in preorder, and each view has the children that its kind takes.
    func checkStructure() throws(ArchiveFault) {
        guard !nodes.isEmpty else { throw ArchiveFault(field: "nodes", message: "an archive has at least one view") }
        guard nodes.count <= Limits.nodesPerArchive else {
            throw ArchiveFault(field: "nodes", message: "at most \(Limits.nodesPerArchive), not \(nodes.count)")
        }
        guard nodes[0].parent == 0 else {
            throw fault(0, "the root's parent is itself, 0, not \(nodes[0].parent)")
        }
        // The nodes from the root to the one before: in preorder the next node's parent is among them.
        var path = [0]
        var toggleStates = [Int](repeating: 0, count: nodes.count)
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
                if nodes[index].content == .gridRow, !content.isGrid { throw fault(index, "a grid row lies in a grid, not in a \(content.name)") }
            }
            toggleStates[parent] += 1
        }
        for index in nodes.indices {
            if case .toggle? = nodes[index].content, toggleStates[index] != 2 {
                throw fault(index, "a toggle has two children, its states off and on, not \(toggleStates[index])")
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
        }
    }

    /// Whether views of this kind have children.
    public var takesChildren: Bool {
        switch self {
        case .stack, .button, .toggle, .link, .containerBackground, .grid, .gridRow: true
        case .text, .liveText, .image, .label, .spacer, .divider, .gauge, .progress, .shape, .chart: false
        }
    }

    var isGrid: Bool {
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
            case .gauge(let gauge)?: [gauge.label, gauge.currentValueLabel]
            case .progress(_, let label)?: [label]
            case .chart(let chart)?: chart.series.map(\.label) + chart.marks.map(\.label)
            case .toggle(_, _, let title)?: [title]
            default: []
            }
        return texts.reduce(accessibilityLabel.utf8.count + fallback.utf8.count) { $0 + $1.utf8.count }
    }
}
