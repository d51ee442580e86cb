/// Writes protobuf fields into bytes whose size was computed beforehand with the same rules.
@usableFromInline
struct ProtobufWriter {
    @usableFromInline let bytes: UnsafeMutableRawBufferPointer
    @usableFromInline var position = 0

    @inlinable
    init(_ bytes: UnsafeMutableRawBufferPointer) {
        self.bytes = bytes
    }

    /// Bytes that a varint takes.
    @inlinable
    static func size(ofVarint value: UInt64) -> Int {
        value < 0x80 ? 1 : (70 - (value | 1).leadingZeroBitCount) / 7
    }

    /// Bytes that a length-delimited field with a number below 16 takes, tag and length included.
    @inlinable
    static func size(ofField count: Int) -> Int {
        1 + size(ofVarint: UInt64(count)) + count
    }

    @inlinable
    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes[position] = UInt8(truncatingIfNeeded: rest) | 0x80
            position += 1
            rest >>= 7
        }
        bytes[position] = UInt8(truncatingIfNeeded: rest)
        position += 1
    }

    @inlinable
    mutating func integer(field: UInt8, _ value: Int64) {
        bytes[position] = field << 3
        position += 1
        varint(UInt64(bitPattern: value))
    }

    /// Tag and length of a length-delimited field; its `count` bytes must follow.
    @inlinable
    mutating func head(field: UInt8, count: Int) {
        bytes[position] = field << 3 | 2
        position += 1
        varint(UInt64(count))
    }

    @inlinable
    mutating func field(_ number: UInt8, _ content: UnsafeRawBufferPointer) {
        head(field: number, count: content.count)
        UnsafeMutableRawBufferPointer(rebasing: bytes[position...]).copyMemory(from: content)
        position += content.count
    }

    @inlinable
    mutating func field(_ number: UInt8, _ content: [UInt8]) {
        content.withUnsafeBytes { field(number, $0) }
    }

    mutating func field(_ number: UInt8, _ content: String) {
        var content = content
        content.withUTF8 { field(number, UnsafeRawBufferPointer($0)) }
    }
}
