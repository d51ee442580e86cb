/// The values of the script form that are neither plain JSON nor a view.
enum ScriptValue {
    static func alignment(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewAlignment {
        try JSONField.choice(value, path, of: ViewAlignment.allCases)
    }

    /// `"red"`, `"#ff8800"` or `"#ff880080"`.
    static func color(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewColor { try color(value, path, source: JSONField.documentation) }

    static func color(_ value: JSONValue, _ path: JSONPath, source: String) throws(WidgetError) -> ViewColor {
        let form = "\"#rrggbb\", \"#rrggbbaa\" or a colour's name"
        guard case .string(let text) = value else { throw JSONField.wrongType(value, at: path, expected: form) }
        guard let color = ViewColor(script: text) else {
            let advice = Suggestion.advice(for: text, among: ViewColor.Name.allCases.map(\.rawValue), source: source)
            throw .invalid("\(path)", "must be \(form), not \(JSONField.shown(text))\(advice)")
        }
        return color
    }
}

extension ViewColor {
    /// A colour as scripts and manifests write it: `red`, `#ff8800` or `#ff880080`; nil: the text is none.
    public init?(script text: String) {
        if let name = Name(rawValue: text) {
            self = .named(name)
            return
        }
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        self = .rgba(digits.utf8.count == 6 ? number << 8 | 0xFF : number)
    }
}

extension ControlValue {
    /// Decodes what a script prints for the call `controlValue`: `{"isOn":true,"status":"12 min left","symbol":"moon.fill","tint":"indigo"}`.
    ///
    /// Nothing is guessed: a wrong key, type or value fails.
    /// - Throws: INVALID_ARGUMENT that names the place and what is allowed there.
    public init(script bytes: [UInt8]) throws(WidgetError) {
        var reader = try JSONObjectReader(
            try JSONValue(parsing: bytes), at: .root,
            expecting: "an object with \"isOn\" of a toggle, and \"status\", \"symbol\" and \"tint\" where there are any")
        self.init(
            isOn: try reader.optional("isOn", JSONField.flag), status: try reader.optional("status", JSONField.text) ?? "",
            symbol: try reader.optional("symbol", JSONField.text) ?? "", tint: try reader.optional("tint", ScriptValue.color))
        try reader.finish("a control's value")
    }
}
