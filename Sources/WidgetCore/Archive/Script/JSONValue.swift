/// A JSON value (RFC 8259), with the order of keys and the difference between whole and other numbers kept.
public enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// Written without a fraction or exponent, and within 64 bits.
    case integer(Int64)
    /// Finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// What it is, for errors: `a string`.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A JSON object: each key once, in the order in which they were written.
public struct JSONObject: Sendable, Hashable {
    public private(set) var keys: [String] = []
    private var values: [String: JSONValue] = [:]

    public init() {}

    public subscript(key: String) -> JSONValue? { values[key] }

    /// Adds a value; false: the key was there, and nothing has changed.
    mutating func insert(_ value: JSONValue, for key: String) -> Bool {
        guard values[key] == nil else { return false }
        values[key] = value
        keys.append(key)
        return true
    }
}
