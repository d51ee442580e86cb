import WidgetCore

/// A kind of control as a json provider's manifest says it.
enum ControlKindDecoder {
    static func decode(_ value: JSONValue, _ place: String, provider: String) throws(WidgetError) -> ControlKind {
        var reader = try ManifestReader(value, place: place)
        let id = reader.required("id", ManifestReader.kindID)
        let type = reader.required("type") { (value, place) throws(WidgetError) in
            try choice(value, place, ["button": ControlKind.ControlType.button, "toggle": .toggle])
        }
        let symbol = reader.required("symbol") { (value, place) throws(WidgetError) in
            try ManifestReader.text(value, place, limit: Limits.symbolNameBytes)
        }

        var kind = ControlKind(id: id ?? "", provider: provider, displayName: id ?? "", type: type ?? .button, symbol: symbol ?? "")
        if let name = reader.text("display_name", limit: Limits.titleBytes) { kind.displayName = name }
        if let description = reader.text("description", limit: Limits.descriptionBytes) { kind.description = description }
        let tint = reader.value("tint") { (value, place) throws(WidgetError) in
            let text = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
            guard let color = ViewColor(script: text) else {
                throw WidgetError.invalid(place, "must be \"#rrggbb\", \"#rrggbbaa\" or a colour's name, not \"\(text)\"")
            }
            return color
        }
        if let tint { kind.tint = tint }
        kind.actionHint = reader.text("action_hint", limit: ControlLimits.statusBytes) ?? ""
        kind.parameters = reader.list("parameters", limit: Limits.parametersPerKind, KindDecoder.parameter) ?? []
        kind.takesPushes = reader.flag("push_handler") ?? false
        kind.isPrivacySensitive = reader.flag("privacy_sensitive") ?? false
        let authentication = reader.value("authentication") { (value, place) throws(WidgetError) in
            try choice(
                value, place,
                [
                    "always-allowed": ControlAuthentication.alwaysAllowed, "requires-authentication": .requiresAuthentication,
                    "requires-local-device-authentication": .requiresLocalDeviceAuthentication,
                ])
        }
        if let authentication { kind.authentication = authentication }
        kind.promptsForUserConfiguration = reader.flag("prompts_for_user_configuration") ?? false
        try reader.finish()
        do throws(WidgetError) {
            // How its parts fit together, as for a kind that an rpc provider describes.
            return try kind.validated()
        } catch {
            throw WidgetError(error.code, "\(place).\(error.message)", cause: error.cause)
        }
    }

    private static func choice<T>(_ value: JSONValue, _ place: String, _ choices: KeyValuePairs<String, T>) throws(WidgetError) -> T {
        let text = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
        guard let found = choices.first(where: { $0.key == text }) else {
            throw .invalid(place, Suggestion.refusal(of: text, shown: "\"\(text)\"", choices: choices.map(\.key), source: ManifestReader.description))
        }
        return found.value
    }
}
