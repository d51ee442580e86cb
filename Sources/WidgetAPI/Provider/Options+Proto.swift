internal import SwiftProtobuf
public import WidgetCore

extension OptionsRequest {
    /// As an encoded `OptionsRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func bytes() throws(WidgetError) -> [UInt8] {
        try encoded(ProtoOptionsRequest.with { ($0.kind, $0.parameter, $0.matching) = (kind, parameter, matching) }, "a request for options")
    }

    /// Decodes an `OptionsRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(bytes: [UInt8]) throws(WidgetError) { try self.init(try decoded(bytes, "OptionsRequest")) }

    /// - Throws: INVALID_ARGUMENT for a text that is too long.
    public init(_ proto: ProtoOptionsRequest) throws(WidgetError) {
        guard proto.matching.utf8.count <= Limits.parameterTextBytes else {
            throw .invalid("matching", "\(proto.matching.utf8.count) bytes, the limit is \(Limits.parameterTextBytes)")
        }
        self.init(kind: proto.kind, parameter: proto.parameter, matching: proto.matching)
    }
}

extension [ParameterOption] {
    /// As an encoded `OptionsResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func optionsResponseBytes() throws(WidgetError) -> [UInt8] { try encoded(ProtoOptionsResponse(self), "options") }

    /// Decodes an `OptionsResponse`. Options beyond the limit are left out.
    /// - Throws: INVALID_ARGUMENT that names the option.
    public init(optionsResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoOptionsResponse = try decoded(bytes, "OptionsResponse")
        self = []
        for (index, option) in proto.options.prefix(Limits.optionsPerParameter).enumerated() {
            append(
                ParameterOption(value: try ParameterValue(option.value, field: "options[\(index)]"), title: option.title.cut(toBytes: Limits.descriptionBytes)))
        }
    }
}

extension ProtoOptionsResponse {
    /// The options as on the wire.
    public init(_ options: [ParameterOption]) {
        self.init()
        self.options = options.map { option in .with { ($0.value, $0.title) = (ProtoParameterValue(option.value), option.title) } }
    }
}
