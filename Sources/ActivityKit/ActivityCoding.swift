/// Attributes and states as JSON, as servers write them: dates are seconds since 2001, as Apple's decoder reads them by itself.
package enum ActivityCoding {
    package static var decoder: JSONDecoder { JSONDecoder() }

    /// The JSON of attributes or a state.
    /// - Throws: what their `encode(to:)` throws.
    package static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
