internal import SwiftProtobuf
public import WidgetCore

extension ProviderDescription {
    /// As an encoded `DescribeResponse`.
    public func describeResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoDescribeResponse()
        proto.kinds = kinds.map { ProtoKind($0) }
        proto.activities = activities.map { type in .with { $0.type = type.name } }
        return try encoded(proto, "what the program gives")
    }

    /// Decodes a `DescribeResponse`.
    /// - Throws: INVALID_ARGUMENT that names the kind and the field, and over ``Limits/kindsPerProvider``.
    public init(describeResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoDescribeResponse = try decoded(bytes, "DescribeResponse")
        guard proto.kinds.count <= Limits.kindsPerProvider else {
            throw .invalid("kinds", "a provider has at most \(Limits.kindsPerProvider), not \(proto.kinds.count)")
        }
        var kinds: [Kind] = []
        for kind in proto.kinds { kinds.append(try Kind(kind)) }
        self.init(kinds: kinds, activities: proto.activities.map { ActivityType(name: $0.type) })
    }
}
