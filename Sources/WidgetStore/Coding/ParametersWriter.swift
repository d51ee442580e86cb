internal import WidgetCore

/// Writes parameters as a `ParametersValue` (storage.proto), keys in their order, as swift-protobuf's deterministic encoder does and in a fraction of its time:
/// each write of a widget compares its parameters with those that are stored.
struct ParametersWriter {
    private(set) var bytes: [UInt8] = []

    static func write(_ parameters: Parameters) -> [UInt8] {
        var writer = ParametersWriter()
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            var content = ParametersWriter()
            content.write(value)
            var entry = ParametersWriter()
            entry.field(1, Array(name.utf8))
            entry.field(2, content.bytes)
            writer.field(1, entry.bytes)
        }
        return writer.bytes
    }

    private mutating func write(_ value: ParameterValue) {
        switch value {
        case .text(let text): field(1, Array(text.utf8))
        case .integer(let integer):
            bytes.append(2 << 3)
            varint(UInt64(bitPattern: integer << 1 ^ integer >> 63))
        case .number(let number):
            bytes.append(3 << 3 | 1)
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        case .boolean(let boolean):
            bytes.append(4 << 3)
            bytes.append(boolean ? 1 : 0)
        }
    }

    private mutating func field(_ number: UInt8, _ content: [UInt8]) {
        bytes.append(number << 3 | 2)
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
