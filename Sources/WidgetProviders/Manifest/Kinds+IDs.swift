import WidgetCore

extension [Kind] {
    /// Checks that no two kinds of one provider have one id.
    ///
    /// - Throws: INVALID_ARGUMENT that names the second.
    func checkIDs() throws(WidgetError) {
        var ids: Set<String> = []
        for (index, kind) in enumerated() where !ids.insert(kind.id).inserted {
            throw .invalid("kinds[\(index)].id", "\"\(kind.id)\" is there twice; each kind has an id of its own")
        }
    }
}
