import ArgumentParser
import WidgetCore

/// The arguments of a command, as ArgumentParser tells them.
struct CommandArguments {
    struct Argument {
        enum Values {
            /// Anything that a user wants.
            case any
            case files
            case list([String])
            /// Those of the completion function that is declared with it.
            case custom
        }

        /// `--family` and `-f`; none: it is known by its place.
        var names: [String]
        var abstract: String
        var takesValue: Bool
        var isRepeating: Bool
        /// It takes all that follows, options too.
        var takesRest: Bool
        var values: Values
    }

    let options: [Argument]
    /// In their order.
    let positionals: [Argument]

    init(of command: any ParsableArguments.Type) {
        let arguments = (try? JSONValue(parsing: Array(command._dumpHelp().utf8)))?["command"]?["arguments"]?.elements ?? []
        let visible = arguments.filter { $0["shouldDisplay"] != .boolean(false) }.map(Argument.init)
        options = visible.filter { !$0.names.isEmpty }
        positionals = visible.filter(\.names.isEmpty)
    }
}

extension CommandArguments.Argument {
    fileprivate init(_ json: JSONValue) {
        names = (json["names"]?.elements ?? []).map { name in
            let text = name["name"]?.text ?? ""
            return name["kind"] == .string("long") ? "--\(text)" : "-\(text)"
        }
        // The long name comes first: it is the one that is offered.
        names.sort { $0.utf8.count > $1.utf8.count }
        abstract = json["abstract"]?.text ?? ""
        takesValue = json["kind"] != .string("flag")
        isRepeating = json["isRepeating"] == .boolean(true)
        takesRest = json["parsingStrategy"] == .string("allRemainingInput") || json["parsingStrategy"] == .string("postTerminator")
        let kind = json["completionKind"]
        let known = kind?["list"]?["values"] ?? json["allValues"]
        if kind?["custom"] != nil {
            values = .custom
        } else if let known {
            values = .list(known.elements.compactMap(\.text))
        } else {
            values = kind?["file"] != nil || kind?["directory"] != nil ? .files : .any
        }
    }
}

extension JSONValue {
    fileprivate subscript(key: String) -> JSONValue? { if case .object(let object) = self { object[key] } else { nil } }
    fileprivate var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
