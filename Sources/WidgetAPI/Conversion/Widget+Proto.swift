public import WidgetCore

extension ProtoWidgetFamily {
    /// The wire's name of `family`; the numbers are the same.
    public init(_ family: WidgetFamily) { self = Self(rawValue: family.rawValue) ?? .unspecified }
}

extension WidgetFamily {
    /// The family that the wire names; nil where it names none.
    /// - Throws: INVALID_ARGUMENT for a number that no family has.
    public init?(_ proto: ProtoWidgetFamily, field: String) throws(WidgetError) {
        if proto == .unspecified { return nil }
        guard let family = WidgetFamily(rawValue: proto.rawValue) else {
            throw .invalid(field, "\(proto.rawValue) is not a widget family; this daemon knows 1 to \(WidgetFamily.allCases.count)")
        }
        self = family
    }
}

extension ProtoWidget {
    public init(_ widget: Widget) {
        self.init()
        id = widget.id.description
        kind = widget.kind
        family = ProtoWidgetFamily(widget.family)
        name = widget.name
        parameters = widget.parameters.mapValues(ProtoParameterValue.init)
        placedAt = .init(widget.placedAt)
        page = widget.position.page == 1 ? 0 : UInt32(widget.position.page)
        offBoard = !widget.position.isOnBoard
        position = widget.position.key
        stack = widget.stack
        secretParameters = widget.sealed.keys.sorted()
    }
}

extension Widget {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoWidget) throws(WidgetError) {
        guard let id = WidgetID(proto.id) else {
            throw .invalid("widget.id", "'\(proto.id)' is not a UUID of 36 characters")
        }
        guard let family = try WidgetFamily(proto.family, field: "widget.family") else {
            throw .invalid("widget.family", "is missing")
        }
        self.init(
            id: id, kind: proto.kind, family: family, name: proto.name, parameters: try Parameters(proto.parameters, field: "widget.parameters"),
            placedAt: try Timestamp(proto.placedAt, field: "widget.placed_at"),
            position: try WidgetPosition(page: proto.offBoard ? 0 : proto.page == 0 ? 1 : Int(proto.page), key: proto.position, field: "widget"),
            stack: proto.stack)
        for name in proto.secretParameters.prefix(Limits.parametersPerKind) { sealed[name] = .unsealed }
    }
}

extension WidgetChange {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ request: ProtoPlaceRequest) throws(WidgetError) {
        self.init(
            family: try WidgetFamily(request.family, field: "family"), name: request.name,
            parameters: try Parameters(request.parameters, field: "parameters"))
    }

    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ request: ProtoConfigureRequest) throws(WidgetError) {
        self.init(
            family: try WidgetFamily(request.family, field: "family"), name: request.hasName ? request.name : nil,
            parameters: try Parameters(request.parameters, field: "parameters"), reset: request.reset)
    }
}
