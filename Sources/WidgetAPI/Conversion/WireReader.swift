package import WidgetCore

/// Walks the fields of a protobuf message that came from a peer, or of an archive: the counterpart of ``WireWriter``.
///
/// What it takes, SwiftProtobuf reads alike; but it refuses some of what no widgetd writes and SwiftProtobuf takes: a known field with another wire type, groups, a transaction before its
/// origin, an origin's place of more than 32 bits, a row with two keys, owned rows with two versions.
package struct WireReader {
    static let fault = ReplicationFault.malformed("a message that isn't protobuf")

    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int
    private let end: Int

    package init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, 0..<bytes.count) }

    private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.bytes = bytes
        (position, end) = (range.lowerBound, range.upperBound)
    }

    package var isAtEnd: Bool { position >= end }

    /// A field's number and its wire type.
    package mutating func tag() throws(ReplicationFault) -> (field: UInt64, type: UInt64) {
        let value = try varint()
        guard value >> 3 > 0, value >> 3 < 1 << 29 else { throw Self.fault }
        return (value >> 3, value & 7)
    }

    private mutating func varint() throws(ReplicationFault) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while position < end, shift < 64 {
            let byte = bytes[position]
            position += 1
            // The tenth byte has room for one bit.
            guard shift < 63 || byte < 2 else { throw Self.fault }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Self.fault
    }

    package mutating func number(_ type: UInt64) throws(ReplicationFault) -> UInt64 {
        guard type == 0 else { throw Self.fault }
        return try varint()
    }

    package mutating func fixed(_ type: UInt64) throws(ReplicationFault) -> UInt64 {
        guard type == 1, end - position >= 8 else { throw Self.fault }
        defer { position += 8 }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// A `sint64`: the sign is the last bit.
    package mutating func zigzag(_ type: UInt64) throws(ReplicationFault) -> Int64 {
        let number = try number(type)
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// A message within this one.
    package mutating func message(_ type: UInt64) throws(ReplicationFault) -> WireReader { WireReader(bytes, try range(type)) }

    package mutating func content(_ type: UInt64) throws(ReplicationFault) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[try range(type)])
    }

    package mutating func text(_ type: UInt64) throws(ReplicationFault) -> String {
        guard let text = String(validating: try content(type), as: UTF8.self) else { throw Self.fault }
        return text
    }

    /// Passes over what is left of a field. Groups, which proto3 doesn't have, are refused.
    package mutating func skip(_ type: UInt64) throws(ReplicationFault) {
        switch type {
        case 0: _ = try varint()
        case 1: _ = try fixed(type)
        case 2: _ = try range(type)
        case 5:
            guard end - position >= 4 else { throw Self.fault }
            position += 4
        default: throw Self.fault
        }
    }

    private mutating func range(_ type: UInt64) throws(ReplicationFault) -> Range<Int> {
        guard type == 2 else { throw Self.fault }
        let length = try varint()
        guard length <= UInt64(end - position) else { throw Self.fault }
        defer { position += Int(length) }
        return position..<position + Int(length)
    }
}
