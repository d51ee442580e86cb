import WidgetCore

extension ProviderDescription {
    /// Checks that no two kinds of one provider have one id.
    ///
    /// - Throws: INVALID_ARGUMENT that names the second.
    func checkIDs() throws(WidgetError) {
        try Self.check(kinds.map(\.id), "kinds")
        try Self.check(controls.map(\.id), "controls")
    }

    private static func check(_ ids: [String], _ list: String) throws(WidgetError) {
        var known: Set<String> = []
        for (index, id) in ids.enumerated() where !known.insert(id).inserted {
            throw .invalid("\(list)[\(index)].id", "\"\(id)\" is there twice; each kind has an id of its own")
        }
    }
}
