extension ViewArchive {
    /// Takes over what a tree has changed since this archive was made of another one (``validated(family:)``) whose views have the same places and kinds: ids stay, and only views that are not
    /// as before are checked. Neither tree may have actions, images or a container background.
    /// - Parameters:
    ///   - old: the tree that this archive is of.
    ///   - changed: is called for each node that is another one now.
    /// - Returns: false: it isn't of that kind, or something is over a limit that all views have together, and the archive is of no use any more.
    /// - Throws: INVALID_ARGUMENT as ``validated(family:)``, or what `changed` throws; the archive is of no use any more.
    public mutating func update(
        from old: ViewTree, to new: ViewTree, changed: (Int, ViewNode) throws(WidgetError) -> Void
    ) throws(WidgetError) -> Bool {
        guard actions.isEmpty, images.isEmpty else { return false }
        // Taken out and put back, so that it isn't copied.
        var update = Update(archive: ViewArchive(nodes: []))
        swap(&self, &update.archive)
        guard try update.visit(old, new, changed), update.next == update.archive.nodes.count else { return false }
        swap(&self, &update.archive)
        return !update.hasChanged || nodes.reduce(0) { $0 + $1.textBytes } <= Limits.textBytesPerArchive
    }
}

/// A walk through two trees and the archive of the first.
private struct Update {
    var archive: ViewArchive
    /// The node of the views that come next.
    var next = 0
    var hasChanged = false

    /// - Returns: false: these views aren't in the same place, or aren't of one kind.
    mutating func visit(_ old: ViewTree, _ new: ViewTree, _ changed: (Int, ViewNode) throws(WidgetError) -> Void) throws(WidgetError) -> Bool {
        guard case .view(let content) = new.content, case .view(let before) = old.content, content.identityTag == before.identityTag,
            new.children.count == old.children.count, new.explicitID == old.explicitID, new.containerBackground == nil, old.containerBackground == nil,
            archive.nodes.indices.contains(next)
        else { return false }
        if !new.isAlone(content, as: old, before) {
            archive.nodes[next].take(new, content)
            let node = archive.nodes[next]
            do {
                try NodeCheck(archive: archive, index: next, node: node).run()
            } catch {
                throw error.error
            }
            try changed(next, node)
            hasChanged = true
        }
        next += 1
        for place in new.children.indices where try !visit(old.children[place], new.children[place], changed) { return false }
        return true
    }
}

extension ViewTree {
    /// Whether the view itself is the same, whatever its children are.
    fileprivate func isAlone(_ content: ViewContent, as other: ViewTree, _ otherContent: ViewContent) -> Bool {
        content == otherContent && modifiers == other.modifiers && accessibilityLabel == other.accessibilityLabel
            && isPrivacySensitive == other.isPrivacySensitive && isInvalidatable == other.isInvalidatable && fallback == other.fallback
            && mustUnderstand == other.mustUnderstand
    }
}

extension ViewNode {
    /// What the view is now, in the place that it had.
    fileprivate mutating func take(_ tree: ViewTree, _ content: ViewContent) {
        self.content = content
        modifiers = tree.modifiers
        accessibilityLabel = tree.accessibilityLabel
        isPrivacySensitive = tree.isPrivacySensitive
        isInvalidatable = tree.isInvalidatable
        fallback = tree.fallback
        mustUnderstand = tree.mustUnderstand
    }
}
