internal import SwiftProtobuf
internal import WidgetAPI
internal import WidgetCore

/// A widget's parameters as one column's bytes: equal parameters are equal bytes.
enum ParametersCoding {
    static func encode(_ parameters: Parameters) -> [UInt8] { ParametersWriter.write(parameters) }

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
