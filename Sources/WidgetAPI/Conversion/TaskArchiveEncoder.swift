import SwiftProtobuf
internal import TTRPCWire
public import WidgetCore

/// Encodes the views of one task again and again. Most updates change a text or a number and leave the layout as it is. Only the changed nodes are made,
/// checked and encoded again.
public struct TaskArchiveEncoder: Sendable {
    /// A presentation as it was encoded last.
    private struct View {
        let presentation: ActivityPresentation
        let places: [(part: TaskActivity.Part, node: Int)]
        var archive: ViewArchive
        /// The bytes of its nodes' texts.
        var textBytes: Int
        /// The bytes of each node.
        var nodes: [[UInt8]]
        /// The encoded `ViewArchive`: its format, its minimum reader, and the nodes.
        var bytes: [UInt8] = []

        mutating func encode() {
            var writer = ProtobufWriter(capacity: nodes.reduce(16) { $0 + $1.count + 4 })
            writer.field(1, UInt64(archive.format))
            writer.field(2, UInt64(archive.minimumReader))
            for node in nodes { writer.field(3, node) }
            bytes = writer.bytes
        }
    }

    private var views: [View] = []
    /// The task whose views these are; nil: there are none, or an update failed.
    private var task: TaskActivity?

    public init() {}

    /// The same bytes as `ActivityArchiveCodec.encode` gives for ``TaskActivity/views``.
    /// - Throws: as that does.
    public mutating func encode(_ task: TaskActivity) throws(WidgetError) -> [UInt8] {
        // After a failure there is no task to compare with: the next call makes all views again.
        let before = self.task
        self.task = nil
        if let before, task.isLaidOut(as: before) { try update(to: task, from: before) } else { try make(task) }
        let bytes = try encoded()
        self.task = task
        return bytes
    }

    private mutating func make(_ task: TaskActivity) throws(WidgetError) {
        views = []
        for presentation in ActivityPresentation.allCases {
            let archive = try ActivityArchiveCodec.naming(presentation) { () throws(WidgetError) in
                try task.view(presentation).archive().validated(family: ActivityLimits.family)
            }
            var view = View(presentation: presentation, places: task.places(presentation), archive: archive, textBytes: archive.textBytes, nodes: [])
            for node in archive.nodes { view.nodes.append(try Self.encode(node)) }
            view.encode()
            views.append(view)
        }
    }

    private mutating func update(to task: TaskActivity, from before: TaskActivity) throws(WidgetError) {
        for part in TaskActivity.Part.allCases where !task.isSame(part, as: before) {
            let tree = task.view(part)
            for index in views.indices { try Self.replace(part, by: tree, in: &views[index]) }
        }
    }

    private static func replace(_ part: TaskActivity.Part, by tree: ViewTree, in view: inout View) throws(WidgetError) {
        guard view.places.contains(where: { $0.part == part }) else { return }
        for place in view.places where place.part == part {
            do throws(WidgetError) {
                view.textBytes += try view.archive.replace(place.node, by: tree)
                guard view.textBytes <= Limits.textBytesPerArchive else {
                    throw .invalid("nodes", "all text of one entry has at most \(Limits.textBytesPerArchive) bytes, and this has \(view.textBytes)")
                }
            } catch {
                throw WidgetError(error.code, "\(view.presentation): \(error.message)", cause: error.cause)
            }
            view.nodes[place.node] = try encode(view.archive.nodes[place.node])
        }
        view.encode()
    }

    private func encoded() throws(WidgetError) -> [UInt8] {
        var writer = ProtobufWriter(capacity: views.reduce(0) { $0 + $1.bytes.count + 12 })
        for view in views {
            let number = UInt64(view.presentation.rawValue)
            writer.head(1, ProtobufSize.field(varint: number) + ProtobufSize.field(view.bytes.count))
            writer.field(1, number)
            writer.field(2, view.bytes)
        }
        try ActivityArchiveCodec.check(size: writer.bytes.count)
        return writer.bytes
    }

    private static func encode(_ node: ViewNode) throws(WidgetError) -> [UInt8] {
        if let bytes = node.wireBytes { return bytes }
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        do {
            return try ProtoViewNode(node).serializedBytes(partial: false, options: options)
        } catch {
            throw WidgetError(.internal, "an activity's views can't be encoded", cause: "\(error)")
        }
    }
}
