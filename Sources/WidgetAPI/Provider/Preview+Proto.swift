internal import SwiftProtobuf
public import WidgetCore

extension PreviewSource {
    /// Previews as an encoded `PreviewsResponse`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public static func previewsResponseBytes(_ sources: [PreviewSource]) throws(WidgetError) -> [UInt8] {
        var proto = ProtoPreviewsResponse()
        proto.previews = sources.map { source in
            .with {
                $0.name = source.name
                $0.file = source.file
                $0.line = UInt32(clamping: source.line)
            }
        }
        return try encoded(proto, "a list of previews")
    }

    /// Decodes a `PreviewsResponse`.
    /// - Throws: INVALID_ARGUMENT for bytes that are none.
    public static func previews(response bytes: [UInt8]) throws(WidgetError) -> [PreviewSource] {
        let proto: ProtoPreviewsResponse = try decoded(bytes, "PreviewsResponse")
        return proto.previews.map { PreviewSource(name: $0.name, file: $0.file, line: Int($0.line)) }
    }
}

/// A request for the pictures of a preview.
public struct PreviewRequest: Sendable, Hashable {
    /// The preview's place in the program's list, from 0.
    public var preview: Int
    public var context: ProviderContext

    public init(preview: Int, context: ProviderContext) {
        self.preview = preview
        self.context = context
    }

    /// As an encoded `DrawPreviewRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func drawPreviewRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoDrawPreviewRequest()
        proto.preview = UInt32(clamping: preview)
        proto.context = ProtoProviderContext(context)
        return try encoded(proto, "a request for a preview")
    }

    /// Decodes a `DrawPreviewRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(drawPreviewRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoDrawPreviewRequest = try decoded(bytes, "DrawPreviewRequest")
        self.init(preview: Int(proto.preview), context: try ProviderContext(proto.context))
    }
}

/// A tap on a node of a preview.
public struct PreviewTapRequest: Sendable, Hashable {
    /// The preview's place in the program's list, from 0.
    public var preview: Int
    public var node: NodeID

    public init(preview: Int, node: NodeID) {
        self.preview = preview
        self.node = node
    }

    /// As an encoded `TapPreviewRequest`.
    /// - Throws: INTERNAL for a message that can't be encoded.
    public func tapPreviewRequestBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoTapPreviewRequest()
        proto.preview = UInt32(clamping: preview)
        proto.node = .init(node.bytes)
        return try encoded(proto, "a tap")
    }

    /// Decodes a `TapPreviewRequest`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(tapPreviewRequest bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoTapPreviewRequest = try decoded(bytes, "TapPreviewRequest")
        guard let node = NodeID(bytes: proto.node) else { throw .invalid("node", "an id has 16 bytes, not \(proto.node.count)") }
        self.init(preview: Int(proto.preview), node: node)
    }
}

extension PreviewFrames {
    /// As an encoded `DrawPreviewResponse`.
    /// - Throws: INVALID_ARGUMENT for an archive over a limit.
    public func drawPreviewResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoDrawPreviewResponse()
        for frame in frames { proto.frames.append(try ProtoPreviewFrame(frame)) }
        proto.images = images.map(ProtoImageBlob.init)
        return try encoded(proto, "a preview")
    }

    /// Decodes a `DrawPreviewResponse`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(drawPreviewResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoDrawPreviewResponse = try decoded(bytes, "DrawPreviewResponse")
        var frames: [PreviewFrame] = []
        for frame in proto.frames { frames.append(try PreviewFrame(frame)) }
        self.init(frames: frames, images: try ProvidedTimeline.images(proto.images))
    }
}

extension PreviewTap {
    /// As an encoded `TapPreviewResponse`.
    /// - Throws: INVALID_ARGUMENT for an archive over a limit.
    public func tapPreviewResponseBytes() throws(WidgetError) -> [UInt8] {
        var proto = ProtoTapPreviewResponse()
        proto.frame = try ProtoPreviewFrame(frame)
        proto.changes = changes
        return try encoded(proto, "what came of a tap")
    }

    /// Decodes a `TapPreviewResponse`.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(tapPreviewResponse bytes: [UInt8]) throws(WidgetError) {
        let proto: ProtoTapPreviewResponse = try decoded(bytes, "TapPreviewResponse")
        self.init(frame: try PreviewFrame(proto.frame), changes: proto.changes)
    }
}

extension ProtoPreviewFrame {
    fileprivate init(_ frame: PreviewFrame) throws(WidgetError) {
        self.init()
        title = frame.title
        if let date = frame.date { self.date = .init(date) }
        family = ProtoWidgetFamily(frame.family)
        archive = ProtoViewArchive(try frame.archive.validated(family: frame.family))
        tappable = frame.tappable.map { .init($0.bytes) }
    }
}

extension PreviewFrame {
    fileprivate init(_ proto: ProtoPreviewFrame) throws(WidgetError) {
        guard let family = try WidgetFamily(proto.family, field: "frame.family") else { throw .invalid("frame.family", "is unspecified") }
        self.init(
            title: proto.title, date: proto.hasDate ? try Timestamp(proto.date, field: "frame.date") : nil, family: family,
            archive: try ViewArchive(proto.archive), tappable: proto.tappable.compactMap { NodeID(bytes: $0) })
    }
}
