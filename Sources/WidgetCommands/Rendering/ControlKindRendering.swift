import WidgetAPI
import WidgetCore

/// `control kinds`.
enum ControlKindRendering {
    /// All kinds, one a line.
    static func table(_ kinds: [ProtoControlKindInfo], _ style: Style, width: Int?) -> String {
        guard !kinds.isEmpty else { return "No kinds of controls: no provider gives one. See `widgetctl provider list`.\n" }
        var table = Table("KIND", "NAME", "TYPE", "PROVIDER", "DEVICE", "PARAMETERS")
        for info in kinds {
            table.add(
                .init(info.kind.id), .init(info.kind.displayName), .init(type(info.kind.type)), .init(info.kind.provider),
                .init(info.local ? "" : info.deviceName), .init(info.kind.parameters.map(\.name).joined(separator: " ")))
        }
        return table.text(style, maximumWidth: width)
    }

    /// One kind, with its parameters.
    static func detail(_ info: ProtoControlKindInfo, _ style: Style, width: Int?) -> String {
        let kind = info.kind
        var fields = FieldList()
        fields.add("kind", kind.id)
        fields.add("name", kind.displayName)
        fields.add("description", kind.description_p)
        fields.add("type", type(kind.type))
        fields.add("provider", kind.provider)
        fields.add("device", info.local ? nil : info.deviceName)
        fields.add("symbol", kind.symbol)
        fields.add("action", kind.actionHint)
        if info.hasPreview { fields.add("preview", ControlRendering.words(info.preview)) }
        fields.add("who may press", authentication(kind.authentication))
        if kind.privacySensitive { fields.add("privacy", "its value is hidden while the session is locked") }
        if kind.promptsForUserConfiguration { fields.add("when added", "a user on a terminal is asked for its parameters") }
        if kind.pushHandler { fields.add("pushes", "reload it; see `widgetctl control token`") }
        return fields.text(style) + (kind.parameters.isEmpty ? "" : "\n" + KindRendering.parameters(kind.parameters, style, width: width))
    }

    static func type(_ type: ProtoControlKind.TypeEnum) -> String {
        switch type {
        case .button: "button"
        case .toggle: "toggle"
        default: "unknown"
        }
    }

    private static func authentication(_ policy: ProtoControlKind.Authentication) -> String {
        switch policy {
        case .requiresAuthentication: "whoever has unlocked the session of the device that they press on"
        case .requiresLocalDeviceAuthentication: "only on the device that provides it, while its session is unlocked"
        default: "everybody, also while the session is locked"
        }
    }
}
