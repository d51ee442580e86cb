import WidgetAPI
import WidgetCore

extension ProtoKindsResponse {
    /// The kind with this id or alias.
    ///
    /// - Throws: `NOT_FOUND` that names those there are.
    func kind(named name: String) throws(WidgetError) -> ProtoKind {
        if let kind = kinds.first(where: { $0.id == name }) ?? kinds.first(where: { $0.aliases.contains(name) }) { return kind }
        let others =
            kinds.isEmpty
            ? "; no provider gives one: see `widgetctl provider list`"
            : Suggestion.advice(for: name, among: kinds.map(\.id), verb: "there are", source: "widgetctl kinds")
        throw WidgetError(.notFound, "kind: there is no kind \"\(name)\"\(others)")
    }
}
