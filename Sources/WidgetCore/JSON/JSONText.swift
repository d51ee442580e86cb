/// Writing JSON, as far as the model needs it.
public enum JSONText {
    /// `string` in quotes with the escapes that RFC 8259 asks for, and no others: the canonical form.
    public static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// An object with those of the keys that have a value, in this order.
    public static func object(_ members: [(key: String, value: JSONValue?)]) -> String {
        "{" + members.compactMap { member in member.value.map { "\(quoted(member.key)):\(text(of: $0))" } }.joined(separator: ",") + "}"
    }

    /// A value without white space; an object's keys in their order.
    public static func text(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .string(let string): quoted(string)
        case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
        case .object(let object): self.object(object.keys.map { ($0, object[$0]) })
        }
    }
}
