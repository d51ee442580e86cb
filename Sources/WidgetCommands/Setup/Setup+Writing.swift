import WidgetCore

extension Setup {
    /// The setup as a file that ``init(_:)`` reads.
    /// - Parameter comment: the lines at the beginning.
    func yaml(comment: [String]) -> String {
        var text = comment.map { "# \(PlainText.line($0))\n" }.joined()
        Self.write("groups", groups, to: &text) { group in "{\(Self.fields(group).joined(separator: ", "))}" }
        Self.write("widgets", widgets, to: &text) { widget in "{\(Self.fields(widget).joined(separator: ", "))}" }
        Self.write("displays", displays, to: &text) { JSONOutput.string($0) }
        return text
    }

    /// Names and texts are quoted as in JSON, which YAML reads as well.
    private static func write<Value>(_ title: String, _ entries: [Entry<Value>], to text: inout String, value: (Value) -> String) {
        guard !entries.isEmpty else { return }
        text += "\(title):\n"
        for entry in entries { text += "  \(JSONOutput.string(entry.name)): \(entry.value.map(value) ?? "~")\n" }
    }

    private static func fields(_ group: DisplayGroup) -> [String] {
        ["pages: [\(group.pages.map(String.init).joined(separator: ", "))]"] + (group.showsActivities ? ["activities: true"] : [])
            + (group.showsControls ? ["controls: true"] : []) + (group.acts ? [] : ["view_only: true"])
    }

    private static func fields(_ widget: WantedWidget) -> [String] {
        var fields = ["kind: \(JSONOutput.string(widget.kind))"]
        if let family = widget.family { fields.append("family: \(family.shortName)") }
        if let page = widget.page { fields.append("page: \(page)") }
        if !widget.parameters.isEmpty {
            let parameters = widget.parameters.map { "\(JSONOutput.string($0.name)): \(JSONOutput.string($0.value))" }
            fields.append("parameters: {\(parameters.joined(separator: ", "))}")
        }
        return fields
    }
}
