import FoundationEssentials
import SwiftProtobuf
import Synchronization
import WidgetCore

/// The fields of a message as JSON has them. They are read from the generated code, so that no list of messages, fields or lists is kept by hand.
struct JSONFields: Sendable {
    /// A field.
    struct Field: Sendable, Equatable {
        let number: Int
        /// In lowerCamelCase.
        let name: String
        let isList: Bool
        /// It is a text that holds JSON, which stands in the output as the value that it is.
        let holdsJSON: Bool
    }

    /// By number.
    let all: [Field]
    /// Those of them that are lists.
    let lists: [Field]
    private let places: [Int: Int]

    subscript(number: Int) -> Field? { places[number].map { all[$0] } }

    /// Texts that hold JSON: `message.field`. proto has no type for them; its comments say so, and a test compares.
    static let texts: Set<String> = ["widgetd.v1.Activity.attributes", "widgetd.v1.ActivityContent.state"]
    /// Numbers that are looked for: more than any message of ours has, which a test compares.
    static let numbers = 1...255

    private static let known = Mutex<[ObjectIdentifier: JSONFields]>([:])

    /// The fields of messages of a type.
    static func of<M: Message>(_ type: M.Type) throws -> JSONFields {
        let id = ObjectIdentifier(type)
        if let fields = known.withLock({ $0[id] }) { return fields }
        let fields = try JSONFields(type)
        known.withLock { $0[id] = fields }
        return fields
    }

    private init<M: Message>(_ type: M.Type) throws {
        var probe = FieldProbe(Self.numbers, fills: false)
        var message = M()
        try message.decodeMessage(decoder: &probe)
        all = try probe.numbers.map { number in
            let name = try Self.name(of: number, in: type)
            return Field(
                number: number, name: name, isList: probe.lists.contains(number), holdsJSON: Self.texts.contains("\(M.protoMessageName).\(name)"))
        }
        lists = all.filter(\.isList)
        places = Dictionary(uniqueKeysWithValues: all.indices.map { [all] in (all[$0].number, $0) })
    }

    /// The library's name of a field. It has no other way to tell: a message with only that field set begins with the name.
    private static func name<M: Message>(of number: Int, in type: M.Type) throws -> String {
        var probe = FieldProbe(number...number, fills: true)
        var message = M()
        try message.decodeMessage(decoder: &probe)
        let parts = try message.jsonString().split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw WidgetError(.internal, "field \(number) of \(M.protoMessageName) has no name in JSON") }
        return String(parts[1])
    }
}

/// A decoder that reads no bytes: the generated code asks it for every field, and so says what it would read into each.
private struct FieldProbe: Decoder {
    /// Fields that the message has.
    private(set) var numbers: [Int] = []
    /// Those of them that are lists.
    private(set) var lists: Set<Int> = []
    private let asked: ClosedRange<Int>
    private var next: Int
    private let fills: Bool

    /// - Parameters:
    ///   - asked: the numbers that are asked for.
    ///   - fills: puts a value into each, which isn't the default one.
    init(_ asked: ClosedRange<Int>, fills: Bool) {
        (self.asked, next, self.fills) = (asked, asked.lowerBound, fills)
    }

    mutating func nextFieldNumber() throws -> Int? {
        guard asked.contains(next) else { return nil }
        defer { next += 1 }
        return next
    }

    mutating func handleConflictingOneOf() throws {}

    private mutating func one<Value>(_ value: inout Value, _ sample: Value) {
        numbers.append(next - 1)
        if fills { value = sample }
    }

    private mutating func list<Value>(_ values: inout [Value], _ sample: Value) {
        numbers.append(next - 1)
        lists.insert(next - 1)
        if fills { values = [sample] }
    }

