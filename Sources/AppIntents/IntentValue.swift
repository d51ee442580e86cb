package import WidgetCore

/// A value that an intent's parameter may have: text, numbers, truth values, dates, addresses, cases of an ``AppEnum``, an ``AppEntity``, and arrays and
/// optionals of these.
public protocol _IntentValue: Sendable {
    /// As it is kept; nil: there is no value.
    var _archived: _ArchivedIntentValue? { get }
    /// The value from its kept form. Entities are looked up.
    /// - Throws: an ``IntentParameterError`` that says what is wrong, and what an entity's query throws.
    static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Self
    /// The values that people may give for it.
    static var _valueType: _IntentValueType { get }
}

/// A value as archives and widgets' configurations keep it.
public struct _ArchivedIntentValue: Sendable, Hashable {
    package var value: ParameterValue
    package init(_ value: ParameterValue) { self.value = value }

    /// As people write it.
    package var text: String {
        switch value {
        case .text(let text): text
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        }
    }
}

/// The kind of a parameter's value, with the values to choose from.
public struct _IntentValueType: Sendable {
    package enum Kind: Sendable {
        case text, integer, number, boolean, date
    }

    package var kind: Kind
    package var isOptional = false
    /// The values of an ``AppEnum``, each with its title.
    package var cases: [(value: String, title: String)] = []
    /// Asks an entity's query for the values to choose from.
    package var options: IntentOptions?

    package init(_ kind: Kind) { self.kind = kind }
}

/// The values to choose from for a parameter, which the program is asked for.
package struct IntentOptions: Sendable {
    package typealias Option = (value: ParameterValue, title: String)

    /// The options that match a typed text. For an empty text, those that are suggested.
    package let matching: @Sendable (String) async throws -> [Option]
    /// The value where people choose none.
    package let defaultResult: @Sendable () async -> ParameterValue?

    init(matching: @escaping @Sendable (String) async throws -> [Option], defaultResult: @escaping @Sendable () async -> ParameterValue?) {
        self.matching = matching
        self.defaultResult = defaultResult
    }

    init(_ provider: some DynamicOptionsProvider) {
        self.init(
            matching: { text in Self.fitting(text, try await provider.results().items.compactMap(Self.option)) },
            defaultResult: { await provider.defaultResult()?._archived?.value })
    }

    init<Query: EntityQuery>(_ query: Query) {
        self.init(
            matching: { text in
                if text.isEmpty { return try await query.suggestedEntities().items.compactMap(Self.option) }
                var found = Self.fitting(text, try await query.suggestedEntities().items.compactMap(Self.option))
                if let search = query as? any EntityStringQuery { found += try await Self.search(search, text) }
                // An entity that isn't suggested is found by its identifier. A query may throw for an unknown one.
                if let id = Query.Entity.ID.entityIdentifier(for: text) { found += ((try? await query.entities(for: [id])) ?? []).compactMap(Self.option) }
                var seen: Set<ParameterValue> = []
                return found.filter { seen.insert($0.value).inserted }
            }, defaultResult: { await query.defaultResult()?._archived?.value })
    }

    private static func search<Query: EntityStringQuery>(_ query: Query, _ text: String) async throws -> [Option] {
        try await query.entities(matching: text).items.compactMap(option)
    }

    private static func option(_ item: some _IntentValue) -> Option? { item._archived.map { ($0.value, item._title) } }

    private static func fitting(_ text: String, _ options: [Option]) -> [Option] {
        if text.isEmpty { return options }
        return options.filter { _ArchivedIntentValue($0.value).text.localizedStandardContains(text) || $0.title.localizedStandardContains(text) }
    }
}

/// An error of a parameter.
public struct IntentParameterError: Error, CustomStringConvertible, Sendable {
    public var description: String
    package init(_ description: String) { self.description = description }
}

extension String: _IntentValue {
    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.text(self)) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> String {
        guard let archived else { throw IntentParameterError("needs a text") }
        return archived.text
    }
    public static var _valueType: _IntentValueType { _IntentValueType(.text) }
}

