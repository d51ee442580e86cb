/// Writes fields of a protobuf message, as SwiftProtobuf does: for the few messages of which there are so many that a generated one for each costs more than all else that is done for them.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Bytes of a number.
    static func size(varint value: UInt64) -> Int { value < 0x80 ? 1 : (70 - value.leadingZeroBitCount) / 7 }

    /// Bytes of a field with so many, for fields up to 15.
    static func size(field count: Int) -> Int { 1 + size(varint: UInt64(count)) + count }

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func field(_ number: UInt64, _ value: UInt64) {
        varint(number << 3)
        varint(value)
    }

    mutating func field(_ number: UInt64, fixed value: UInt64) {
        varint(number << 3 | 1)
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Tag and length of a field whose content follows.
    mutating func head(_ number: UInt64, _ count: Int) {
        varint(number << 3 | 2)
        varint(UInt64(count))
    }

    mutating func field(_ number: UInt64, _ content: [UInt8]) {
        head(number, content.count)
        bytes.append(contentsOf: content)
    }

    mutating func field(_ number: UInt64, _ content: String) {
        head(number, content.utf8.count)
        bytes.append(contentsOf: content.utf8)
    }

    mutating func append(_ fields: [UInt8]) { bytes.append(contentsOf: fields) }
}
