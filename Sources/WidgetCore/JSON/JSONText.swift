/// Writes JSON (RFC 8259). Every string that this package writes as JSON passes here.
public enum JSONText {
    /// The characters of a string that are written as escapes.
    public enum Escaping: Sendable {
        /// Those that RFC 8259 asks for, in their short forms: the canonical form.
        case required
        /// Every control character, as `\u` and four digits, so that a terminal shows the text unharmed.
        case allControls
    }

    /// `string` in quotes.
    public static func quoted(_ string: String, escaping: Escaping = .required) -> String {
        if string.utf8.allSatisfy(isPlain) { return "\"\(string)\"" }
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n" where escaping == .required: text += "\\n"
            case "\r" where escaping == .required: text += "\\r"
            case "\t" where escaping == .required: text += "\\t"
            case "\u{8}" where escaping == .required: text += "\\b"
            case "\u{C}" where escaping == .required: text += "\\f"
            case _ where scalar.value < 0x20 || escaping == .allControls: text += escaped(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// A control character as `\u` and four digits; any other as it is.
    package static func escaped(_ scalar: Unicode.Scalar) -> String {
        guard scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) else { return String(Character(scalar)) }
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Printable ASCII that no form escapes. Most texts have nothing else.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// An object with the keys that have a value, in this order.
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
