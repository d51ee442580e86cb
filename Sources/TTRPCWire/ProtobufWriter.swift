/// A destination for an encoded protobuf message. The rules of the encoding are in its extension, for all destinations.
public protocol ProtobufOutput {
    mutating func append(_ byte: UInt8)
    mutating func append(_ bytes: UnsafeRawBufferPointer)
}

/// Writes a protobuf message into an array that grows, as SwiftProtobuf does.
///
/// It is for the few messages that are very frequent. For them, a generated message would cost more than the rest of the work.
public struct ProtobufWriter: ProtobufOutput {
    @usableFromInline var written: [UInt8] = []

    /// - Parameter capacity: about as many bytes as will be written.
    @inlinable
    public init(capacity: Int = 0) {
        written.reserveCapacity(capacity)
    }

    /// The message.
    @inlinable public var bytes: [UInt8] { written }

    @inlinable
    public mutating func append(_ byte: UInt8) {
        written.append(byte)
    }

    @inlinable
    public mutating func append(_ content: UnsafeRawBufferPointer) {
        written.append(contentsOf: content)
    }
}

/// Writes a protobuf message into memory whose size was computed beforehand with ``ProtobufSize``.
@usableFromInline
struct ProtobufMemoryWriter: ProtobufOutput {
    @usableFromInline let bytes: UnsafeMutableRawBufferPointer
    @usableFromInline var position = 0

    @inlinable
    init(_ bytes: UnsafeMutableRawBufferPointer) {
        self.bytes = bytes
    }

    @inlinable
    mutating func append(_ byte: UInt8) {
        bytes[position] = byte
        position += 1
    }

    @inlinable
    mutating func append(_ content: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: bytes[position...]).copyMemory(from: content)
        position += content.count
    }
}

/// How many bytes fields take.
public enum ProtobufSize {
    /// Bytes of a varint.
    @inlinable
    public static func varint(_ value: UInt64) -> Int {
        value < 0x80 ? 1 : (70 - value.leadingZeroBitCount) / 7
    }

    /// Bytes of a varint field whose field number is below 16, tag included.
    @inlinable
    public static func field(varint value: UInt64) -> Int {
        1 + varint(value)
    }

    /// Bytes of a length-delimited field whose field number is below 16, tag and length included.
    @inlinable
    public static func field(_ count: Int) -> Int {
        1 + varint(UInt64(count)) + count
    }
}

extension ProtobufOutput {
    @inlinable
    public mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    @inlinable
    public mutating func tag(_ number: Int, wireType: UInt64) {
        varint(UInt64(truncatingIfNeeded: number) << 3 | wireType)
    }

    /// A number as a varint.
    @inlinable
    public mutating func field(_ number: Int, _ value: UInt64) {
        tag(number, wireType: 0)
        varint(value)
    }

    /// A `fixed64`, or a double's bits.
    @inlinable
    public mutating func field(_ number: Int, fixed value: UInt64) {
        tag(number, wireType: 1)
        withUnsafeBytes(of: value.littleEndian) { append($0) }
    }

    /// Tag and length of a length-delimited field; its `count` bytes must follow.
    @inlinable
    public mutating func head(_ number: Int, _ count: Int) {
        tag(number, wireType: 2)
        varint(UInt64(count))
    }

    @inlinable
    public mutating func field(_ number: Int, _ content: UnsafeRawBufferPointer) {
        head(number, content.count)
        append(content)
    }

    @inlinable
    public mutating func field(_ number: Int, _ content: [UInt8]) {
        content.withUnsafeBytes { field(number, $0) }
    }

    @inlinable
    public mutating func field(_ number: Int, _ content: String) {
        var content = content
        content.withUTF8 { field(number, UnsafeRawBufferPointer($0)) }
    }

    /// Fields that are encoded already, or a part of a field's content.
    @inlinable
    public mutating func append(_ fields: [UInt8]) {
        fields.withUnsafeBytes { append($0) }
    }

    /// Eight bytes of a field's content.
    @inlinable
    public mutating func append(bigEndian value: UInt64) {
        withUnsafeBytes(of: value.bigEndian) { append($0) }
    }

    // MARK: Fields of proto3, which are left out where they have their default value

    @inlinable
    public mutating func value(_ number: Int, _ value: String) {
        if !value.isEmpty { field(number, value) }
    }

    @inlinable
    public mutating func value(_ number: Int, _ value: [UInt8]) {
        if !value.isEmpty { field(number, value) }
    }

    @inlinable
    public mutating func value(_ number: Int, _ value: Bool) {
        if value { field(number, 1) }
    }

    /// An `int64`, or an enumeration.
    @inlinable
    public mutating func value(_ number: Int, _ value: Int64) {
        if value != 0 { field(number, UInt64(bitPattern: value)) }
    }

    /// A `sint64`: the sign is the last bit.
    @inlinable
    public mutating func value(_ number: Int, zigzag value: Int64) {
        if value != 0 { field(number, UInt64(zigzag: value)) }
    }

    @inlinable
    public mutating func value(_ number: Int, _ value: Double) {
        if value.bitPattern != 0 { field(number, fixed: value.bitPattern) }
    }
}

extension UInt64 {
    /// A `sint64` as the number of its varint: the sign is the last bit.
    @inlinable
    public init(zigzag value: Int64) {
        self.init(bitPattern: value << 1 ^ value >> 63)
    }
}
