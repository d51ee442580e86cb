/// Bytes that aren't a protobuf message, or not the message that was expected.
public enum ProtobufError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes end inside the field.
    case truncated
    /// A varint of more than ten bytes, or a field number of zero or above 2^29 - 1.
    case badTag
    /// Another protobuf wire type than the field's, or a group.
    case wireType(UInt8)
    /// A string that isn't UTF-8.
    case notUTF8

    public var description: String {
        switch self {
        case .truncated: "a protobuf message that ends inside a field"
        case .badTag: "a protobuf message with a malformed number or length"
        case .wireType(let type): "a protobuf field with the unexpected wire type \(type)"
        case .notUTF8: "a protobuf string that isn't UTF-8"
        }
    }
}

/// Reads the fields of one protobuf message from bytes that it doesn't own: the counterpart of ``ProtobufWriter``.
///
/// Positions are offsets into those bytes, so that a caller can slice its own buffer without a copy. The reader is stricter than SwiftProtobuf. It refuses a
/// field that it is told to read when the wire type differs, and it refuses groups, which proto3 doesn't have.
public struct ProtobufReader {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var offset: Int
    @usableFromInline let end: Int

    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes, in: 0..<bytes.count)
    }

    /// Reads a message that lies within `bytes`.
    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    @inlinable public var isAtEnd: Bool { offset >= end }

    /// The offset of the next byte.
    @inlinable public var position: Int { offset }

    // MARK: Tags

    /// The next field's number and wire type.
    /// - Throws: ``ProtobufError/badTag``, ``ProtobufError/truncated``.
    @inlinable
    public mutating func tag() throws(ProtobufError) -> (field: Int, wireType: UInt8) {
        let value = try varint()
        let field = value >> 3
        guard field >= 1, field < 1 << 29 else { throw .badTag }
        return (Int(field), UInt8(value & 7))
    }

    /// Passes over the content of a field.
    /// - Throws: ``ProtobufError/wireType(_:)`` for a group, ``ProtobufError/badTag``, ``ProtobufError/truncated``.
    @inlinable
    public mutating func skip(_ wireType: UInt8) throws(ProtobufError) {
        switch wireType {
        case 0: _ = try varint()
        case 1: try advance(8)
        case 2: _ = try range(wireType)
        case 5: try advance(4)
        default: throw .wireType(wireType)
        }
    }

    // MARK: Numbers Each throws `wireType` for a field of another wire type, and `truncated`. Those of variable length also throw `badTag`.

    /// A varint: an unsigned number, an enumeration's or a boolean.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func number(_ wireType: UInt8) throws(ProtobufError) -> UInt64 {
        guard wireType == 0 else { throw .wireType(wireType) }
        return try varint()
    }

    /// An `int32` or `int64`: negative numbers are ten bytes long.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func integer(_ wireType: UInt8) throws(ProtobufError) -> Int64 {
        Int64(bitPattern: try number(wireType))
    }

    /// A `sint64`: the sign is the last bit.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func zigzag(_ wireType: UInt8) throws(ProtobufError) -> Int64 {
        let number = try number(wireType)
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// A `fixed64`, or a double's bits.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func fixed(_ wireType: UInt8) throws(ProtobufError) -> UInt64 {
        guard wireType == 1 else { throw .wireType(wireType) }
        let start = offset
        try advance(8)
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }

    // MARK: Content Each throws `wireType`, `truncated`, and `badTag` for a malformed length. `text` also throws `notUTF8`.

    /// The range of a length-delimited field's content.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func range(_ wireType: UInt8) throws(ProtobufError) -> Range<Int> {
        guard wireType == 2 else { throw .wireType(wireType) }
        let length = try varint()
        guard length <= UInt64(end - offset) else { throw .truncated }
        let start = offset
        offset += Int(length)
        return start..<offset
    }

    /// A message within this one.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func message(_ wireType: UInt8) throws(ProtobufError) -> ProtobufReader {
        ProtobufReader(bytes, in: try range(wireType))
    }

    /// The content of a field of bytes. It is valid as long as the message's own bytes are.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func content(_ wireType: UInt8) throws(ProtobufError) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[try range(wireType)])
    }

    /// A string.
    /// - Throws: ``ProtobufError``.
    @inlinable
    public mutating func text(_ wireType: UInt8) throws(ProtobufError) -> String {
        try Self.text(content(wireType))
    }

    /// The string that `bytes` are.
    /// - Throws: ``ProtobufError/notUTF8``.
    @usableFromInline
    static func text(_ bytes: UnsafeRawBufferPointer) throws(ProtobufError) -> String {
        if isASCII(bytes) { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// Whether `bytes` are UTF-8.
    static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool { isASCII(bytes) || String(validating: bytes, as: UTF8.self) != nil }

    /// Names and ids are ASCII. The check of other text takes several times as long.
    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

    // MARK: Bytes

    @inlinable
    mutating func varint() throws(ProtobufError) -> UInt64 {
        guard offset < end else { throw .truncated }
        let first = bytes[offset]
        offset += 1
        if first < 0x80 { return UInt64(first) }
        var value = UInt64(first & 0x7f)
        var shift: UInt64 = 7
        while offset < end {
            let byte = bytes[offset]
            offset += 1
            // The tenth byte holds one bit; more would be lost.
            if shift == 63, byte > 1 { throw .badTag }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift > 63 { throw .badTag }
        }
        throw .truncated
    }

    @inlinable
    mutating func advance(_ count: Int) throws(ProtobufError) {
        guard end - offset >= count else { throw .truncated }
        offset += count
    }
}
