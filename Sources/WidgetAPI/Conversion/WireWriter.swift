/// Writes fields of a protobuf message, as SwiftProtobuf does: for the few messages of which there are so many that a generated one for each costs more than all else that is done for them.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Bytes of a number.
    package static func size(varint value: UInt64) -> Int { value < 0x80 ? 1 : (70 - value.leadingZeroBitCount) / 7 }

    /// Bytes of a field with so many, for fields up to 15.
    package static func size(field count: Int) -> Int { 1 + size(varint: UInt64(count)) + count }

    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func field(_ number: UInt64, _ value: UInt64) {
        varint(number << 3)
        varint(value)
    }

    package mutating func field(_ number: UInt64, fixed value: UInt64) {
        varint(number << 3 | 1)
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Tag and length of a field whose content follows.
    package mutating func head(_ number: UInt64, _ count: Int) {
        varint(number << 3 | 2)
        varint(UInt64(count))
    }

    package mutating func field(_ number: UInt64, _ content: [UInt8]) {
        head(number, content.count)
        bytes.append(contentsOf: content)
    }

    package mutating func field(_ number: UInt64, _ content: String) {
        head(number, content.utf8.count)
        bytes.append(contentsOf: content.utf8)
    }

    /// Eight bytes of a field's content.
    package mutating func append(bigEndian value: UInt64) { withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) } }

    package mutating func append(_ fields: [UInt8]) { bytes.append(contentsOf: fields) }

    // MARK: Fields of proto3, which aren't there where they have no value

    package mutating func value(_ number: UInt64, _ value: String) { if !value.isEmpty { field(number, value) } }

    package mutating func value(_ number: UInt64, _ value: [UInt8]) { if !value.isEmpty { field(number, value) } }

    package mutating func value(_ number: UInt64, _ value: Bool) { if value { field(number, 1) } }

    /// An `int64`, or an enumeration.
    package mutating func value(_ number: UInt64, _ value: Int64) { if value != 0 { field(number, UInt64(bitPattern: value)) } }

    /// A `sint64`: the sign is the last bit.
    package mutating func value(_ number: UInt64, zigzag value: Int64) { if value != 0 { field(number, UInt64(bitPattern: value << 1 ^ value >> 63)) } }

    package mutating func value(_ number: UInt64, _ value: Double) { if value.bitPattern != 0 { field(number, fixed: value.bitPattern) } }
}
