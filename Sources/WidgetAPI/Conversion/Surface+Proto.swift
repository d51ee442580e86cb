public import WidgetCore

extension SurfaceRegistration {
    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public init(_ proto: ProtoSurface, field: String) throws(WidgetError) {
        guard let kind = Kind(rawValue: proto.kind.rawValue) else {
            throw .invalid("\(field).kind", "is none of \(Kind.allCases.map { "\($0)" }.joined(separator: ", "))")
        }
        try self.init(name: proto.name, kind: kind, field: field)
        for family in proto.families {
            guard let family = try WidgetFamily(family, field: "\(field).families") else { throw .invalid("\(field).families", "an entry is unspecified") }
            guard !families.contains(family) else { throw .invalid("\(field).families", "\(family.name) is there twice") }
            families.append(family)
        }
        guard proto.scale == 0 || SurfaceLimits.scale.contains(proto.scale) else {
            throw .invalid("\(field).scale", "\(proto.scale) isn't \(SurfaceLimits.scale.lowerBound) to \(SurfaceLimits.scale.upperBound)")
        }
        scale = proto.scale
        guard max(proto.width, proto.height) <= SurfaceLimits.size else { throw .invalid("\(field).width", "a side is at most \(SurfaceLimits.size) points") }
        (width, height) = (Int(proto.width), Int(proto.height))
        traits = try ViewTraits(proto.traits, field: "\(field).traits")
        try readPages(proto, field)
        visibility = Visibility(rawValue: proto.visibility.rawValue) ?? .visible
        isEphemeral = proto.ephemeral
        guard proto.settings.count <= SurfaceLimits.settings else {
            throw .invalid("\(field).settings", "\(proto.settings.count) settings, the limit is \(SurfaceLimits.settings)")
        }
        let bytes = proto.settings.reduce(0) { $0 + $1.value.utf8.count }
        guard bytes <= SurfaceLimits.settingsBytes else { throw .invalid("\(field).settings", "\(bytes) bytes, the limit is \(SurfaceLimits.settingsBytes)") }
        for setting in proto.settings { settings.append(SurfaceSetting(try SurfaceEdit.checked(setting.name, "\(field).settings"), setting.value)) }
    }

    private mutating func readPages(_ proto: ProtoSurface, _ field: String) throws(WidgetError) {
        guard proto.pages.count <= Limits.boardPages else {
            throw .invalid("\(field).pages", "\(proto.pages.count) pages, the limit is \(Limits.boardPages)")
        }
        let count = proto.pages.reduce(0) { $0 + $1.items.count }
        guard count <= SurfaceLimits.items else { throw .invalid("\(field).pages", "\(count) items, the limit is \(SurfaceLimits.items)") }
        if !proto.pages.isEmpty {
            var read: [[Item]] = []
            for page in proto.pages {
                var items: [Item] = []
                for item in page.items { if let item = try Item(item, field: "\(field).pages[\(read.count)]") { items.append(item) } }
                read.append(items)
            }
            pages = read
        }
        guard proto.stackWidgetIds.count <= SurfaceLimits.items else {
            throw .invalid("\(field).stack_widget_ids", "\(proto.stackWidgetIds.count) ids, the limit is \(SurfaceLimits.items)")
        }
        for text in proto.stackWidgetIds {
            guard let id = WidgetID(text) else { throw .invalid("\(field).stack_widget_ids", "has something that isn't an id") }
            stackWidgets.append(id)
        }
        visiblePages = []
        for page in proto.visiblePages {
            guard page >= 1, page <= max(1, proto.pages.count) else {
                throw .invalid("\(field).visible_pages", "\(page) is no page; there are \(max(1, proto.pages.count))")
            }
            if !visiblePages.contains(Int(page)) { visiblePages.append(Int(page)) }
        }
    }
}

