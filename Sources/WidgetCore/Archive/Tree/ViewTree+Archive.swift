extension ViewTree {
    /// The tree laid flat: nodes in preorder, actions and images each once, the container background as the root's last child.
    ///
    /// What comes out is checked by ``ViewArchive/validated(family:)``; here fails only what could not be laid flat at all.
    /// - Throws: INVALID_ARGUMENT over ``Limits/nodesPerArchive`` or ``Limits/nodeDepth``, for two container backgrounds and for two different actions of
    ///   the same id.
    public func archive() throws(WidgetError) -> ViewArchive {
        var builder = FlatArchive()
        try builder.append(self, parent: 0, depth: 1)
        if let background = builder.background {
            try builder.append(ViewTree(.view(.containerBackground), children: background), parent: 0, depth: 2)
        }
        // Last, when every button has its action: it is told from theirs by that no view carries it.
        if let url = builder.widgetURL { builder.actions.add(widgetURL: url) }
        return ViewArchive(nodes: builder.nodes, actions: builder.actions.list, images: builder.images)
    }
}

/// The archive while it grows.
private struct FlatArchive {
    var nodes: [ViewNode] = []
    var actions = ActionTable()
    var images: [ImageReference] = []
    private var imageIndices: [ImageReference: Int] = [:]
    private(set) var background: [ViewTree]?
    private(set) var widgetURL: String?

    mutating func append(_ tree: ViewTree, parent: Int, depth: Int) throws(WidgetError) {
        guard depth <= Limits.nodeDepth else { throw .invalid("view", "views nest at most \(Limits.nodeDepth) deep") }
        guard nodes.count < Limits.nodesPerArchive else { throw .invalid("view", "a view has at most \(Limits.nodesPerArchive) nodes") }
        if let views = tree.containerBackground {
            guard background == nil else { throw .invalid("view", "a widget has one container background, and this tree has two") }
            background = views
        }
        widgetURL = widgetURL ?? tree.widgetURL
        let index = nodes.count
        nodes.append(
            ViewNode(
                parent: parent, content: try content(of: tree), modifiers: tree.modifiers, accessibilityLabel: tree.accessibilityLabel,
                isPrivacySensitive: tree.isPrivacySensitive, isInvalidatable: tree.isInvalidatable, fallback: tree.fallback,
                mustUnderstand: tree.mustUnderstand, explicitID: tree.explicitID))
        for child in tree.children { try append(child, parent: index, depth: depth + 1) }
    }

    private mutating func content(of tree: ViewTree) throws(WidgetError) -> ViewContent {
        switch tree.content {
        case .view(let content): content
        case .button(let action): .button(action: try actions.index(of: action))
        case .toggle(let action, let isOn, let title): .toggle(action: try actions.index(of: action), isOn: isOn, title: title)
        case .picture(let reference, let mode): .image(ViewImage(source: .image(index(of: reference)), accentedRenderingMode: mode))
        }
    }

    private mutating func index(of image: ImageReference) -> Int {
        if let index = imageIndices[image] { return index }
        imageIndices[image] = images.count
        images.append(image)
        return images.count - 1
    }
}
