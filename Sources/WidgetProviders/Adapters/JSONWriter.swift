import WidgetCore

/// Writes the JSON that programs read on standard input.
enum JSONWriter {
    /// An object with its keys in the order given.
    static func object(_ members: [(key: String, value: String)]) -> String {
        "{" + members.map { "\(string($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }

    /// Parameters by name, sorted.
    static func parameters(_ parameters: Parameters) -> String {
        object(parameters.sorted { $0.key < $1.key }.map { (key: $0.key, value: value($0.value)) })
    }

    static func value(_ value: ParameterValue) -> String {
        switch value {
        case .text(let text): string(text)
        case .integer(let integer): "\(integer)"
        // Swift writes 1.0 and 1e+20, both JSON numbers; a parameter's number is finite.
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        }
    }

    static func string(_ text: String) -> String { JSONText.quoted(text) }
}
