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
    /// Whose views they are, where they are a task's.
    private var task: TaskActivity?

    public init() {}

    /// The same bytes as ``ActivityArchiveCodec/encode(_:)-(_)`` gives.
    /// - Throws: as that does.
    public mutating func encode(_ views: [ActivityPresentation: ViewTree]) throws(WidgetError) -> [UInt8] {
        task = nil
        var archives: [(ActivityPresentation, [UInt8])] = []
        for (presentation, tree) in views.sorted(by: { $0.key < $1.key }) { archives.append((presentation, try encode(presentation, tree))) }
        return try Self.encode(archives)
    }

    /// The same of a task's views, of which those that are as before aren't made.
    /// - Throws: as ``encode(_:)-([ActivityPresentation:ViewTree])``.
    public mutating func encode(_ task: TaskActivity) throws(WidgetError) -> [UInt8] {
        let shared = self.task.map(task.presentations(sharedWith:)) ?? []
        self.task = nil
        var archives: [(ActivityPresentation, [UInt8])] = []
        for presentation in ActivityPresentation.allCases {
            if shared.contains(presentation), let part = parts[presentation] {
                archives.append((presentation, part.bytes))
            } else {
                archives.append((presentation, try encode(presentation, task.view(presentation))))
            }
        }
        self.task = task
        return try Self.encode(archives)
    }

    /// - Parameter archives: in the order of presentations.
    private static func encode(_ archives: [(ActivityPresentation, [UInt8])]) throws(WidgetError) -> [UInt8] {
        var writer = WireWriter(capacity: archives.reduce(0) { $0 + $1.1.count + 12 })
        for (presentation, archive) in archives {
            let number = UInt64(presentation.rawValue)
            writer.head(1, 1 + WireWriter.size(varint: number) + WireWriter.size(field: archive.count))
            writer.field(1, number)
            writer.field(2, archive)
        }
        try ActivityArchiveCodec.check(size: writer.bytes.count)
        return writer.bytes
    }

    private mutating func encode(_ presentation: ActivityPresentation, _ tree: ViewTree) throws(WidgetError) -> [UInt8] {
        // Taken out: what fails leaves nothing that a later one could be compared with, and what is changed in its place isn't copied.
        let before = parts.removeValue(forKey: presentation)
        let part = try ActivityArchiveCodec.naming(presentation) { () throws(WidgetError) in try Self.part(tree, before) }
        parts[presentation] = part
        return part.bytes
    }

    private static func part(_ tree: ViewTree, _ before: consuming Part?) throws(WidgetError) -> Part {
        if var part = before.take(), try part.update(to: tree) { return part }
        return try part(tree, try tree.archive().validated(family: ActivityLimits.family))
    }

    private static func part(_ tree: ViewTree, _ valid: ViewArchive) throws(WidgetError) -> Part {
        try ActivityArchiveCodec.refuse(pictures: valid.images.count)
        var tables = ProtoViewArchive()
        tables.actions = valid.actions.map { ProtoAction($0) }
        var part = Part(tree: tree, archive: valid, nodes: [], tables: try encode(tables))
        for node in valid.nodes { part.nodes.append(try encode(ProtoViewNode(node))) }
        part.bytes = part.encoded
        return part
    }

    fileprivate static func encode(_ message: some SwiftProtobuf.Message) throws(WidgetError) -> [UInt8] {
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
    /// Encodes the views that aren't as before.
    /// - Returns: false: it isn't built as it was, and must be made anew.
    fileprivate mutating func update(to tree: ViewTree) throws(WidgetError) -> Bool {
        var (archive, nodes, hasChanged) = (ViewArchive(nodes: []), [[UInt8]](), false)
        swap(&archive, &self.archive)
        swap(&nodes, &self.nodes)
        let isUpdated = try archive.update(from: self.tree, to: tree) { index, node throws(WidgetError) in
            nodes[index] = try ActivityArchiveEncoder.encode(ProtoViewNode(node))
            hasChanged = true
        }
        guard isUpdated else { return false }
        (self.tree, self.archive, self.nodes) = (tree, archive, nodes)
        if hasChanged { bytes = encoded }
        return true
    }

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
