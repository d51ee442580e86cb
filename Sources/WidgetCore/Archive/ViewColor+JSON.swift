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

    /// Reads `"red"`, `"#ff8800"` or `"#ff880080"`.
    /// - Parameter source: where the form is described.
    package init(_ value: JSONValue, at path: JSONPath, source: String = JSONField.documentation) throws(WidgetError) {
        let form = "\"#rrggbb\", \"#rrggbbaa\" or a colour's name"
        guard case .string(let text) = value else { throw JSONField.wrongType(value, at: path, expected: form) }
        guard let color = ViewColor(script: text) else {
            let advice = Suggestion.advice(for: text, among: ViewColor.Name.allCases.map(\.rawValue), source: source)
            throw .invalid("\(path)", "must be \(form), not \(JSONField.shown(text))\(advice)")
        }
        self = color
    }
}
