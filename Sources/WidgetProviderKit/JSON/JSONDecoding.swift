import WidgetCore

/// The values of JSON as a program's own types, without Foundation.
struct JSONDecoding: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Parameter field: what errors call the document.
    /// - Throws: INVALID_ARGUMENT that names the key.
    static func decode<T: Decodable>(_ type: T.Type, from text: String, field: String) throws(WidgetError) -> T {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw .invalid(field, "isn't JSON: \(error.message)")
        }
        do {
            return try T(from: JSONDecoding(value: value, codingPath: []))
        } catch let error as DecodingError {
            throw .invalid(error.place(in: field), error.reason)
        } catch let error as WidgetError {
            throw error
        } catch {
            throw .invalid(field, "\(error)")
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch([String: String].self, "must be an object") }
        return KeyedDecodingContainer(JSONKeyedDecoding<Key>(object: object, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw mismatch([String].self, "must be an array") }
        return JSONUnkeyedDecoding(values: values, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func mismatch(_ type: any Any.Type, _ what: String) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: "\(what), not \(value.typeName)"))
    }
}

extension JSONDecoding: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let flag) = value else { throw mismatch(type, "must be true or false") }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = value else { throw mismatch(type, "must be a string") }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw mismatch(type, "must be a number")
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    private func integer<T: FixedWidthInteger>() throws -> T {
        guard case .integer(let integer) = value else { throw mismatch(T.self, "must be a whole number") }
        guard let exact = T(exactly: integer) else { throw mismatch(T.self, "must be \(T.min) to \(T.max)") }
        return exact
    }
}

extension DecodingError {
    /// `state.stops`, as the errors of the daemon name places.
    fileprivate func place(in field: String) -> String {
        let path: [any CodingKey] =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            @unknown default: []
            }
        return path.reduce(field) { place, key in key.intValue.map { "\(place)[\($0)]" } ?? "\(place).\(key.stringValue)" }
    }

    fileprivate var reason: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.debugDescription
        case .keyNotFound: "is missing"
        @unknown default: "\(self)"
        }
    }
}
