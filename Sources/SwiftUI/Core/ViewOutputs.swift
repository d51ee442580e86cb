package import WidgetCore

/// The archive's nodes that views add.
public struct _ViewOutputs {
    package var trees: [ViewTree] = []
    package init() {}
}

extension _ViewOutputs {
    /// Adds one view.
    package mutating func append(_ content: ViewContent, _ inputs: _ViewInputs) {
        var tree = ViewTree(.view(content))
        tree.id = inputs.id
        trees.append(tree)
    }

    /// Adds a view with children.
    @MainActor package mutating func appendContainer(_ content: ViewContent, _ children: some View, _ inputs: _ViewInputs) {
        var tree = ViewTree(.view(content))
        tree.id = inputs.id
        inputs.resolution.within(FaultPath.name(content.name)) { tree.children = inputs.child(.content).all(children) }
        trees.append(tree)
    }
}
