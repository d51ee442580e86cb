import FoundationEssentials
package import SwiftProtobuf
import WidgetCore

/// Writes messages as JSON: docs/widgetctl.md, "Read it from a program", says how. It writes any message, by its generated code.
struct JSONWriter: Visitor {
    /// The state of the object that is being written.
    private struct Place {
        var fields: JSONFields
        /// How many of the message's lists are written already.
        var lists = 0
        /// The list whose elements are coming.
        var open: Int?
        var isEmpty: Bool
        /// A map's key is written, and its value comes next.
        var isAtKey = false
    }

    private(set) var text: [UInt8] = []
    private var place: Place

    /// A message as an object, with `first` before its fields: `"name":value`.
    static func object(_ message: some Message, first: String) throws -> String {
        var writer = JSONWriter(place: Place(fields: try JSONFields.of(type(of: message)), isEmpty: false))
        writer.write("{" + first)
        try message.traverse(visitor: &writer)
        writer.end()
        return String(decoding: writer.text, as: UTF8.self)
    }

    private init(place: Place) { self.place = place }

    private mutating func write(_ text: String) { self.text.append(contentsOf: text.utf8) }

    // MARK: Fields

    /// Writes what stands before a field's value, or before an element of a list.
    private mutating func begin(_ number: Int) throws {
        if place.isAtKey { return }
        if place.open == number { return write(",") }
        close()
        guard let field = place.fields[number] else { throw WidgetError(.internal, "a message has a field \(number) that JSON has no name for") }
        writeEmptyLists(before: number)
        name(field.name)
        guard field.isList else { return }
        write("[")
        place.open = number
        place.lists += 1
    }

    private mutating func name(_ name: String) {
        write(place.isEmpty ? "\"" : ",\"")
        write(name + "\":")
        place.isEmpty = false
    }

    private mutating func close() {
        if place.open != nil { write("]") }
        place.open = nil
    }

    /// proto3 JSON leaves empty lists out. They are written here, so that a program that reads an answer finds every list.
    private mutating func writeEmptyLists(before number: Int) {
        while place.lists < place.fields.lists.count, case let list = place.fields.lists[place.lists], list.number < number {
            name(list.name)
            write("[]")
            place.lists += 1
        }
    }

    private mutating func end() {
        close()
        writeEmptyLists(before: .max)
        write("}")
    }

    private mutating func field(_ number: Int, _ value: String) throws {
        try begin(number)
        write(value)
    }

    // MARK: Values

