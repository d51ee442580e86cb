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

    /// The type's name for errors: `a string`.
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
    /// Up to this many keys, comparing finds a key sooner than hashing.
    private static let fewKeys = 8

    public private(set) var keys: [String] = []
    private var values: [JSONValue] = []
    /// Where each key stands, once there are more than a few.
    private var places: [String: Int] = [:]

    public init() {}

    public subscript(key: String) -> JSONValue? { place(of: key).map { values[$0] } }

    private func place(of key: String) -> Int? { keys.count > Self.fewKeys ? places[key] : keys.firstIndex(of: key) }

    /// Adds a value; false: the key was there, and nothing has changed.
    mutating func insert(_ value: JSONValue, for key: String) -> Bool {
        guard place(of: key) == nil else { return false }
        keys.append(key)
        values.append(value)
        if keys.count == Self.fewKeys + 1 {
            for (place, key) in keys.enumerated() { places[key] = place }
        } else if keys.count > Self.fewKeys {
            places[key] = keys.count - 1
        }
        return true
    }
}
