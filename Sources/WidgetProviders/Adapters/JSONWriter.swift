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

    /// The traits of a surface, with the names of the script form.
    static func traits(_ traits: ViewTraits) -> String {
        object(
            [
                ("colorScheme", traits.colorScheme.map { string($0.name) }), ("renderingMode", traits.renderingMode.map { string("\($0)") }),
                ("showsBackground", traits.showsBackground.map { "\($0)" }), ("levelOfDetail", traits.levelOfDetail.map { string("\($0)") }),
                ("isLuminanceReduced", traits.isLuminanceReduced.map { "\($0)" }), ("dynamicTypeSize", traits.dynamicTypeSize.map { string("\($0)") }),
                ("locale", traits.locale.map(string)),
            ].compactMap { key, value in value.map { (key: key, value: $0) } })
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
