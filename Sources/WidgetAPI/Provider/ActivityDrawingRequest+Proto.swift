internal import SwiftProtobuf
public import WidgetCore

extension ActivityDrawingRequest {
    /// As an encoded `DrawActivityRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func drawActivityRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoDrawActivityRequest()
        proto.activity = ProtoActivity(activity)
        proto.context = ProtoProviderContext(context)
        return try encoded(proto, "a request to draw an activity")
    }

    /// Decodes a `DrawActivityRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(drawActivityRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoDrawActivityRequest = try decoded(bytes, "DrawActivityRequest")
        self.init(activity: try Activity(proto.activity), context: try ProviderContext(proto.context))
    }
}

extension ActivityArchiveCodec {
    /// An encoded `DrawActivityResponse` with these views.
    /// - Throws: as ``encode(_:)``.
    public static func drawActivityResponseBytes(_ views: [ActivityPresentation: ViewTree]) throws(WidgetError) -> [UInt8] {
        var proto = ProtoDrawActivityResponse()
        proto.archive = try decoded(try encode(views), "ActivityArchive")
        return try encoded(proto, "an activity's views")
    }

    /// Decodes and checks a `DrawActivityResponse`.
    /// - Returns: an encoded `ActivityArchive`.
    /// - Throws: INVALID_ARGUMENT that names the presentation, the limit, the value and the node.
    public static func archive(drawActivityResponse bytes: [UInt8]) throws(WidgetError) -> [UInt8] {
        let proto: ProtoDrawActivityResponse = try decoded(bytes, "DrawActivityResponse")
        return try normalize(proto.archive)
    }
}
