import CommandRendering
import WidgetAPI
import WidgetCore

/// Groups, widgets and displays by their names, as a file of ``ApplyCommand`` wants them. All that it doesn't name stays as it is.
struct Setup: Sendable {
    /// A widget as the file has it. A family or parameter that it leaves out has the kind's default, and the page stays.
    struct WantedWidget: Sendable {
        /// The kind's id or another name of it. Nil: the widget is there, and the file says its page alone.
        var kind: String?
        var family: WidgetFamily?
        var page: Int?
        var parameters: [ParameterAssignment] = []
    }

    /// A name, and what shall be there under it. Nil: nothing.
    struct Entry<Value: Sendable>: Sendable {
        var name: String
        var value: Value?
        /// In the file; 0: it isn't from one.
        var line = 0
    }

    var groups: [Entry<DisplayGroup>] = []
    /// Those that have the same page stand in this order on it.
    var widgets: [Entry<WantedWidget>] = []
    /// The group of each display. Nil: none.
    var displays: [Entry<String>] = []

    init() {}

    /// - Throws: INVALID_ARGUMENT that names the line.
    init(_ node: YAMLNode) throws(WidgetError) {
        for (key, value) in try node.fields("groups", "widgets", "displays") {
            for entry in try value.entries() {
                let (name, line) = (entry.key, entry.value.line)
                switch key {
                case "groups":
                    let group = try entry.value.optional { node throws(WidgetError) in try Self.group(name, node) }
                    groups.append(.init(name: name, value: group, line: line))
                case "widgets":
                    let valid = try Self.naming(line, "widget \(name.cut(toBytes: 64).quoted)") { () throws(WidgetError) in try Widget.validated(name: name) }
                    guard !valid.isEmpty, valid == name else { throw entry.value.invalid("a widget's name can't be empty, or begin or end with a space") }
                    widgets.append(.init(name: name, value: try entry.value.optional { node throws(WidgetError) in try Self.widget(node) }, line: line))
                default: displays.append(.init(name: name, value: try entry.value.optional { node throws(WidgetError) in try node.text() }, line: line))
                }
            }
        }
    }

    private static func group(_ name: String, _ node: YAMLNode) throws(WidgetError) -> DisplayGroup {
        var group = DisplayGroup(name: name, pages: [])
        for (key, value) in try node.fields("pages", "activities", "controls", "view_only") {
            switch key {
            case "pages": group.pages = try value.numbers()
            case "activities": group.showsActivities = try value.boolean()
            case "controls": group.showsControls = try value.boolean()
            default: group.acts = try !value.boolean()
            }
        }
        return try naming(node.line, "group \(name.cut(toBytes: 64).quoted)") { () throws(WidgetError) in try group.validated() }
    }

    private static func widget(_ node: YAMLNode) throws(WidgetError) -> WantedWidget {
        var widget = WantedWidget()
        for (key, value) in try node.fields("kind", "family", "page", "parameters") {
            switch key {
            case "kind": widget.kind = try value.text()
            case "family":
                guard let family = FamilyArgument(argument: try value.text()) else {
                    throw value.invalid("family: there are \(FamilyArgument.allValueStrings.joined(separator: ", "))")
                }
                widget.family = family.family
            case "page":
                let pages = try value.numbers()
                guard pages.count == 1, (1...Limits.boardPages).contains(pages[0]) else {
                    throw value.invalid("page: a page has a number from 1 to \(Limits.boardPages)")
                }
                widget.page = pages[0]
            default:
                for entry in try value.entries() {
                    guard !entry.key.contains("="), let assignment = ParameterAssignment(argument: "\(entry.key)=\(try entry.value.text())") else {
                        throw entry.value.invalid("parameters: \(entry.key.cut(toBytes: 64).quoted) is no parameter's name")
                    }
                    widget.parameters.append(assignment)
                }
            }
        }
        guard widget.kind != nil || widget.page != nil && widget.family == nil && widget.parameters.isEmpty else {
            throw node.invalid("kind: is missing; `widgetctl kinds` lists them")
        }
        return widget
    }

    /// The result of `read`, whose error gets the line and `name`.
    static func naming<Value>(_ line: Int, _ name: String, _ read: () throws(WidgetError) -> Value) throws(WidgetError) -> Value {
        do throws(WidgetError) {
            return try read()
        } catch {
            throw WidgetError(error.code, "file: \(line > 0 ? "line \(line): " : "")\(name): \(error.message)")
        }
    }
}

extension YAMLNode {
    /// The values of a map that has these keys alone.
    fileprivate func fields(_ known: String...) throws(WidgetError) -> [(key: String, value: YAMLNode)] {
        let entries = try entries()
        if let other = entries.first(where: { !known.contains($0.key) }) {
            let advice = Suggestion.advice(for: other.key, among: known, verb: "there are")
            throw other.value.invalid("\(other.key.cut(toBytes: 64).quoted) isn't known here\(advice)")
        }
        return entries.map { ($0.key, $0.value) }
    }

    fileprivate func entries() throws(WidgetError) -> [Entry] {
        switch content {
        case .map(let entries): return entries
        case .null: return []
        case .text, .list: throw invalid("write names here, each with a colon and its value")
        }
    }

    /// Nil where there is nothing.
    fileprivate func optional<Value>(_ read: (YAMLNode) throws(WidgetError) -> Value) throws(WidgetError) -> Value? {
        if case .null = content { nil } else { try read(self) }
    }

    fileprivate func text() throws(WidgetError) -> String {
        guard case .text(let text) = content else { throw invalid("write one text here, and \"\" for an empty one") }
        return text
    }

    fileprivate func boolean() throws(WidgetError) -> Bool {
        switch try text().lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw invalid("write true or false here")
        }
    }

    /// A list of numbers, or one number.
    fileprivate func numbers() throws(WidgetError) -> [Int] {
        let nodes = if case .list(let nodes) = content { nodes } else { [self] }
        return try nodes.map { node throws(WidgetError) in
            guard let number = Int(try node.text()) else { throw node.invalid("write a whole number here, or a list of them such as [1, 2]") }
            return number
        }
    }
}

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
        var fields = widget.kind.map { ["kind: \(JSONOutput.string($0))"] } ?? []
        if let family = widget.family { fields.append("family: \(family.shortName)") }
        if let page = widget.page { fields.append("page: \(page)") }
        if !widget.parameters.isEmpty {
            let parameters = widget.parameters.map { "\(JSONOutput.string($0.name)): \(JSONOutput.string($0.value))" }
            fields.append("parameters: {\(parameters.joined(separator: ", "))}")
        }
        return fields
    }
}
