/// Reads one object of a JSON document. It knows the object's place and which keys were asked for, so that an unknown key is an error.
package struct JSONObjectReader {
    package let path: JSONPath
    private let object: JSONObject
    private let source: String
    private var known: [String] = []

    /// - Parameter source: where the form is described.
    package init(_ value: JSONValue, at path: JSONPath, expecting what: String, source: String = JSONField.documentation) throws(WidgetError) {
        guard case .object(let object) = value else { throw JSONField.wrongType(value, at: path, expected: what) }
        self.path = path
        self.object = object
        self.source = source
    }

    package var keys: [String] { object.keys }

    package func has(_ key: String) -> Bool { object[key] != nil }

    package func isObject(_ key: String) -> Bool {
        if case .object? = object[key] { true } else { false }
    }

    /// The value, and the key counts as known from now on.
    package mutating func take(_ key: String) -> JSONValue? {
        known.append(key)
        return object[key]
    }

    /// The value as `read` gives it; nil where the key isn't there. A key whose value is null is there, and null is a wrong type.
    package mutating func optional<T>(_ key: String, _ read: (JSONValue, JSONPath) throws(WidgetError) -> T) throws(WidgetError) -> T? {
        guard let value = take(key) else { return nil }
        return try read(value, path[key])
    }

    package mutating func required<T>(_ key: String, _ what: String, _ read: (JSONValue, JSONPath) throws(WidgetError) -> T) throws(WidgetError) -> T {
        guard let value = take(key) else { throw .invalid("\(path)", "needs \"\(key)\", \(what)") }
        return try read(value, path[key])
    }

    /// Fails where a key hasn't been asked for.
    package func finish(_ what: String) throws(WidgetError) {
        for key in object.keys where !known.contains(key) {
            throw .invalid("\(path[key])", "no such key in \(what)" + Suggestion.advice(for: key, among: known.sorted(), source: source))
        }
    }
}

/// Reads the value of one field of a JSON document, or says what the field must be.
package enum JSONField {
    /// Where the script form is described.
    package static let documentation = "docs/script-form.md"

    package static func wrongType(_ value: JSONValue, at path: JSONPath, expected: String) -> WidgetError {
        .invalid("\(path)", "must be \(expected), not \(value.typeName)")
    }

    package static func text(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> String {
        guard case .string(let text) = value else { throw wrongType(value, at: path, expected: "a string") }
        return text
    }

    package static func flag(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Bool {
        guard case .boolean(let flag) = value else { throw wrongType(value, at: path, expected: "true or false") }
        return flag
    }

    package static func number(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double {
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw wrongType(value, at: path, expected: "a number")
        }
    }

    package static func integer(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Int {
        guard case .integer(let integer) = value else { throw wrongType(value, at: path, expected: "a whole number") }
        return Int(integer)
    }

    package static func date(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Timestamp {
        let form = "a date with its zone, such as \"\(Timestamp.rfc3339Example)\""
        guard case .string(let text) = value else { throw wrongType(value, at: path, expected: form) }
        guard let date = Timestamp(rfc3339: text) else { throw .invalid("\(path)", "must be \(form), not \(shown(text))") }
        return date
    }

    /// One of `options` by its name in Swift.
    package static func choice<T>(_ value: JSONValue, _ path: JSONPath, of options: [T], source: String = documentation) throws(WidgetError) -> T {
        let names = options.map { "\($0)" }
        guard case .string(let text) = value else { throw wrongType(value, at: path, expected: "a string, such as \"\(names.first ?? "")\"") }
        for (option, name) in zip(options, names) where name == text { return option }
        throw .invalid("\(path)", Suggestion.refusal(of: text, shown: shown(text), choices: names, source: source))
    }

    package static func parameters(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Parameters {
        guard case .object(let object) = value else { throw wrongType(value, at: path, expected: "an object of parameters") }
        var parameters: Parameters = [:]
        for key in object.keys {
            switch object[key] {
            case .string(let text)?: parameters[key] = .text(text)
            case .integer(let integer)?: parameters[key] = .integer(integer)
            case .number(let number)?: parameters[key] = .number(number)
            case .boolean(let flag)?: parameters[key] = .boolean(flag)
            case let other?: throw wrongType(other, at: path[key], expected: "a string, a number, true or false")
            case nil: break
            }
        }
        return parameters
    }

    /// Wrong text as an error shows it: quoted, and cut where it is long.
    package static func shown(_ text: String) -> String { JSONText.quoted(text.count > 40 ? text.prefix(40) + "…" : text) }
}

/// A place in a JSON document, as errors name it: `entries[0].view.vstack[1].font`.
package indirect enum JSONPath: Sendable, Hashable, CustomStringConvertible {
    case root
    case key(JSONPath, String)
    case index(JSONPath, Int)

    package subscript(key: String) -> JSONPath { .key(self, key) }
    package subscript(index: Int) -> JSONPath { .index(self, index) }

    /// The document itself is `$`.
    package var description: String {
        switch self {
        case .root: "$"
        case .key(.root, let key): Self.name(key)
        case .key(let parent, let key): "\(parent).\(Self.name(key))"
        case .index(let parent, let index): "\(parent)[\(index)]"
        }
    }

    /// The key as it is where it is short and plain, and otherwise in quotes and cut.
    private static func name(_ key: String) -> String {
        Identifier.isPlain(key) ? key : JSONText.quoted(String(key.prefix(Limits.identifierBytes)))
    }
}
