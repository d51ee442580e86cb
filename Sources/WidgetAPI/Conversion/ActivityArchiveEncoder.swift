import SwiftProtobuf
public import WidgetCore

/// Encodes the views of one activity again and again. Most updates change a text or a number in views that stay what they are: only such nodes are checked and encoded anew.
public struct ActivityArchiveEncoder: Sendable {
    /// A presentation as it was encoded last.
    fileprivate struct Part {
        var archive: ViewArchive
        /// Of each node its bytes.
        var nodes: [[UInt8]]
        /// Actions and images, which few have.
        var tables: [UInt8]
    }

    private var parts: [ActivityPresentation: Part] = [:]

    public init() {}

    /// The same bytes as ``ActivityArchiveCodec/encode(_:)-(_)`` gives.
    /// - Throws: as that does.
    public mutating func encode(_ views: [ActivityPresentation: ViewTree]) throws(WidgetError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4_096)
        for (presentation, tree) in views.sorted(by: { $0.key < $1.key }) {
            let before = parts.removeValue(forKey: presentation)
            let part = try ActivityArchiveCodec.naming(presentation) { () throws(WidgetError) in try Self.encode(try tree.archive(), before) }
            parts[presentation] = part
            let archive = part.encoded
            var view: [UInt8] = []
            view.reserveCapacity(archive.count + 8)
            Wire.append(1, UInt64(presentation.rawValue), to: &view)
            Wire.append(2, archive, to: &view)
            Wire.append(1, view, to: &bytes)
        }
        try ActivityArchiveCodec.check(size: bytes.count)
        return bytes
    }

    private static func encode(_ archive: ViewArchive, _ before: Part?) throws(WidgetError) -> Part {
        guard let before else { return try encode(try archive.validated(family: ActivityLimits.family)) }
        let valid = try archive.validated(family: ActivityLimits.family, beside: before.archive)
        guard valid.nodes.count == before.nodes.count, valid.actions == before.archive.actions, valid.images == before.archive.images else { return try encode(valid) }
        var part = Part(archive: valid, nodes: before.nodes, tables: before.tables)
        for index in valid.nodes.indices where valid.nodes[index] != before.archive.nodes[index] {
            part.nodes[index] = try encode(ProtoViewNode(valid.nodes[index]))
        }
        return part
    }

    private static func encode(_ valid: ViewArchive) throws(WidgetError) -> Part {
        var tables = ProtoViewArchive()
        tables.actions = valid.actions.map { ProtoAction($0) }
        tables.images = valid.images.map { ProtoImageReference($0) }
        var part = Part(archive: valid, nodes: [], tables: try encode(tables))
        for node in valid.nodes { part.nodes.append(try encode(ProtoViewNode(node))) }
        return part
    }

    private static func encode(_ message: some SwiftProtobuf.Message) throws(WidgetError) -> [UInt8] {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        do {
            return try message.serializedBytes(partial: false, options: options)
        } catch {
            throw WidgetError(.internal, "an activity's views can't be encoded", cause: "\(error)")
        }
    }

    /// Fields of a message, as protobuf writes them.
    fileprivate enum Wire {
        static func append(_ field: UInt64, _ value: UInt64, to bytes: inout [UInt8]) {
            append(field << 3, to: &bytes)
            append(value, to: &bytes)
        }

        static func append(_ field: UInt64, _ content: [UInt8], to bytes: inout [UInt8]) {
            append(field << 3 | 2, to: &bytes)
            append(UInt64(content.count), to: &bytes)
            bytes.append(contentsOf: content)
        }

        private static func append(_ varint: UInt64, to bytes: inout [UInt8]) {
            var rest = varint
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
    }
}

extension ActivityArchiveEncoder.Part {
    /// `ViewArchive`: the version, the lowest reader's, the nodes, and the tables behind them.
    fileprivate var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(nodes.reduce(tables.count + 16) { $0 + $1.count + 4 })
        ActivityArchiveEncoder.Wire.append(1, UInt64(archive.format), to: &bytes)
        ActivityArchiveEncoder.Wire.append(2, UInt64(archive.minimumReader), to: &bytes)
        for node in nodes { ActivityArchiveEncoder.Wire.append(3, node, to: &bytes) }
        return bytes + tables
    }
}
