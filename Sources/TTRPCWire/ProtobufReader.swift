/// Walks the fields of one protobuf message in bytes that it doesn't own. Positions are offsets into those bytes, so that
/// a caller can slice its own buffer without a copy.
@usableFromInline
struct ProtobufReader {
    @usableFromInline enum Failure: Error {
        case truncated
        case badTag
        case wireType(UInt8)
    }

    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    @inlinable
    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>? = nil) {
        self.bytes = bytes
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    @inlinable var isAtEnd: Bool { position >= end }

    /// Field number and wire type.
    @inlinable
    mutating func tag() throws(Failure) -> (field: Int, wireType: UInt8) {
        let value = try varint()
        let field = value >> 3
        guard field >= 1, field < 1 << 29 else { throw .badTag }
        return (Int(field), UInt8(value & 7))
    }

    @inlinable
    mutating func varint() throws(Failure) -> UInt64 {
        guard position < end else { throw .truncated }
        let first = bytes[position]
        position += 1
        if first < 0x80 { return UInt64(first) }
        var value = UInt64(first & 0x7f)
        var shift: UInt64 = 7
        while position < end {
            let byte = bytes[position]
            position += 1
            // The tenth byte holds one bit; more would be lost.
            if shift == 63, byte > 1 { throw .badTag }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift > 63 { throw .badTag }
        }
        throw .truncated
    }

    /// The range of a length-delimited field's content.
    @inlinable
    mutating func range(wireType: UInt8) throws(Failure) -> Range<Int> {
        guard wireType == 2 else { throw .wireType(wireType) }
        let length = try varint()
        guard length <= UInt64(end - position) else { throw .truncated }
        let start = position
        position += Int(length)
        return start..<position
    }

    /// An int32, int64 or enum: negative numbers are ten bytes long.
    @inlinable
    mutating func integer(wireType: UInt8) throws(Failure) -> Int64 {
        guard wireType == 0 else { throw .wireType(wireType) }
        return Int64(bitPattern: try varint())
    }

    /// Passes over a field that we don't know. Groups, which proto3 doesn't have, are refused.
    @inlinable
    mutating func skip(wireType: UInt8) throws(Failure) {
        switch wireType {
        case 0: _ = try varint()
        case 1: try advance(8)
        case 2: _ = try range(wireType: 2)
        case 5: try advance(4)
        default: throw .wireType(wireType)
        }
    }

    @inlinable
    mutating func advance(_ count: Int) throws(Failure) {
        guard end - position >= count else { throw .truncated }
        position += count
    }
}

extension EnvelopeError.Reason {
    @usableFromInline
    init(_ failure: ProtobufReader.Failure) {
        switch failure {
        case .truncated: self = .truncated
        case .badTag: self = .badTag
        case .wireType(let type): self = .wireType(type)
        }
    }
}

/// A string of the message, or `nil` when its bytes aren't UTF-8.
@usableFromInline
func utf8String(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String? {
    let text = UnsafeRawBufferPointer(rebasing: bytes[range])
    // ASCII, as names and ids are: the check of everything else takes several times as long.
    if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
    return String(validating: text, as: UTF8.self)
}
