public import WidgetCore

extension ViewNode {
    /// - Throws: INVALID_ARGUMENT for an id of another length than 16 and for a node without content.
    public init(_ proto: ProtoViewNode, field: String) throws(WidgetError) {
        var id: NodeID?
        if !proto.id.isEmpty {
            guard let given = NodeID(bytes: Array(proto.id)) else { throw .invalid("\(field).id", "an id has 16 bytes, or is left out, not \(proto.id.count)") }
            id = given
        }
        var modifiers: [ViewModifier] = []
        for (index, modifier) in proto.modifiers.enumerated() {
            if let known = try ViewModifier.known(modifier, field: "\(field).modifiers[\(index)]") { modifiers.append(known) }
        }
        guard proto.content != nil || !proto.unknownFields.data.isEmpty else {
            throw .invalid(field, "a node needs a content, such as text or stack")
        }
        self.init(
            parent: Int(proto.parent), id: id,
            content: try proto.content.flatMap { content throws(WidgetError) in try ViewContent.known(content, field: field) },
            modifiers: modifiers, accessibilityLabel: proto.accessibilityLabel, isPrivacySensitive: proto.privacySensitive,
            isInvalidatable: proto.invalidatable,
            fallback: proto.fallback, mustUnderstand: proto.mustUnderstand, explicitID: Array(proto.explicitID))
    }
}

extension ProtoViewNode {
    /// The node as on the wire.
    public init(_ node: ViewNode) {
        self.init()
        parent = UInt32(clamping: node.parent)
        if let id = node.id { self.id = .init(id.bytes) }
        content = node.content.map { OneOf_Content($0) }
        modifiers = node.modifiers.map { ProtoViewModifier($0) }
        accessibilityLabel = node.accessibilityLabel
        privacySensitive = node.isPrivacySensitive
        invalidatable = node.isInvalidatable
        fallback = node.fallback
        mustUnderstand = node.mustUnderstand
        explicitID = .init(node.explicitID)
    }
}
