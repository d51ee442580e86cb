/// What is wrong with an archive, and where: the node's index lets a script's error name the place in its own JSON.
struct ArchiveFault: Error, Hashable {
    /// Nil: the archive as a whole.
    var node: Int?
    /// What is wrong within the node or the archive: a field such as `actions[2].id`, or the kind of view.
    var field: String
    var message: String

    /// The error that names the place in the archive.
    var error: WidgetError {
        guard let node else { return .invalid(field, message) }
        return .invalid("nodes[\(node)] (\(field))", message)
    }
}
