public import WidgetCore

/// The values of the script form that are neither plain JSON nor a view.
enum ScriptValue {
    static func alignment(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewAlignment {
        try JSONField.choice(value, path, of: ViewAlignment.allCases)
    }

    /// `"red"`, `"#ff8800"` or `"#ff880080"`.
    static func color(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewColor { try ViewColor(value, at: path) }
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
