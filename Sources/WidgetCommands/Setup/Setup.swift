import WidgetAPI
import WidgetCore

/// Groups, widgets and displays by their names, as a file of ``ApplyCommand`` wants them. All that it doesn't name stays as it is.
struct Setup: Sendable {
    /// A widget as the file has it. A family or parameter that it leaves out has the kind's default, and the page stays.
    struct WantedWidget: Sendable {
        /// The kind's id or another name of it.
        var kind: String
        var family: WidgetFamily?
        var page: Int?
        var parameters: [ParameterAssignment] = []
        /// In the file.
        var line = 0
    }

    /// A name, and what shall be there under it. Nil: nothing.
    struct Entry<Value: Sendable>: Sendable {
        var name: String
        var value: Value?
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
                let name = entry.key
                switch key {
                case "groups": groups.append(.init(name: name, value: try entry.value.optional { node throws(WidgetError) in try Self.group(name, node) }))
                case "widgets":
                    let valid = try entry.value.naming("widget \(name.cut(toBytes: 64).quoted)") { () throws(WidgetError) in
                        try Widget.validated(name: name)
                    }
                    guard !valid.isEmpty, valid == name else { throw entry.value.invalid("a widget's name can't be empty, or begin or end with a space") }
                    widgets.append(.init(name: name, value: try entry.value.optional { node throws(WidgetError) in try Self.widget(node) }))
                default: displays.append(.init(name: name, value: try entry.value.optional { node throws(WidgetError) in try node.text() }))
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
        return try node.naming("group \(name.cut(toBytes: 64).quoted)") { () throws(WidgetError) in try group.validated() }
    }

    private static func widget(_ node: YAMLNode) throws(WidgetError) -> WantedWidget {
        var widget = WantedWidget(kind: "", line: node.line)
        for (key, value) in try node.fields("kind", "family", "page", "parameters") {
            switch key {
            case "kind": widget.kind = try value.text()
            case "family":
                guard let family = FamilyArgument(argument: try value.text()) else {
                    throw value.invalid("family: there are \(FamilyArgument.allValueStrings.joined(separator: ", "))")
                }
                widget.family = family.family
            case "page":
                guard let page = try value.numbers().first, try value.numbers().count == 1, (1...Limits.boardPages).contains(page) else {
                    throw value.invalid("page: a page has a number from 1 to \(Limits.boardPages)")
                }
                widget.page = page
            default:
                for entry in try value.entries() {
                    guard let assignment = ParameterAssignment(argument: "\(entry.key)=\(try entry.value.text())") else {
                        throw entry.value.invalid("parameters: a name is missing")
                    }
                    widget.parameters.append(assignment)
                }
            }
        }
        guard !widget.kind.isEmpty else { throw node.invalid("kind: is missing; `widgetctl kinds` lists them") }
        return widget
    }
}

extension YAMLNode {
    /// The values of a map that has these keys alone.
    fileprivate func fields(_ known: String...) throws(WidgetError) -> [(key: String, value: YAMLNode)] {
        let entries = try entries()
        if let other = entries.first(where: { !known.contains($0.key) }) {
            throw other.value.invalid(
                "\(other.key.cut(toBytes: 64).quoted) isn't known here" + Suggestion.advice(for: other.key, among: known, verb: "there are"))
        }
        return entries.map { ($0.key, $0.value) }
    }

    fileprivate func entries() throws(WidgetError) -> [Entry] {
        switch content {
        case .map(let entries): return entries
        case .null: return []
        case .text, .list: throw invalid("here are names, each with a colon and what belongs to it")
        }
    }

    /// Nil where there is nothing.
    fileprivate func optional<Value>(_ read: (YAMLNode) throws(WidgetError) -> Value) throws(WidgetError) -> Value? {
        if case .null = content { nil } else { try read(self) }
    }

    fileprivate func text() throws(WidgetError) -> String {
        guard case .text(let text) = content else { throw invalid("here is one text; for an empty one write \"\"") }
        return text
    }

    fileprivate func boolean() throws(WidgetError) -> Bool {
        switch try text().lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw invalid("here is true or false")
        }
    }

    /// A list of numbers, or one number.
    fileprivate func numbers() throws(WidgetError) -> [Int] {
        let nodes = if case .list(let nodes) = content { nodes } else { [self] }
        return try nodes.map { node throws(WidgetError) in
            guard let number = Int(try node.text()) else { throw node.invalid("here is a whole number, or a list of them such as [1, 2]") }
            return number
        }
    }

    fileprivate func invalid(_ reason: String) -> WidgetError { .invalid("file", "line \(line): \(reason)") }

    /// The result of `read`, whose error gets the line and `name`.
    fileprivate func naming<Value>(_ name: String, _ read: () throws(WidgetError) -> Value) throws(WidgetError) -> Value {
        do {
            return try read()
        } catch {
            throw WidgetError(error.code, "file: line \(line): \(name): \(error.message)")
        }
    }
}
