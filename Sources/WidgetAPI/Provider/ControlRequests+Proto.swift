internal import SwiftProtobuf
public import WidgetCore

extension ControlValueRequest {
    /// As an encoded `ControlValueRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func controlValueRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoControlValueRequest()
        proto.kind = kind
        proto.parameters = parameters.proto
        proto.isPreview = isPreview
        proto.controlID = control?.description ?? ""
        return try encoded(proto, "a request for a control's value")
    }

    /// Decodes a `ControlValueRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(controlValueRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoControlValueRequest = try decoded(bytes, "ControlValueRequest")
        self.init(
            kind: proto.kind, parameters: try Parameters(proto.parameters, field: "parameters"),
            control: proto.isPreview ? nil : try controlID(proto.controlID))
    }
}

extension ControlValue {
    /// As an encoded `ControlValueResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func controlValueResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoControlValueResponse()
        proto.value = ProtoControlValue(self)
        return try encoded(proto, "a control's value")
    }

    /// Decodes a `ControlValueResponse`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(controlValueResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoControlValueResponse = try decoded(bytes, "ControlValueResponse")
        try self.init(proto.value)
    }
}

extension ControlPerformRequest {
    /// As an encoded `PerformControlRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func performControlRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoPerformControlRequest()
        proto.kind = kind
        proto.parameters = parameters.proto
        proto.controlID = control.description
        proto.idempotencyKey = idempotencyKey
        if let isOn { proto.isOn = isOn }
        return try encoded(proto, "a request to perform a control's action")
    }

    /// Decodes a `PerformControlRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(performControlRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoPerformControlRequest = try decoded(bytes, "PerformControlRequest")
        self.init(
            kind: proto.kind, parameters: try Parameters(proto.parameters, field: "parameters"), control: try controlID(proto.controlID),
            idempotencyKey: proto.idempotencyKey, isOn: proto.hasIsOn ? proto.isOn : nil)
    }
}

private func controlID(_ text: String) throws(WidgetError) -> ControlID {
    guard let id = ControlID(text) else { throw .invalid("control_id", "\"\(text.cut(toBytes: 64))\" is no control's id") }
    return id
}