    mutating func visitSingularFloatField(value: Float, fieldNumber: Int) throws {
        try field(fieldNumber, value.isFinite ? value.debugDescription : Self.notFinite(Double(value)))
    }
    mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) throws {
        try field(fieldNumber, value.isFinite ? value.debugDescription : Self.notFinite(value))
    }
    mutating func visitSingularInt32Field(value: Int32, fieldNumber: Int) throws { try field(fieldNumber, "\(value)") }
    mutating func visitSingularUInt32Field(value: UInt32, fieldNumber: Int) throws { try field(fieldNumber, "\(value)") }
    mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) throws { try field(fieldNumber, "\"\(value)\"") }
    mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) throws { try field(fieldNumber, "\"\(value)\"") }
    mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) throws { try field(fieldNumber, "\(value)") }
    mutating func visitSingularBytesField(value: Data, fieldNumber: Int) throws { try field(fieldNumber, "\"\(value.base64EncodedString())\"") }

    mutating func visitSingularStringField(value: String, fieldNumber: Int) throws {
        let holdsJSON = place.fields[fieldNumber]?.holdsJSON == true
        try field(fieldNumber, holdsJSON ? JSONOutput.value(value) : JSONOutput.string(value))
    }

    mutating func visitSingularEnumField<E: Enum>(value: E, fieldNumber: Int) throws {
        try field(fieldNumber, EnumName.text(value).map { "\"\($0)\"" } ?? "\(value.rawValue)")
    }

    mutating func visitSingularMessageField<M: Message>(value: M, fieldNumber: Int) throws {
        try begin(fieldNumber)
        // Dates and durations.
        if M.protoMessageName.hasPrefix("google.protobuf.") { return write(try value.jsonString()) }
        let outer = place
        place = Place(fields: try JSONFields.of(M.self), isEmpty: true)
        write("{")
        try value.traverse(visitor: &self)
        end()
        place = outer
    }

    // MARK: Maps

    mutating func visitMapField<Key, Value: MapValueType>(
        fieldType: _ProtobufMap<Key, Value>.Type, value: _ProtobufMap<Key, Value>.BaseType, fieldNumber: Int
    ) throws {
        try map(fieldNumber, value, isBefore: Key._lessThan) { writer, value in
            try Value.visitSingular(value: value, fieldNumber: fieldNumber, with: &writer)
        }
    }

    mutating func visitMapField<Key, Value>(
        fieldType: _ProtobufEnumMap<Key, Value>.Type, value: _ProtobufEnumMap<Key, Value>.BaseType, fieldNumber: Int
    ) throws where Value.RawValue == Int {
        try map(fieldNumber, value, isBefore: Key._lessThan) { writer, value in
            try writer.visitSingularEnumField(value: value, fieldNumber: fieldNumber)
        }
    }

    mutating func visitMapField<Key, Value>(
        fieldType: _ProtobufMessageMap<Key, Value>.Type, value: _ProtobufMessageMap<Key, Value>.BaseType, fieldNumber: Int
    ) throws {
        try map(fieldNumber, value, isBefore: Key._lessThan) { writer, value in
            try writer.visitSingularMessageField(value: value, fieldNumber: fieldNumber)
        }
    }

    /// An object with its keys in their order.
    private mutating func map<Key, Value>(
        _ number: Int, _ entries: [Key: Value], isBefore: (Key, Key) -> Bool, _ visit: (inout JSONWriter, Value) throws -> Void
    ) throws {
        try begin(number)
        write("{")
        for (index, entry) in entries.sorted(by: { isBefore($0.key, $1.key) }).enumerated() {
            if index > 0 { write(",") }
            write(JSONOutput.string("\(entry.key)") + ":")
            place.isAtKey = true
            try visit(&self, entry.value)
            place.isAtKey = false
        }
        write("}")
    }

    /// Fields of a newer daemon are left out.
    mutating func visitUnknown(bytes: Data) throws {}

    private static func notFinite(_ value: Double) -> String {
        if value.isNaN { return "\"NaN\"" }
        return value < 0 ? "\"-Infinity\"" : "\"Infinity\""
    }
}

/// The names of enumerations' values, in lowerCamelCase and without their enumeration's name: `systemSmall` of `WIDGET_FAMILY_SYSTEM_SMALL`.
package enum EnumName {
    /// A value's name; nil: it comes from a newer daemon, and has only a number here.
    package static func text<E: Enum>(_ value: E) -> String? {
        // Generated cases bear these names; one that is a word of Swift's has a "_" behind it.
        let name = "\(value)"
        if name.hasPrefix("UNRECOGNIZED") { return nil }
        return name.hasSuffix("_") ? String(name.dropLast()) : name
    }

    /// Whether a word on the command line is this name, however it is spelled: `systemSmall`, `system-small` and `SYSTEM_SMALL` are one.
    static func matches(_ argument: String, _ name: String) -> Bool { letters(argument) == letters(name) }

    private static func letters(_ name: String) -> String { name.filter { $0 != "-" && $0 != "_" }.lowercased() }
}

extension CaseIterable {
    /// The case that a word on the command line names.
    /// - Parameter name: a case's name; its spelling may differ as `EnumName.matches` allows.
    package static func named(_ argument: String, _ name: (Self) -> String) -> Self? { allCases.first { EnumName.matches(argument, name($0)) } }
}
