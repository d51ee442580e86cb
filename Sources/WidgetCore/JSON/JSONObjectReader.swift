/// Reads one object of a JSON document. It knows the object's place and which keys were asked for, so that an unknown key is an error.
struct JSONObjectReader {
    let path: JSONPath
    private let object: JSONObject
    private var known: [String] = []

    init(_ value: JSONValue, at path: JSONPath, expecting what: String) throws(WidgetError) {
        guard case .object(let object) = value else { throw JSONField.wrongType(value, at: path, expected: what) }
        self.path = path
        self.object = object
    }

    var keys: [String] { object.keys }

    func has(_ key: String) -> Bool { object[key] != nil }

    /// The value, and the key counts as known from now on.
    mutating func take(_ key: String) -> JSONValue? {
        known.append(key)
        return object[key]
    }

    /// The value as `read` gives it; nil where the key isn't there. A key whose value is null is there, and null is a wrong type.
    mutating func optional<T>(_ key: String, _ read: (JSONValue, JSONPath) throws(WidgetError) -> T) throws(WidgetError) -> T? {
        guard let value = take(key) else { return nil }
        return try read(value, path[key])
    }

    mutating func required<T>(_ key: String, _ what: String, _ read: (JSONValue, JSONPath) throws(WidgetError) -> T) throws(WidgetError) -> T {
        guard let value = take(key) else { throw .invalid("\(path)", "needs \"\(key)\", \(what)") }
        return try read(value, path[key])
    }

    /// Fails where a key hasn't been asked for.
    func finish(_ what: String) throws(WidgetError) {
        for key in object.keys where !known.contains(key) {
            throw .invalid("\(path[key])", "no such key in \(what)" + Suggestion.advice(for: key, among: known.sorted(), source: JSONField.description))
        }
    }
}
