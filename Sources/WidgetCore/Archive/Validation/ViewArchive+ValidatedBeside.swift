extension ViewArchive {
    /// As ``validated(family:)``, beside an archive that it gave and whose ids were all computed. Where every view stands where one of its kind stands there, the ids are the
    /// same ones, and what is equal needs no check.
    public func validated(family: WidgetFamily, beside valid: ViewArchive) throws(WidgetError) -> ViewArchive {
        guard isBuilt(as: valid) else { return try validated(family: family) }
        var archive = self
        var textBytes = 0
        do {
            for index in nodes.indices {
                archive.nodes[index].id = valid.nodes[index].id
                textBytes += nodes[index].textBytes
                guard archive.nodes[index] != valid.nodes[index] else { continue }
                try NodeCheck(archive: archive, index: index, node: nodes[index]).run()
            }
        } catch {
            throw error.error
        }
        // In the words of the whole check.
        guard textBytes <= Limits.textBytesPerArchive else { return try validated(family: family) }
        return archive
    }

    private func isBuilt(as other: ViewArchive) -> Bool {
        guard format == other.format, minimumReader == other.minimumReader, nodes.count == other.nodes.count else { return false }
        guard actions == other.actions, images == other.images else { return false }
        return zip(nodes, other.nodes).allSatisfy { node, other in
            node.id == nil && node.parent == other.parent && node.explicitID == other.explicitID && node.content?.identityTag == other.content?.identityTag
        }
    }
}
