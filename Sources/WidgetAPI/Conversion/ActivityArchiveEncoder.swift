import SwiftProtobuf
public import WidgetCore

/// Encodes the views of one activity again and again. Most updates change a text or a number in views that stay what they are: only such nodes are checked and encoded anew.
public struct ActivityArchiveEncoder: Sendable {
    /// A presentation as it was encoded last.
    fileprivate struct Part {
        /// Whose archive it is: most of an activity's views stay the same.
        var tree: ViewTree
        var archive: ViewArchive
        /// Of each node its bytes.
        var nodes: [[UInt8]]
        /// Actions, which few have.
        var tables: [UInt8]
        /// All of it.
        var bytes: [UInt8] = []
    }

    private var parts: [ActivityPresentation: Part] = [:]

    public init() {}

    /// The same bytes as ``ActivityArchiveCodec/encode(_:)-(_)`` gives.
    /// - Throws: as that does.
    public mutating func encode(_ views: [ActivityPresentation: ViewTree]) throws(WidgetError) -> [UInt8] {
        var writer = WireWriter(capacity: 4_096)
        for (presentation, tree) in views.sorted(by: { $0.key < $1.key }) {
            let archive = try encode(presentation, tree)
            let number = UInt64(presentation.rawValue)
            writer.head(1, 1 + WireWriter.size(varint: number) + WireWriter.size(field: archive.count))
            writer.field(1, number)
            writer.field(2, archive)
        }
        try ActivityArchiveCodec.check(size: writer.bytes.count)
        return writer.bytes
    }

    private mutating func encode(_ presentation: ActivityPresentation, _ tree: ViewTree) throws(WidgetError) -> [UInt8] {
        let before = parts[presentation]
        if let before, before.tree == tree { return before.bytes }
        // What fails leaves nothing that a later one could be compared with.
        parts[presentation] = nil
        var part = try ActivityArchiveCodec.naming(presentation) { () throws(WidgetError) in try Self.part(tree, before) }
        part.bytes = part.encoded
        parts[presentation] = part
        return part.bytes
    }

    private static func part(_ tree: ViewTree, _ before: Part?) throws(WidgetError) -> Part {
        let archive = try tree.archive()
        guard let before else { return try part(tree, try archive.validated(family: ActivityLimits.family)) }
        let valid = try archive.validated(family: ActivityLimits.family, beside: before.archive)
        guard valid.nodes.count == before.nodes.count, valid.actions == before.archive.actions, valid.images == before.archive.images else {
            return try part(tree, valid)
        }
        var part = Part(tree: tree, archive: valid, nodes: before.nodes, tables: before.tables)
        for index in valid.nodes.indices where valid.nodes[index] != before.archive.nodes[index] {
            part.nodes[index] = try encode(ProtoViewNode(valid.nodes[index]))
        }
        return part
    }

    private static func part(_ tree: ViewTree, _ valid: ViewArchive) throws(WidgetError) -> Part {
        try ActivityArchiveCodec.refuse(pictures: valid.images.count)
        var tables = ProtoViewArchive()
        tables.actions = valid.actions.map { ProtoAction($0) }
        var part = Part(tree: tree, archive: valid, nodes: [], tables: try encode(tables))
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
}

extension ActivityArchiveEncoder.Part {
    /// `ViewArchive`: the version, the lowest reader's, the nodes, and the tables behind them.
    fileprivate var encoded: [UInt8] {
        var writer = WireWriter(capacity: nodes.reduce(tables.count + 16) { $0 + $1.count + 4 })
        writer.field(1, UInt64(archive.format))
        writer.field(2, UInt64(archive.minimumReader))
        for node in nodes { writer.field(3, node) }
        writer.append(tables)
        return writer.bytes
    }
}
