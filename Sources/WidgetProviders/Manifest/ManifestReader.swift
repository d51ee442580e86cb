import WidgetCore

/// Reads one object of a manifest. It checks each value's limits, names the place of each error, and refuses unknown keys. It collects the errors, and
/// ``finish()`` throws all of them as one.
struct ManifestReader {
    /// Where the keys are described.
    static let description = "docs/reference/manifest.md"

    private let object: JSONObject
    /// Such as `kinds[0].`; empty for the manifest itself.
    private let prefix: String
    private var known: Set<String> = []
    /// Required keys that are missing, each with advice.
    private var absent: [(key: String, words: String)] = []
    private var faults: [WidgetError] = []

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

    /// A key's value, converted by `read`. Nil where there is none, or where it is wrong.
    mutating func value<T>(_ key: String, _ read: (JSONValue, String) throws(WidgetError) -> T) -> T? {
        guard let value = value(key) else { return nil }
        do throws(WidgetError) {
            return try read(value, place(key))
        } catch {
            add(error)
            return nil
        }
    }

    /// Like ``value(_:_:)``, for a required key.
    mutating func required<T>(_ key: String, _ read: (JSONValue, String) throws(WidgetError) -> T) -> T? {
        if object[key] == nil { addMissing(key, "is missing; add it") }
        return value(key, read)
    }

    /// Adds an error.
    mutating func add(_ error: WidgetError) { faults.append(error) }

    /// Adds a required key that is missing or empty.
    /// - Parameter words: what is wrong and what to do.
    mutating func addMissing(_ key: String, _ words: String) { absent.append((key, words)) }

    /// Text of 1 to `limit` UTF-8 bytes without control characters.
    mutating func text(_ key: String, limit: Int) -> String? {
        value(key) { (value, place) throws(WidgetError) in try Self.text(value, place, limit: limit) }
    }

    static func text(_ value: JSONValue, _ place: String, limit: Int) throws(WidgetError) -> String {
        guard case .string(let text) = value else { throw .invalid(place, "must be a string, not \(value.typeName)") }
        guard !text.isEmpty, text.utf8.count <= limit else { throw .invalid(place, "must have 1 to \(limit) bytes, not \(text.utf8.count)") }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalid(place, "must not contain control characters")
        }
        return text
    }

    mutating func flag(_ key: String) -> Bool? {
        value(key) { (value, place) throws(WidgetError) in
            guard case .boolean(let flag) = value else { throw .invalid(place, "must be true or false, not \(value.typeName)") }
            return flag
        }
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>? = nil) -> Double? {
        value(key) { (value, place) throws(WidgetError) in
            let number: Double
            switch value {
            case .integer(let integer): number = Double(integer)
            case .number(let fraction): number = fraction
            default: throw .invalid(place, "must be a number, not \(value.typeName)")
            }
            if let range, !range.contains(number) { throw .invalid(place, "must be \(range.lowerBound) to \(range.upperBound), not \(number)") }
            return number
        }
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int64>) -> Int64? {
        value(key) { (value, place) throws(WidgetError) in
            guard case .integer(let integer) = value else { throw .invalid(place, "must be a whole number, not \(value.typeName)") }
            guard range.contains(integer) else {
                let bounds = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
                throw .invalid(place, "must be \(bounds), not \(integer)")
            }
            return integer
        }
    }

    /// A list of at most `limit` entries. It is empty where the key is missing, and nil where the list or an entry is wrong.
    mutating func list<T>(_ key: String, limit: Int, _ read: (JSONValue, String) throws(WidgetError) -> T) -> [T]? {
        guard object[key] != nil else {
            known.insert(key)
            return []
        }
        let values = value(key) { (value, place) throws(WidgetError) in
            guard case .array(let values) = value else { throw .invalid(place, "must be a list, not \(value.typeName)") }
            guard values.count <= limit else { throw .invalid(place, "must have at most \(limit) entries, not \(values.count)") }
            return values
        }
        guard let values else { return nil }
        var list: [T] = []
        for (index, value) in values.enumerated() {
            do throws(WidgetError) {
                list.append(try read(value, "\(place(key))[\(index)]"))
            } catch {
                add(error)
            }
        }
        return list.count == values.count ? list : nil
    }

    static func kindID(_ value: JSONValue, _ place: String) throws(WidgetError) -> String {
        let id = try text(value, place, limit: Limits.identifierBytes)
        guard Identifier.isKind(id) else { throw .invalid(place, "must have the form \(Identifier.kindForm), not \"\(id)\"") }
        return id
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

    /// - Throws: everything that is wrong, as one error. Each key that wasn't read counts as an unknown key.
    func finish() throws(WidgetError) {
        var slips: Set<String> = []
        var all = faults
        for (key, words) in absent {
            let slip = object[key] == nil ? object.keys.first { !known.contains($0) && Suggestion.nearest(to: $0, among: [key]) != nil } : nil
            if let slip {
                slips.insert(slip)
                all.append(.invalid(place(Self.short(slip)), "no such key; did you mean \(key)?"))
            } else {
                all.append(.invalid(place(key), words))
            }
        }
        for key in object.keys where !known.contains(key) && !slips.contains(key) {
            let advice = Suggestion.advice(for: key, among: known.sorted(), source: ManifestReader.description)
            all.append(.invalid(place(Self.short(key)), "no such key\(advice)"))
        }
        guard let first = all.first else { return }
        throw WidgetError(first.code, Self.together(all.map(\.message)), cause: first.cause)
    }

    private static func short(_ key: String) -> String { String(key.prefix(Limits.identifierBytes)) }

    /// The first message, and as many of the others as fit in ``ProviderLimits/manifestFaultBytes``.
    private static func together(_ messages: [String]) -> String {
        var text = messages[0]
        for (index, message) in messages.enumerated().dropFirst() {
            guard text.utf8.count + message.utf8.count <= ProviderLimits.manifestFaultBytes else { return text + "; and \(messages.count - index) more" }
            text += "; " + message
        }
        return text
    }
}
