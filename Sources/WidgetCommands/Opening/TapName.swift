import WidgetAPI
import WidgetCore

/// What a user means by the name of something that can be tapped.
enum TapName {
    /// The target of that id, or else the only one on which that stands; nil: there is none.
    /// - Throws: INVALID_ARGUMENT where it stands on several that do different things.
    static func find(_ name: String, among targets: [TapTarget]) throws(WidgetError) -> TapTarget? {
        if let target = targets.first(where: { $0.id == name }) { return target }
        let wanted = normal(name)
        guard !wanted.isEmpty else { return nil }
        var ids: Set<String> = []
        let found = targets.filter { [normal($0.title), normal($0.text)].contains(wanted) && ids.insert($0.id).inserted }
        guard found.count < 2 else {
            throw .invalid("the action", "\"\(PlainText.line(name))\" stands on several; say which: \(found.map(\.id).joined(separator: ", "))")
        }
        return found.first
    }

    /// Without the case of letters and the width of spaces.
    private static func normal(_ text: String) -> String { text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
