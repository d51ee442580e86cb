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
    func validatedOrFault(family: WidgetFamily) throws(ArchiveFault) -> ViewArchive {
        try checkFormat()
        try checkTables(family: family)
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
        return try withIdentities()
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
