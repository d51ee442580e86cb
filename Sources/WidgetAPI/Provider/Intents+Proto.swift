internal import SwiftProtobuf
public import WidgetCore

extension [IntentInfo] {
    /// As an encoded `ProviderIntentsResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func intentsResponseBytes() throws(WidgetError) -> [UInt8] {
        try encoded(ProtoProviderIntentsResponse.with { $0.intents = map(ProtoIntentInfo.init) }, "a list of intents")
    }

    /// Decodes a `ProviderIntentsResponse`. Intents beyond ``IntentLimits/intentsPerProvider`` are left out.
    /// - Throws: INVALID_ARGUMENT that names the intent and the parameter.
    public init(intentsResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoProviderIntentsResponse = try decoded(bytes, "ProviderIntentsResponse")
        self = []
        for intent in proto.intents.prefix(IntentLimits.intentsPerProvider) { append(try IntentInfo(intent)) }
    }
}

extension IntentInfo {
    /// The intent as it came.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoIntentInfo) throws(WidgetError) {
        let field = "intent '\(proto.name.cut(toBytes: Limits.intentNameBytes))'"
        guard proto.parameters.count <= Limits.parametersPerKind else {
            throw .invalid("\(field): parameters", "\(proto.parameters.count), the limit is \(Limits.parametersPerKind)")
        }
        var parameters: [ParameterDefinition] = []
        for parameter in proto.parameters { parameters.append(try ParameterDefinition(parameter, field: field)) }
        self.init(
            provider: proto.provider, name: proto.name.cut(toBytes: Limits.intentNameBytes), title: proto.title.cut(toBytes: Limits.descriptionBytes),
            description: proto.description_p.cut(toBytes: Limits.descriptionBytes), parameters: parameters)
        needsUser = proto.needsUser
    }
}

extension ProtoIntentInfo {
    /// The intent as on the wire.
    public init(_ intent: IntentInfo) {
        self.init()
        (provider, name, title, description_p) = (intent.provider, intent.name, intent.title, intent.description)
        parameters = intent.parameters.map(ProtoParameterDefinition.init)
        needsUser = intent.needsUser
    }
}

extension IntentOutcome {
    /// As an encoded `PerformIntentResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func performResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoPerformIntentResponse()
        if let value { proto.value = value }
        proto.dialog = dialog
        return try encoded(proto, "an intent's result")
    }

    /// Decodes a `PerformIntentResponse`. Long texts are cut to ``Limits/parameterTextBytes``.
    /// - Throws: INVALID_ARGUMENT where the bytes are none.
    public init(performResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoPerformIntentResponse = try decoded(bytes, "PerformIntentResponse")
        self.init(
            value: proto.hasValue ? proto.value.cut(toBytes: Limits.parameterTextBytes) : nil, dialog: proto.dialog.cut(toBytes: Limits.parameterTextBytes))
    }
}
