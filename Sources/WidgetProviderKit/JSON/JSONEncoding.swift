import WidgetCore

/// A program's own values as JSON, without Foundation.
struct JSONEncoding: Encoder {
    /// A place that is filled while a value is encoded.
    final class Slot {
        enum Content {
            case empty
            case text(String)
            case array([Slot])
            case object([(key: String, value: Slot)])
        }

        var content = Content.empty

        var text: String {
            switch content {
            case .empty: "{}"
            case .text(let text): text
            case .array(let slots): "[" + slots.map(\.text).joined(separator: ",") + "]"
            case .object(let members): "{" + members.map { "\(JSONText.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
            }
        }

        func member(_ key: any CodingKey) -> Slot {
            let slot = Slot()
            var members: [(key: String, value: Slot)] = []
            if case .object(let there) = content { members = there }
            members.removeAll { $0.key == key.stringValue }
            content = .object(members + [(key.stringValue, slot)])
            return slot
        }

        func element() -> Slot {
            let slot = Slot()
            var slots: [Slot] = []
            if case .array(let there) = content { slots = there }
            content = .array(slots + [slot])
            return slot
        }
    }

    let slot: Slot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Throws: INVALID_ARGUMENT for a number that JSON can't say.
    static func text(of value: some Encodable) throws(WidgetError) -> String {
        let slot = Slot()
        do {
            try value.encode(to: JSONEncoding(slot: slot, codingPath: []))
        } catch {
            throw .invalid("activity", "can't be written as JSON: \(error)")
        }
        return slot.text
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .empty = slot.content { slot.content = .object([]) }
        return KeyedEncodingContainer(JSONKeyedEncoding<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.content = .array([])
        return JSONUnkeyedEncoding(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONEncoding: SingleValueEncodingContainer {
    func encodeNil() { slot.content = .text("null") }
    func encode(_ value: Bool) { slot.content = .text("\(value)") }
    func encode(_ value: String) { slot.content = .text(JSONText.quoted(value)) }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode(_ value: Int) { integer(value) }
    func encode(_ value: Int8) { integer(value) }
    func encode(_ value: Int16) { integer(value) }
    func encode(_ value: Int32) { integer(value) }
    func encode(_ value: Int64) { integer(value) }
    func encode(_ value: UInt) { integer(value) }
    func encode(_ value: UInt8) { integer(value) }
    func encode(_ value: UInt16) { integer(value) }
    func encode(_ value: UInt32) { integer(value) }
    func encode(_ value: UInt64) { integer(value) }
    func encode<T: Encodable>(_ value: T) throws { try value.encode(to: self) }

    func encode(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no such number"))
        }
        slot.content = .text("\(value)")
    }

    private func integer(_ value: some FixedWidthInteger) { slot.content = .text("\(value)") }
}

/// The members of an object.
private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: JSONEncoding.Slot
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { member(key).encodeNil() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: member(key)) }
    func superEncoder() -> any Encoder { JSONEncoding(slot: slot.member(JSONKey(stringValue: "super")), codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { member(key) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        member(key).container(keyedBy: type)
    }

    private func member(_ key: Key) -> JSONEncoding { JSONEncoding(slot: slot.member(key), codingPath: codingPath + [key]) }
}

/// The values of an array.
private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    let slot: JSONEncoding.Slot
    let codingPath: [any CodingKey]
    private(set) var count = 0

    init(slot: JSONEncoding.Slot, codingPath: [any CodingKey]) {
        self.slot = slot
        self.codingPath = codingPath
    }

    mutating func encodeNil() { next().encodeNil() }
    mutating func encode<T: Encodable>(_ value: T) throws { try value.encode(to: next()) }
    mutating func superEncoder() -> any Encoder { next() }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> { next().container(keyedBy: type) }

    private mutating func next() -> JSONEncoding {
        defer { count += 1 }
        return JSONEncoding(slot: slot.element(), codingPath: codingPath + [JSONKey(index: count)])
    }
}