    mutating func decodeSingularFloatField(value: inout Float) throws { one(&value, 1) }
    mutating func decodeSingularFloatField(value: inout Float?) throws { one(&value, 1) }
    mutating func decodeRepeatedFloatField(value: inout [Float]) throws { list(&value, 1) }
    mutating func decodeSingularDoubleField(value: inout Double) throws { one(&value, 1) }
    mutating func decodeSingularDoubleField(value: inout Double?) throws { one(&value, 1) }
    mutating func decodeRepeatedDoubleField(value: inout [Double]) throws { list(&value, 1) }
    mutating func decodeSingularInt32Field(value: inout Int32) throws { one(&value, 1) }
    mutating func decodeSingularInt32Field(value: inout Int32?) throws { one(&value, 1) }
    mutating func decodeRepeatedInt32Field(value: inout [Int32]) throws { list(&value, 1) }
    mutating func decodeSingularInt64Field(value: inout Int64) throws { one(&value, 1) }
    mutating func decodeSingularInt64Field(value: inout Int64?) throws { one(&value, 1) }
    mutating func decodeRepeatedInt64Field(value: inout [Int64]) throws { list(&value, 1) }
    mutating func decodeSingularUInt32Field(value: inout UInt32) throws { one(&value, 1) }
    mutating func decodeSingularUInt32Field(value: inout UInt32?) throws { one(&value, 1) }
    mutating func decodeRepeatedUInt32Field(value: inout [UInt32]) throws { list(&value, 1) }
    mutating func decodeSingularUInt64Field(value: inout UInt64) throws { one(&value, 1) }
    mutating func decodeSingularUInt64Field(value: inout UInt64?) throws { one(&value, 1) }
    mutating func decodeRepeatedUInt64Field(value: inout [UInt64]) throws { list(&value, 1) }
    mutating func decodeSingularSInt32Field(value: inout Int32) throws { one(&value, 1) }
    mutating func decodeSingularSInt32Field(value: inout Int32?) throws { one(&value, 1) }
    mutating func decodeRepeatedSInt32Field(value: inout [Int32]) throws { list(&value, 1) }
    mutating func decodeSingularSInt64Field(value: inout Int64) throws { one(&value, 1) }
    mutating func decodeSingularSInt64Field(value: inout Int64?) throws { one(&value, 1) }
    mutating func decodeRepeatedSInt64Field(value: inout [Int64]) throws { list(&value, 1) }
    mutating func decodeSingularFixed32Field(value: inout UInt32) throws { one(&value, 1) }
    mutating func decodeSingularFixed32Field(value: inout UInt32?) throws { one(&value, 1) }
    mutating func decodeRepeatedFixed32Field(value: inout [UInt32]) throws { list(&value, 1) }
    mutating func decodeSingularFixed64Field(value: inout UInt64) throws { one(&value, 1) }
    mutating func decodeSingularFixed64Field(value: inout UInt64?) throws { one(&value, 1) }
    mutating func decodeRepeatedFixed64Field(value: inout [UInt64]) throws { list(&value, 1) }
    mutating func decodeSingularSFixed32Field(value: inout Int32) throws { one(&value, 1) }
    mutating func decodeSingularSFixed32Field(value: inout Int32?) throws { one(&value, 1) }
    mutating func decodeRepeatedSFixed32Field(value: inout [Int32]) throws { list(&value, 1) }
    mutating func decodeSingularSFixed64Field(value: inout Int64) throws { one(&value, 1) }
    mutating func decodeSingularSFixed64Field(value: inout Int64?) throws { one(&value, 1) }
    mutating func decodeRepeatedSFixed64Field(value: inout [Int64]) throws { list(&value, 1) }
    mutating func decodeSingularBoolField(value: inout Bool) throws { one(&value, true) }
    mutating func decodeSingularBoolField(value: inout Bool?) throws { one(&value, true) }
    mutating func decodeRepeatedBoolField(value: inout [Bool]) throws { list(&value, true) }
    mutating func decodeSingularStringField(value: inout String) throws { one(&value, "1") }
    mutating func decodeSingularStringField(value: inout String?) throws { one(&value, "1") }
    mutating func decodeRepeatedStringField(value: inout [String]) throws { list(&value, "1") }
    mutating func decodeSingularBytesField(value: inout Data) throws { one(&value, Data([1])) }
    mutating func decodeSingularBytesField(value: inout Data?) throws { one(&value, Data([1])) }
    mutating func decodeRepeatedBytesField(value: inout [Data]) throws { list(&value, Data([1])) }
    mutating func decodeSingularEnumField<E: Enum>(value: inout E) throws where E.RawValue == Int { one(&value, E(rawValue: 1) ?? E()) }
    mutating func decodeSingularEnumField<E: Enum>(value: inout E?) throws where E.RawValue == Int { one(&value, E()) }
    mutating func decodeRepeatedEnumField<E: Enum>(value: inout [E]) throws where E.RawValue == Int { list(&value, E()) }
    mutating func decodeSingularMessageField<M: Message>(value: inout M?) throws { one(&value, M()) }
    mutating func decodeRepeatedMessageField<M: Message>(value: inout [M]) throws { list(&value, M()) }
    mutating func decodeSingularGroupField<G: Message>(value: inout G?) throws { one(&value, G()) }
    mutating func decodeRepeatedGroupField<G: Message>(value: inout [G]) throws { list(&value, G()) }

    mutating func decodeMapField<Key, Value: MapValueType>(
        fieldType: _ProtobufMap<Key, Value>.Type, value: inout _ProtobufMap<Key, Value>.BaseType
    ) throws {
        one(&value, [Key.proto3DefaultValue: Value.proto3DefaultValue])
    }
    mutating func decodeMapField<Key, Value>(
        fieldType: _ProtobufEnumMap<Key, Value>.Type, value: inout _ProtobufEnumMap<Key, Value>.BaseType
    ) throws where Value.RawValue == Int {
        one(&value, [Key.proto3DefaultValue: Value()])
    }
    mutating func decodeMapField<Key, Value>(
        fieldType: _ProtobufMessageMap<Key, Value>.Type, value: inout _ProtobufMessageMap<Key, Value>.BaseType
    ) throws {
        one(&value, [Key.proto3DefaultValue: Value()])
    }

    mutating func decodeExtensionField(values: inout ExtensionFieldValueSet, messageType: any Message.Type, fieldNumber: Int) throws {}
}
