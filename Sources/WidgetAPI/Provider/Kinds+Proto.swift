internal import SwiftProtobuf
public import WidgetCore

extension Kind {
    /// An encoded `DescribeResponse` of these kinds.
    public static func describeResponseBytes(_ kinds: [Kind]) throws(WidgetError) -> [UInt8] {
        var proto = ProtoDescribeResponse()
        proto.kinds = kinds.map { ProtoKind($0) }
        return try encoded(proto, "the kinds")
    }

    /// Decodes a `DescribeResponse`.
    /// - Throws: INVALID_ARGUMENT that names the kind and the field, and over ``Limits/kindsPerProvider``.
    public static func kinds(describeResponse bytes: [UInt8]) throws(WidgetError) -> [Kind] {
        let proto: ProtoDescribeResponse = try decoded(bytes, "DescribeResponse")
        guard proto.kinds.count <= Limits.kindsPerProvider else {
            throw .invalid("kinds", "a provider has at most \(Limits.kindsPerProvider), not \(proto.kinds.count)")
        }
        var kinds: [Kind] = []
        for kind in proto.kinds { kinds.append(try Kind(kind)) }
        return kinds
    }
}
