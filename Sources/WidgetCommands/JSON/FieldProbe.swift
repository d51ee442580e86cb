import FoundationEssentials
import SwiftProtobuf

/// A decoder that reads no bytes: the generated code asks it for every field, and so says what it would read into each.
struct FieldProbe: Decoder {
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