extension SurfaceRegistration.Item {
    /// - Returns: nil for an item that only a newer version knows.
    fileprivate init?(_ proto: ProtoSurface.Item, field: String) throws(WidgetError) {
        switch proto.item {
        case .widgetID(let text)?:
            guard let id = WidgetID(text) else { throw .invalid("\(field).widget_id", "isn't an id") }
            self = .widget(id)
        case .controlID(let text)?:
            guard let id = ControlID(text) else { throw .invalid("\(field).control_id", "isn't an id") }
            self = .control(id)
        case .stack?: self = .stack
        case .namedStack(let stack)?:
            guard stack.widgetIds.count <= RelevanceLimits.stack else {
                throw .invalid("\(field).named_stack.widget_ids", "\(stack.widgetIds.count) ids, the limit is \(RelevanceLimits.stack)")
            }
            var cards: [WidgetID] = []
            for text in stack.widgetIds {
                guard let id = WidgetID(text) else { throw .invalid("\(field).named_stack.widget_ids", "has something that isn't an id") }
                cards.append(id)
            }
            self = .namedStack(try Widget.validated(stack: stack.name), cards)
        case nil: return nil
        }
    }
}

extension ProtoSurface {
    /// The surface as on the wire.
    public init(_ surface: SurfaceRegistration) {
        self.init()
        name = surface.name
        kind = Kind(rawValue: surface.kind.rawValue) ?? .unspecified
        families = surface.families.map(ProtoWidgetFamily.init)
        scale = surface.scale
        (width, height) = (UInt32(clamping: surface.width), UInt32(clamping: surface.height))
        traits = ProtoViewTraits(surface.traits)
        pages = (surface.pages ?? []).map { items in .with { $0.items = items.map(Item.init) } }
        visiblePages = surface.visiblePages.map { UInt32(clamping: $0) }
        visibility = Visibility(rawValue: surface.visibility.rawValue) ?? .unspecified
        settings = surface.settings.map { setting in .with { ($0.name, $0.value) = (setting.name, setting.value) } }
        ephemeral = surface.isEphemeral
        stackWidgetIds = surface.stackWidgets.map(\.description)
    }
}

extension ProtoSurface.Item {
    fileprivate init(_ item: SurfaceRegistration.Item) {
        self.init()
        switch item {
        case .widget(let id): widgetID = id.description
        case .control(let id): controlID = id.description
        case .stack: stack = true
        case .namedStack(let name, let cards): namedStack = .with { ($0.name, $0.widgetIds) = (name, cards.map(\.description)) }
        }
    }
}

extension SurfaceEdit {
    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public init(_ proto: ProtoSurfaceEdit, field: String) throws(WidgetError) {
        let name = try Self.checked(proto.name, field)
        let change: Change
        switch proto.change {
        case .value(let text)?: change = .set(text)
        case .reset?: change = .reset
        case .add(let text)?: change = .add(text)
        case .remove(let text)?: change = .remove(text)
        case nil: throw .invalid(field, "\(name) has no change; give a value, or reset it")
        }
        switch change {
        case .set(let text), .add(let text), .remove(let text):
            guard text.utf8.count <= SurfaceLimits.valueBytes else {
                throw .invalid("\(field).\(name)", "\(text.utf8.count) bytes, the limit is \(SurfaceLimits.valueBytes)")
            }
        case .reset: break
        }
        self.init(name, change)
    }

    /// - Throws: INVALID_ARGUMENT for none, too many, or one that can't be read.
    public static func list(_ protos: [ProtoSurfaceEdit], field: String) throws(WidgetError) -> [SurfaceEdit] {
        guard (1...SurfaceLimits.edits).contains(protos.count) else { throw .invalid(field, "1 to \(SurfaceLimits.edits), not \(protos.count)") }
        var edits: [SurfaceEdit] = []
        for proto in protos { edits.append(try SurfaceEdit(proto, field: field)) }
        return edits
    }

    /// A setting's name.
    fileprivate static func checked(_ name: String, _ field: String) throws(WidgetError) -> String {
        guard (1...Limits.identifierBytes).contains(name.utf8.count) else {
            throw .invalid("\(field).name", "\(name.utf8.count) bytes, a setting's name has 1 to \(Limits.identifierBytes)")
        }
        return name
    }
}

extension ProtoSurfaceEdit {
    public init(_ edit: SurfaceEdit) {
        self.init()
        name = edit.name
        switch edit.change {
        case .set(let text): value = text
        case .reset: reset = true
        case .add(let text): add = text
        case .remove(let text): remove = text
        }
    }
}

extension ProtoSurfaceInfo {
    /// A surface of a device that the caller names.
    public init(_ record: SurfaceRecord) {
        self.init()
        surface = ProtoSurface(record.registration)
        connected = record.isConnected
        seenAt = .init(record.seenAt)
        waiting = record.waiting.map(ProtoSurfaceEdit.init)
        refused = record.refused
    }
}