extension Int: _IntentValue {
    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.integer(Int64(self))) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Int {
        switch archived?.value {
        case .integer(let integer)?: return Int(integer)
        case .text(let text)?: if let integer = Int(text) { return integer }
        default: break
        }
        throw IntentParameterError("needs a whole number\(archived.map { ", not \"\($0.text)\"" } ?? "")")
    }
    public static var _valueType: _IntentValueType { _IntentValueType(.integer) }
}

extension Double: _IntentValue {
    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.number(self)) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Double {
        switch archived?.value {
        case .integer(let integer)?: return Double(integer)
        case .number(let number)?: return number
        case .text(let text)?: if let number = Double(text) { return number }
        default: break
        }
        throw IntentParameterError("needs a number\(archived.map { ", not \"\($0.text)\"" } ?? "")")
    }
    public static var _valueType: _IntentValueType { _IntentValueType(.number) }
}

extension Bool: _IntentValue {
    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.boolean(self)) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Bool {
        switch archived?.value {
        case .boolean(let flag)?: return flag
        case .text(let text)?: if let flag = Bool(text) { return flag }
        default: break
        }
        throw IntentParameterError("needs true or false\(archived.map { ", not \"\($0.text)\"" } ?? "")")
    }
    public static var _valueType: _IntentValueType { _IntentValueType(.boolean) }
}

extension Date: _IntentValue {
    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.text(ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true)))) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Date {
        let text = archived?.text ?? ""
        if let date = try? Date(text, strategy: .iso8601(timeZone: .gmt, includingFractionalSeconds: true)) { return date }
        if let date = try? Date(text, strategy: .iso8601) { return date }
        throw IntentParameterError("needs a date such as 2026-11-20T09:41:00Z, not \"\(text)\"")
    }
    public static var _valueType: _IntentValueType { _IntentValueType(.date) }
}

extension Date.ISO8601FormatStyle {
    fileprivate static func iso8601(timeZone: TimeZone, includingFractionalSeconds: Bool) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: includingFractionalSeconds, timeZone: timeZone)
    }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
    fileprivate static func iso8601(timeZone: TimeZone, includingFractionalSeconds: Bool) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: includingFractionalSeconds, timeZone: timeZone)
    }
}

extension URL: _IntentValue {
    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.text(absoluteString)) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> URL {
        guard let text = archived?.text, let url = URL(string: text) else { throw IntentParameterError("needs an address, not \"\(archived?.text ?? "")\"") }
        return url
    }
    public static var _valueType: _IntentValueType { _IntentValueType(.text) }
}

extension UUID: _IntentValue {
    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.text(uuidString)) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> UUID {
        guard let text = archived?.text, let id = UUID(uuidString: text) else { throw IntentParameterError("needs a UUID, not \"\(archived?.text ?? "")\"") }
        return id
    }
    public static var _valueType: _IntentValueType { _IntentValueType(.text) }
}

extension Optional: _IntentValue where Wrapped: _IntentValue {
    public var _archived: _ArchivedIntentValue? { flatMap(\._archived) }
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Wrapped? {
        guard let archived else { return nil }
        return try await Wrapped._decode(archived)
    }
    public static var _valueType: _IntentValueType {
        var type = Wrapped._valueType
        type.isOptional = true
        return type
    }
}

extension Array: _IntentValue where Element: _IntentValue {
    /// A JSON array of the elements as texts.
    public var _archived: _ArchivedIntentValue? {
        let texts = compactMap { $0._archived?.text }
        guard let data = try? JSONEncoder().encode(texts) else { return nil }
        return _ArchivedIntentValue(.text(String(decoding: data, as: UTF8.self)))
    }

    /// Also texts with commas between them, as people type them.
    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> [Element] {
        guard let text = archived?.text, !text.isEmpty else { return [] }
        let texts =
            (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        var elements: [Element] = []
        for text in texts { elements.append(try await Element._decode(_ArchivedIntentValue(.text(text)))) }
        return elements
    }

    public static var _valueType: _IntentValueType {
        var type = Element._valueType
        type.kind = .text
        type.isOptional = true
        // The options of one element aren't values of the array.
        type.options = nil
        return type
    }
}
