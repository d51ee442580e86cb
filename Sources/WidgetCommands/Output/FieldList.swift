/// Names and values, one pair a line, the values aligned.
struct FieldList {
    private var fields: [(name: String, value: String, emphasis: Style.Emphasis?)] = []

    /// Adds a line; none where `value` is nil or empty.
    mutating func add(_ name: String, _ value: String?, _ emphasis: Style.Emphasis? = nil) {
        guard let value, !value.isEmpty else { return }
        fields.append((name, PlainText.line(value), emphasis))
    }

    /// The lines, each ended.
    func text(_ style: Style) -> String {
        let width = fields.reduce(0) { max($0, DisplayWidth.of($1.name)) }
        return fields.reduce(into: "") { result, field in
            let padding = String(repeating: " ", count: width - DisplayWidth.of(field.name) + 2)
            result += style(.dim, field.name) + padding + style(field.emphasis, field.value) + "\n"
        }
    }
}
