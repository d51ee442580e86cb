@_exported import Foundation

/// A text that is looked up in the user's language when it is shown. As Apple's Foundation has it.
public struct LocalizedStringResource: Equatable, Hashable, Sendable, Codable, ExpressibleByStringInterpolation, CustomLocalizedStringResourceConvertible {
    /// Where the translations are.
    public enum BundleDescription: Equatable, Hashable, Sendable, Codable {
        case main
        case atURL(URL)

        public static func forClass(_ anyClass: AnyClass) -> BundleDescription { .main }
    }

    /// The key in the table: the text itself where the code gives no other key.
    public var key: String
    /// The text where the table has none.
    public var defaultValue: String.LocalizationValue
    /// The name of the table; nil: `Localizable`.
    public var table: String?
    public var bundle: BundleDescription
    public var locale: Locale
    public var localizedStringResource: LocalizedStringResource { self }

    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current, bundle: BundleDescription = .main,
        comment: StaticString? = nil
    ) {
        self.key = "\(key)"
        self.defaultValue = defaultValue
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }

    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current, bundle: BundleDescription = .main,
        comment: StaticString? = nil
    ) {
        key = keyAndValue.key
        defaultValue = keyAndValue
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }

    public init(stringLiteral value: String) { self.init(String.LocalizationValue(stringLiteral: value)) }
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }
}

/// A type that has a text in the user's language.
public protocol CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { get }
}

extension String {
    /// A text with places for values, such as `"\(count) cups"`. Its key has `%lld`, `%@` and so on for them.
    public struct LocalizationValue: Equatable, Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
        /// The key in tables of translations.
        public internal(set) var key: String
        /// The values, as they are shown in the text.
        private(set) var arguments: [String]

        /// The value with other texts in its places.
        package mutating func setArguments(_ arguments: [String]) { self.arguments = arguments }

        public init(_ value: String) {
            key = value
            arguments = []
        }

        public init(stringLiteral value: String) { self.init(value) }

        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
        }

        /// Collects the key and the values.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            var key = ""
            var arguments: [String] = []

            public init(literalCapacity: Int, interpolationCount: Int) {}

            public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }

            public mutating func appendInterpolation(_ string: String) { append("%@", string) }
            public mutating func appendInterpolation<T: BinaryInteger>(_ value: T) { append("%lld", value.formatted()) }
            public mutating func appendInterpolation(_ value: Double) { append("%lf", value.formatted()) }
            public mutating func appendInterpolation(_ value: Float) { append("%f", value.formatted()) }
            public mutating func appendInterpolation(_ value: LocalizedStringResource) { append("%@", String(localized: value)) }
            public mutating func appendInterpolation(_ value: AttributedString) { append("%@", String(value.characters)) }
            public mutating func appendInterpolation<T>(_ value: T) { append("%@", "\(value)") }
            public mutating func appendInterpolation<T>(_ value: T, specifier: String) {
                append(specifier, (value as? any CVarArg).map { String(format: specifier, $0) } ?? "\(value)")
            }
            public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F) where F.FormatOutput == String {
                append("%@", format.format(value))
            }

            private mutating func append(_ specifier: String, _ text: String) {
                key += specifier
                arguments.append(text)
            }
        }
    }

    /// The text in the user's language.
    public init(localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil)
    {
        self = StringTables.text(for: keyAndValue.key, or: keyAndValue, table: table, bundle: bundle ?? .main, locale: locale)
    }

    public init(
        localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        self = StringTables.text(for: "\(key)", or: defaultValue, table: table, bundle: bundle ?? .main, locale: locale)
    }

    public init(localized resource: LocalizedStringResource) {
        let bundle: Bundle
        switch resource.bundle {
        case .main: bundle = .main
        case .atURL(let url): bundle = Bundle(url: url) ?? .main
        }
        self = StringTables.text(for: resource.key, or: resource.defaultValue, table: resource.table, bundle: bundle, locale: resource.locale)
    }
}

extension String.LocalizationValue {
    /// A translation with the values in its placeholders.
    /// - Parameter format: the translation. Its placeholders may have numbers, such as `%2$@`.
    package func text(in format: String) -> String {
        var result = ""
        var next = 0
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
                continue
            }
            guard let (position, length) = Self.place(rest) else {
                result += "%"
                continue
            }
            rest = rest.dropFirst(length)
            let index = position.map { $0 - 1 } ?? next
            if position == nil { next += 1 }
            if arguments.indices.contains(index) { result += arguments[index] }
        }
        return result + rest
    }

    /// The number of a placeholder, and its length without the `%`. Nil: `text` doesn't begin with one.
    private static func place(_ text: Substring) -> (position: Int?, length: Int)? {
        let digits = text.prefix(while: \.isNumber)
        var mark = text.dropFirst(digits.count)
        var position: Int?
        if !digits.isEmpty, mark.first == "$" {
            position = Int(digits)
            mark = mark.dropFirst()
        } else {
            mark = text
        }
        let flags = mark.prefix { "0123456789.+-# '".contains($0) }
        let modifiers = mark.dropFirst(flags.count).prefix { "hlqLzt".contains($0) }
        guard let type = mark.dropFirst(flags.count + modifiers.count).first, "@dDiuUxXoOfFeEgGcCsSaAp".contains(type) else { return nil }
        let rest = mark.dropFirst(flags.count + modifiers.count + 1)
        return (position, text.count - rest.count)
    }
}
