internal import WidgetCore

/// Reads the bytes of a `ParametersValue` (storage.proto) as the store itself writes them, without a message object for each: the daemon reads a thousand of them
/// at its start, and this takes a tenth of the time.
///
/// It knows exactly the fields of this version. At anything else it gives up, and the general decoder takes over.
struct ParametersReader {
    private var bytes: UnsafeRawBufferPointer

    /// The parameters; nil: not in the form that this version writes.
    static func read(_ bytes: UnsafeRawBufferPointer) -> Parameters? {
        var reader = ParametersReader(bytes: bytes)
        var parameters = Parameters()
        while !reader.isAtEnd {
            guard reader.byte() == Tag.parameter, let entry = reader.field(), let (name, value) = entry.parameter() else { return nil }
            parameters[name] = value
        }
        return parameters
    }

    /// Field number and wire type of each field, as one byte.
    private enum Tag {
        static let parameter: UInt8 = 1 << 3 | 2
        static let key: UInt8 = 1 << 3 | 2
        static let value: UInt8 = 2 << 3 | 2
        static let text: UInt8 = 1 << 3 | 2
        static let integer: UInt8 = 2 << 3
        static let number: UInt8 = 3 << 3 | 1
        static let boolean: UInt8 = 4 << 3
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private var isAtEnd: Bool { bytes.isEmpty }

    /// A map entry: key, then value, and nothing after them.
    private consuming func parameter() -> (String, ParameterValue)? {
        guard byte() == Tag.key, let name = field()?.text(), byte() == Tag.value, let content = field(), isAtEnd, let value = content.value() else {
            return nil
        }
        return (name, value)
    }

    private consuming func value() -> ParameterValue? {
        let value: ParameterValue?
        switch byte() {
        case Tag.text: value = field().map { .text($0.text()) }
        case Tag.integer: value = varint().map { .integer(Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1)) }
        case Tag.number:
            guard bytes.count == 8 else { return nil }
            return .number(Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))))
        case Tag.boolean: value = varint().map { .boolean($0 != 0) }
        default: value = nil
        }
        return isAtEnd ? value : nil
    }

    /// The store wrote it from a string, so there is nothing to validate.
    private func text() -> String { bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) } }

    private mutating func byte() -> UInt8? {
        guard let first = bytes.first else { return nil }
        bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        return first
    }

    private mutating func varint() -> UInt64? {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let next = byte() else { return nil }
            result |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return result }
        }
        return nil
    }

    /// The bytes of a field of bytes.
    private mutating func field() -> ParametersReader? {
        guard let length = varint(), length <= UInt64(bytes.count) else { return nil }
        let count = Int(length)
        defer { bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count)) }
        return ParametersReader(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
}
