public import WidgetCore

extension ViewArchive {
    /// The archive as this code knows it: a node whose content is newer than this code has none, and keeps its fallback. Unknown modifiers are left out.
    /// - Parameter field: what errors name.
    /// - Throws: INVALID_ARGUMENT for what no version of the format allows, such as a node without content.
    public init(_ proto: ProtoViewArchive, field: String = "archive") throws(WidgetError) {
        try self.init(flat: proto, field: field)
        guard proto.variants.count <= Limits.variantsPerArchive else {
            throw .invalid("\(field).variants", "at most \(Limits.variantsPerArchive), not \(proto.variants.count)")
        }
        for (index, variant) in proto.variants.enumerated() {
            let field = "\(field).variants[\(index)]"
            guard variant.variants.isEmpty else { throw .invalid("\(field).variants", "a variant has no variants") }
            variants.append(try ViewArchive(flat: variant, field: field))
        }
    }

    /// Without its variants.
    private init(flat proto: ProtoViewArchive, field: String) throws(WidgetError) {
        guard proto.nodes.count <= Limits.nodesPerArchive else {
            throw .invalid("\(field).nodes", "at most \(Limits.nodesPerArchive), not \(proto.nodes.count)")
        }
        guard proto.actions.count <= Limits.actionsPerArchive else {
            throw .invalid("\(field).actions", "at most \(Limits.actionsPerArchive), not \(proto.actions.count)")
        }
        guard proto.images.count <= Limits.imagesPerArchive else {
            throw .invalid("\(field).images", "at most \(Limits.imagesPerArchive), not \(proto.images.count)")
        }
        var nodes: [ViewNode] = []
        nodes.reserveCapacity(proto.nodes.count)
        for (index, node) in proto.nodes.enumerated() { nodes.append(try ViewNode(node, field: "\(field).nodes[\(index)]")) }
        var actions: [ViewAction] = []
        for (index, action) in proto.actions.enumerated() { actions.append(try ViewAction(action, field: "\(field).actions[\(index)]")) }
        var images: [ImageReference] = []
        for (index, image) in proto.images.enumerated() { images.append(try ImageReference(image, field: "\(field).images[\(index)]")) }
        let traits = try ViewTraits.list(proto.traits, limit: Limits.variantsPerArchive + 1, field: "\(field).traits")
        self.init(format: Int(proto.format), minimumReader: Int(proto.minReader), nodes: nodes, actions: actions, images: images, traits: traits)
    }
}

extension ProtoViewArchive {
    /// The archive as on the wire.
    public init(_ archive: ViewArchive) {
        self.init()
        format = UInt32(clamping: archive.format)
        minReader = UInt32(clamping: archive.minimumReader)
        nodes = archive.nodes.map { ProtoViewNode($0) }
        actions = archive.actions.map { ProtoAction($0) }
        images = archive.images.map { ProtoImageReference($0) }
        traits = archive.traits.map { ProtoViewTraits($0) }
        variants = archive.variants.map { ProtoViewArchive($0) }
    }
}

extension ViewAction {
    /// - Throws: INVALID_ARGUMENT for an action that does nothing, and for wrong parameters.
    public init(_ proto: ProtoAction, field: String) throws(WidgetError) {
        let effect: Effect
        switch proto.effect {
        case .intent(let intent): effect = .intent(name: intent.name, parameters: try Parameters(intent.parameters, field: "\(field).intent.parameters"))
        case .reload(true): effect = .reload
        case .openURL(let url): effect = .openURL(url)
        case .reload(false), nil: throw .invalid(field, "an action needs an effect: intent, reload or open_url")
        }
        self.init(id: proto.id, effect: effect)
    }
}

extension ProtoAction {
    /// The action as on the wire.
    public init(_ action: ViewAction) {
        self.init()
        id = action.id
        switch action.effect {
        case .intent(let name, let parameters):
            var intent = ProtoIntent()
            intent.name = name
            intent.parameters = parameters.proto
            effect = .intent(intent)
        case .reload: effect = .reload(true)
        case .openURL(let url): effect = .openURL(url)
        }
    }
}

extension ImageReference {
    /// - Throws: INVALID_ARGUMENT for a digest that isn't 32 bytes.
    public init(_ proto: ProtoImageReference, field: String) throws(WidgetError) {
        guard let digest = ContentDigest(bytes: Array(proto.sha256)) else {
            throw .invalid("\(field).sha256", "a SHA-256 has 32 bytes, not \(proto.sha256.count)")
        }
        self.init(digest: digest, width: Int(proto.width), height: Int(proto.height), mediaType: proto.mediaType)
    }
}

extension ProtoImageReference {
    /// The reference as on the wire.
    public init(_ image: ImageReference) {
        self.init()
        sha256 = .init(image.digest.bytes)
        width = UInt32(clamping: image.width)
        height = UInt32(clamping: image.height)
        mediaType = image.mediaType
    }
}

extension ViewNode {
    /// - Throws: INVALID_ARGUMENT for an id of another length than 16 and for a node without content.
    public init(_ proto: ProtoViewNode, field: String) throws(WidgetError) {
        var id: NodeID?
        if !proto.id.isEmpty {
            guard let given = NodeID(bytes: Array(proto.id)) else { throw .invalid("\(field).id", "an id has 16 bytes, or is left out, not \(proto.id.count)") }
            id = given
        }
        guard proto.content != nil || !proto.unknownFields.data.isEmpty else {
            throw .invalid(field, "a node needs a content, such as text or stack")
        }
        self.init(
            parent: Int(proto.parent), id: id,
            content: try proto.content.flatMap { content throws(WidgetError) in try ViewContent.known(content, field: field) },
            modifiers: try [ViewModifier](known: proto.modifiers, field: field), accessibilityLabel: proto.accessibilityLabel,
            isPrivacySensitive: proto.privacySensitive,
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
