extension ViewArchive {
    /// Puts another view of the same kind in a node's place in an archive that was checked (``validated(family:)``): its id and its children stay, and it alone is checked.
    /// - Parameter tree: a view without children, an action or a picture.
    /// - Returns: the bytes of text that it has more than what was there; ``textBytes`` is the caller's to look at.
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

    /// Of all nodes, at most ``Limits/textBytesPerArchive``.
    public var textBytes: Int { nodes.reduce(0) { $0 + $1.textBytes } }
}
