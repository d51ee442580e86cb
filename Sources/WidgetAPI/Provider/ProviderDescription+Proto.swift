internal import SwiftProtobuf
public import WidgetCore

extension ProviderDescription {
    /// As an encoded `DescribeResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func describeResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoDescribeResponse()
        proto.kinds = kinds.map { ProtoKind($0) }
        proto.activities = activities.map { type in .with { $0.type = type.name } }
        proto.controls = controls.map(ProtoControlKind.init)
        return try encoded(proto, "what the program gives")
    }

    /// Decodes a `DescribeResponse`.
    /// - Throws: INVALID_ARGUMENT that names the kind and the field, and over ``Limits/kindsPerProvider`` or ``ControlLimits/kindsPerProvider``.
    public init(describeResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoDescribeResponse = try decoded(bytes, "DescribeResponse")
        guard proto.kinds.count <= Limits.kindsPerProvider else {
            throw .invalid("kinds", "a provider has at most \(Limits.kindsPerProvider), not \(proto.kinds.count)")
        }
        guard proto.controls.count <= ControlLimits.kindsPerProvider else {
            throw .invalid("controls", "a provider has at most \(ControlLimits.kindsPerProvider), not \(proto.controls.count)")
        }
        self.init()
        for kind in proto.kinds { kinds.append(try Kind(kind)) }
        activities = proto.activities.map { ActivityType(name: $0.type) }
        for control in proto.controls { controls.append(try ControlKind(control)) }
    }
}
