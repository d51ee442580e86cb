package import WidgetCore

/// A view whose inputs or nodes a modifier changes. Most of SwiftUI's own modifiers are made with it.
nonisolated package struct ArchiveModifiedView<Content: View>: PrimitiveView {
    let content: Content
    /// Changes what the view is given.
    var inputs: (@MainActor (inout _ViewInputs) -> Void)?
    /// Changes each node.
    var change: (@MainActor (inout ViewTree, _ViewInputs) -> Void)?

    @MainActor package func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        var inner = inputs
        self.inputs?(&inner)
        guard let change else { return content._append(to: &outputs, inner) }
        let first = outputs.trees.count
        content._append(to: &outputs, inner)
        for index in first..<outputs.trees.count { change(&outputs.trees[index], inputs) }
    }
}

extension View {
    /// The view with a modifier of the archive.
    nonisolated package func archived(_ modifier: WidgetCore.ViewModifier) -> some View {
        ArchiveModifiedView(content: self, change: { tree, _ in tree.modifiers.append(modifier) })
    }

    /// The view with a modifier of the archive, and another offer to the view.
    nonisolated package func archived(_ modifier: WidgetCore.ViewModifier, offering offer: @escaping @MainActor (CGSize) -> CGSize) -> some View {
        ArchiveModifiedView(
            content: self, inputs: { $0.proposal = offer($0.proposal) }, change: { tree, _ in tree.modifiers.append(modifier) })
    }

    /// The view with a change of each of its nodes.
    nonisolated package func archived(_ change: @escaping @MainActor (inout ViewTree, _ViewInputs) -> Void) -> some View {
        ArchiveModifiedView(content: self, change: change)
    }

    /// The view with changed inputs, such as another environment.
    nonisolated func transformingInputs(_ transform: @escaping @MainActor (inout _ViewInputs) -> Void) -> some View {
        ArchiveModifiedView(content: self, inputs: transform)
    }
}

/// Views that are archived already, with identities by their places.
nonisolated package struct ArchivedViews: PrimitiveView {
    private let trees: [ViewTree]

    package init(trees: [ViewTree]) { self.trees = trees }

    @MainActor package func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.trees += trees.map(Self.withoutIdentity) }

    private static func withoutIdentity(_ tree: ViewTree) -> ViewTree {
        var tree = tree
        tree.id = nil
        tree.children = tree.children.map(withoutIdentity)
        return tree
    }
}

/// A view with another one behind, over or around it.
nonisolated struct LayeredView<Content: View, Secondary: View>: PrimitiveView {
    let content: Content
    let secondary: Secondary
    let layer: ViewLayer
    var alignment: Alignment = .center

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let first = outputs.trees.count
        content._append(to: &outputs, inputs.child(.content))
        for index in first..<outputs.trees.count {
            let tree = outputs.trees[index]
            let id = (tree.id ?? inputs.id).child(.layer, UInt64(layer.rawValue))
            var layered = ViewTree(.view(.layered(layer, alignment: alignment.archived)))
            layered.id = id
            layered.children = [tree, inputs.child(.layer, UInt64(index - first)).single(secondary, alignment: alignment)]
            outputs.trees[index] = layered
        }
    }
}

extension _ViewInputs {
    /// A view's nodes as one: several lie over each other.
    @MainActor package func single(_ view: some View, alignment: Alignment = .center) -> ViewTree {
        var outputs = _ViewOutputs()
        view._append(to: &outputs, child(.content))
        if outputs.trees.count == 1 { return outputs.trees[0] }
        var stack = ViewTree(.view(.stack(axis: .depth, alignment: alignment.archived, spacing: nil)), children: outputs.trees)
        stack.id = child(.container).id
        return stack
    }

    /// A view's nodes.
    @MainActor package func all(_ view: some View) -> [ViewTree] {
        var outputs = _ViewOutputs()
        view._append(to: &outputs, self)
        return outputs.trees
    }
}
