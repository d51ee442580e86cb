import WidgetCore

/// Reads one object of a manifest: every value with its bounds, every error with its place, and no key that nobody knows.
struct ManifestReader {
    /// Where the keys are described.
    static let description = "docs/providers.md"

    private let object: JSONObject
    /// Such as `kinds[0].`; empty for the manifest itself.
    private let prefix: String
    private var known: Set<String> = []

    /// - Parameter place: such as `kinds[0]`; empty for the manifest itself.
    init(_ value: JSONValue, place: String = "") throws(WidgetError) {
        guard case .object(let object) = value else {
            throw .invalid(place.isEmpty ? "the manifest" : place, "must be an object, not \(value.typeName)")
        }
        self.object = object
        prefix = place.isEmpty ? "" : place + "."
    }

    func place(_ key: String) -> String { prefix + key }

    mutating func value(_ key: String) -> JSONValue? {
        known.insert(key)
        return object[key]
    }

    mutating func required(_ key: String) throws(WidgetError) -> JSONValue {
        guard let value = value(key) else { throw missing(key, "is missing; add it") }
        return value
    }

    /// A key that must be there isn't; where one is there that nobody knows and that is like it, the error names that one.
    /// - Parameter words: what is wrong and what to do, where there is no such slip.
    func missing(_ key: String, _ words: String) -> WidgetError {
        let slip = object[key] == nil ? object.keys.first { !known.contains($0) && Suggestion.nearest(to: $0, among: [key]) != nil } : nil
        guard let slip else { return .invalid(place(key), words) }
        return .invalid(place(String(slip.prefix(Limits.identifierBytes))), "no such key; did you mean \(key)?")
    }

    /// Text of 1 to `limit` UTF-8 bytes without control characters.
    mutating func text(_ key: String, limit: Int) throws(WidgetError) -> String? {
        try value(key).map { (value) throws(WidgetError) in try Self.text(value, place(key), limit: limit) }
    }

    static func text(_ value: JSONValue, _ place: String, limit: Int) throws(WidgetError) -> String {
        guard case .string(let text) = value else { throw .invalid(place, "must be a string, not \(value.typeName)") }
        guard !text.isEmpty, text.utf8.count <= limit else { throw .invalid(place, "must have 1 to \(limit) bytes, not \(text.utf8.count)") }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalid(place, "must not contain control characters")
        }
        return text
    }

    mutating func flag(_ key: String) throws(WidgetError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .boolean(let flag) = value else { throw .invalid(place(key), "must be true or false, not \(value.typeName)") }
        return flag
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>? = nil) throws(WidgetError) -> Double? {
        guard let value = value(key) else { return nil }
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let fraction): number = fraction
        default: throw .invalid(place(key), "must be a number, not \(value.typeName)")
        }
        if let range, !range.contains(number) { throw .invalid(place(key), "must be \(range.lowerBound) to \(range.upperBound), not \(number)") }
        return number
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int64>) throws(WidgetError) -> Int64? {
        guard let value = value(key) else { return nil }
        guard case .integer(let integer) = value else { throw .invalid(place(key), "must be a whole number, not \(value.typeName)") }
        guard range.contains(integer) else {
            let bounds = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            throw .invalid(place(key), "must be \(bounds), not \(integer)")
        }
        return integer
    }

    /// A list of at most `limit`; empty where there is none.
    mutating func list<T>(_ key: String, limit: Int, _ read: (JSONValue, String) throws(WidgetError) -> T) throws(WidgetError) -> [T] {
        guard let value = value(key) else { return [] }
        guard case .array(let values) = value else { throw .invalid(place(key), "must be a list, not \(value.typeName)") }
        guard values.count <= limit else { throw .invalid(place(key), "must have at most \(limit) entries, not \(values.count)") }
        var list: [T] = []
        for (index, value) in values.enumerated() { list.append(try read(value, "\(place(key))[\(index)]")) }
        return list
    }

    /// A parameter's value.
    static func parameter(_ value: JSONValue, _ place: String) throws(WidgetError) -> ParameterValue {
        switch value {
        case .string(let text):
            guard text.utf8.count <= Limits.parameterTextBytes else {
                throw .invalid(place, "must have at most \(Limits.parameterTextBytes) bytes, not \(text.utf8.count)")
            }
            return .text(text)
        case .integer(let integer): return .integer(integer)
        case .number(let number): return .number(number)
        case .boolean(let flag): return .boolean(flag)
        case .null, .array, .object: throw .invalid(place, "must be a string, a number, true or false, not \(value.typeName)")
        }
    }

    /// Fails where the object has a key that hasn't been asked for.
    func finish() throws(WidgetError) {
        for key in object.keys where !known.contains(key) {
            let advice = Suggestion.advice(for: key, among: known.sorted(), source: ManifestReader.description)
            throw .invalid(place(String(key.prefix(Limits.identifierBytes))), "no such key\(advice)")
        }
    }
}
