package import WidgetAPI
import WidgetCore

/// `kinds`.
package enum KindRendering {
    /// All kinds, one a line.
    package static func table(_ kinds: [ProtoKind], _ style: Style, width: Int?) -> String {
        guard !kinds.isEmpty else { return "No kinds: no provider is installed. See `widgetctl provider list`.\n" }
        var table = Table("KIND", "NAME", "PROVIDER", "FAMILIES", "PARAMETERS")
        for kind in kinds {
            table.add(
                .init(kind.id, kind.installed ? nil : .red), .init(kind.displayName),
                .init(kind.installed ? kind.provider : "\(kind.provider) (not installed)"),
                .init(kind.families.map(Names.family).joined(separator: " ")), .init(kind.parameters.map(\.name).joined(separator: " ")))
        }
        return table.text(style, maximumWidth: width)
    }

    /// One kind, with its parameters.
    package static func detail(_ kind: ProtoKind, _ style: Style, width: Int?) -> String {
        var fields = FieldList()
        fields.add("kind", kind.id)
        fields.add("name", kind.displayName)
        fields.add("description", kind.description_p)
        fields.add("provider", kind.provider + (kind.installed ? "" : " (not installed)"))
        fields.add("families", kind.families.map(Names.family).joined(separator: ", "))
        if kind.pushHandler { fields.add("pushes", "reload it; see `widgetctl push token`") }
        if kind.configuration == .relevance {
            fields.add("configuration", "relevance: its cards come by themselves, see `widgetctl stack`")
            fields.add("replaces", kind.associatedKind)
        }
        if kind.promptsForUserConfiguration { fields.add("when placed", "a user on a terminal is asked for its parameters") }
        if kind.contentMarginsDisabled { fields.add("margins", "none: its content reaches up to the frame") }
        if kind.containerBackgroundFixed { fields.add("background", "fixed: places that remove backgrounds don't show the widget") }
        fields.add("earlier ids", kind.aliases.joined(separator: ", "))
        var text = fields.text(style)
        if !kind.parameters.isEmpty { text += "\n" + parameters(kind.parameters, style, width: width) }
        for recommendation in kind.recommendations {
            text += "\nvariant: \(PlainText.line(recommendation.description_p)) (\(PlainText.line(Names.parameters(recommendation.parameters))))"
        }
        return text + (kind.recommendations.isEmpty ? "" : "\n")
    }

    /// The parameters, one a line.
    static func parameters(_ parameters: [ProtoParameterDefinition], _ style: Style, width: Int?) -> String {
        var table = Table("PARAMETER", "TYPE", "DEFAULT", "VALUES", "DESCRIPTION")
        for parameter in parameters.hidingSecrets {
            table.add(
                .init(parameter.name), .init(type(parameter.type)), .init(Names.value(parameter.defaultValue)),
                .init(values(parameter)), .init(parameter.description_p.isEmpty ? parameter.title : parameter.description_p))
        }
        return table.text(style, maximumWidth: width)
    }

    package static func type(_ type: ProtoParameterDefinition.TypeEnum) -> String {
        switch type {
        case .text: "text"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        default: "unknown"
        }
    }

    package static func values(_ parameter: ProtoParameterDefinition) -> String {
        if !parameter.options.isEmpty { return parameter.options.map(Names.value).joined(separator: " ") }
        switch (parameter.hasMinimum, parameter.hasMaximum) {
        case (true, true): return "\(bound(parameter.minimum)) to \(bound(parameter.maximum))"
        case (true, false): return "at least \(bound(parameter.minimum))"
        case (false, true): return "at most \(bound(parameter.maximum))"
        case (false, false): return ""
        }
    }

    private static func bound(_ number: Double) -> String {
        Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}

extension ProtoParameterDefinition {
    /// Whether nobody is shown its value.
    package var isSecret: Bool { hasSecret ? secret : ParameterDefinition.isSecret(name) }
}

extension [ProtoParameterDefinition] {
    /// The definitions as they are shown: ``Names/hidden`` stands for the default of a secret.
    package var hidingSecrets: Self {
        map { parameter in
            guard parameter.isSecret, !Names.value(parameter.defaultValue).isEmpty else { return parameter }
            var told = parameter
            told.defaultValue.text = Names.hidden
            return told
        }
    }
}

/// `control kinds`.
package enum ControlKindRendering {
    /// All kinds, one a line.
    package static func table(_ kinds: [ProtoControlKindInfo], _ style: Style, width: Int?) -> String {
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
    package static func detail(_ info: ProtoControlKindInfo, _ style: Style, width: Int?) -> String {
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
        case .requiresAuthentication: "a user who has unlocked the session of the device on which they press"
        case .requiresLocalDeviceAuthentication: "only on the device that provides it, while its session is unlocked"
        default: "everybody, also while the session is locked"
        }
    }
}
