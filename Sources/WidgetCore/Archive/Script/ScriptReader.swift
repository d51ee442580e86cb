/// Reads one object of a script's JSON: knows its place, and which keys have been asked for, so that a key that nobody knows is an error.
struct ScriptReader {
    let path: JSONPath
    private let object: JSONObject
    private var known: [String] = []

    init(_ value: JSONValue, at path: JSONPath, expecting what: String) throws(WidgetError) {
        guard case .object(let object) = value else { throw Script.wrongType(value, at: path, expected: what) }
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
            throw .invalid("\(path[key])", "no such key in \(what)" + Suggestion.advice(for: key, among: known.sorted(), source: Script.description))
        }
    }
}

/// The values of a script's JSON that have no form of their own.
enum Script {
    /// Where the form is described.
    static let description = "docs/script-form.md"

    static func wrongType(_ value: JSONValue, at path: JSONPath, expected: String) -> WidgetError {
        .invalid("\(path)", "must be \(expected), not \(value.typeName)")
    }

    static func text(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> String {
        guard case .string(let text) = value else { throw wrongType(value, at: path, expected: "a string") }
        return text
    }

    static func flag(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Bool {
        guard case .boolean(let flag) = value else { throw wrongType(value, at: path, expected: "true or false") }
        return flag
    }

    static func number(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double {
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw wrongType(value, at: path, expected: "a number")
        }
    }

    static func integer(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Int {
        guard case .integer(let integer) = value else { throw wrongType(value, at: path, expected: "a whole number") }
        return Int(integer)
    }

    static func date(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Timestamp {
        let form = "a date with its zone, such as \"\(Timestamp.rfc3339Example)\""
        guard case .string(let text) = value else { throw wrongType(value, at: path, expected: form) }
        guard let date = Timestamp(rfc3339: text) else { throw .invalid("\(path)", "must be \(form), not \(shown(text))") }
        return date
    }

    /// One of `options` by its name in Swift.
    static func choice<T>(_ value: JSONValue, _ path: JSONPath, of options: [T]) throws(WidgetError) -> T {
        let names = options.map { "\($0)" }
        guard case .string(let text) = value else { throw wrongType(value, at: path, expected: "a string, such as \"\(names.first ?? "")\"") }
        for (option, name) in zip(options, names) where name == text { return option }
        throw .invalid("\(path)", Suggestion.refusal(of: text, shown: shown(text), choices: names, source: description))
    }

    static func alignment(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewAlignment {
        try choice(value, path, of: ViewAlignment.allCases)
    }

    /// `"red"`, `"#ff8800"` or `"#ff880080"`.
    static func color(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewColor {
        let form = "\"#rrggbb\", \"#rrggbbaa\" or a colour's name"
        guard case .string(let text) = value else { throw wrongType(value, at: path, expected: form) }
        guard let color = ViewColor(script: text) else {
            let advice = Suggestion.advice(for: text, among: ViewColor.Name.allCases.map(\.rawValue), source: description)
            throw .invalid("\(path)", "must be \(form), not \(shown(text))\(advice)")
        }
        return color
    }

    static func parameters(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Parameters {
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
    static func shown(_ text: String) -> String { JSONText.quoted(text.count > 40 ? text.prefix(40) + "…" : text) }
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
