internal import SwiftProtobuf
internal import WidgetAPI
internal import WidgetCore

/// A widget's parameters as one column's bytes: equal parameters are equal bytes.
enum ParametersCoding {
    /// A `ParametersValue` (storage.proto), keys in their order, as swift-protobuf's deterministic encoder writes it and in a fraction of its time: each write of a
    /// widget compares its parameters with those that are stored.
    static func encode(_ parameters: Parameters) -> [UInt8] {
        var writer = WireWriter()
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            let size = size(value)
            writer.head(1, WireWriter.size(field: name.utf8.count) + WireWriter.size(field: size))
            writer.field(1, name)
            writer.head(2, size)
            switch value {
            case .text(let text): writer.field(1, text)
            case .integer(let integer): writer.field(2, zigzag(integer))
            case .number(let number): writer.field(3, fixed: number.bitPattern)
            case .boolean(let boolean): writer.field(4, boolean ? 1 : 0)
            }
        }
        return writer.bytes
    }

    /// Bytes of a value's message.
    private static func size(_ value: ParameterValue) -> Int {
        switch value {
        case .text(let text): WireWriter.size(field: text.utf8.count)
        case .integer(let integer): 1 + WireWriter.size(varint: zigzag(integer))
        case .number: 9
        case .boolean: 2
        }
    }

    private static func zigzag(_ integer: Int64) -> UInt64 { UInt64(bitPattern: integer << 1 ^ integer >> 63) }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws -> Parameters {
        guard !bytes.isEmpty else { return [:] }
        if let parameters = ParametersReader.read(bytes) { return parameters }
        return try Parameters(StoredParametersValue(serializedBytes: Array(bytes)).parameters, field: "parameters")
    }
}

/// A kind as an owned row's bytes.
enum KindCoding {
    static func encode(_ kind: StoredKind) throws -> [UInt8] {
        var value = StoredKindValue()
        value.kind = ProtoKind(kind.kind)
        value.fingerprint = kind.fingerprint
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return try value.serializedBytes(options: options)
    }

    static func decode(_ bytes: [UInt8]) throws -> StoredKind {
        let value = try StoredKindValue(serializedBytes: bytes)
        return StoredKind(kind: try Kind(value.kind), fingerprint: value.fingerprint)
    }
}
