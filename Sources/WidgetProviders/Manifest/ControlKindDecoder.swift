import WidgetCore

/// A kind of control as a json provider's manifest says it.
enum ControlKindDecoder {
    static func decode(_ value: JSONValue, _ place: String, provider: String) throws(WidgetError) -> ControlKind {
        var reader = try ManifestReader(value, place: place)
        let id = try ManifestReader.text(try reader.required("id"), reader.place("id"), limit: Limits.identifierBytes)
        guard Identifier.isKind(id) else { throw .invalid(reader.place("id"), "must have the form \(Identifier.kindForm), not \"\(id)\"") }
        let type = try choice(try reader.required("type"), reader.place("type"), ["button": ControlKind.ControlType.button, "toggle": .toggle])
        let symbol = try ManifestReader.text(try reader.required("symbol"), reader.place("symbol"), limit: Limits.symbolNameBytes)

        var kind = ControlKind(id: id, provider: provider, displayName: id, type: type, symbol: symbol)
        if let name = try reader.text("display_name", limit: Limits.titleBytes) { kind.displayName = name }
        if let description = try reader.text("description", limit: Limits.descriptionBytes) { kind.description = description }
        if let text = try reader.text("tint", limit: Limits.identifierBytes) {
            guard let color = ViewColor(script: text) else {
                throw .invalid(reader.place("tint"), "must be \"#rrggbb\", \"#rrggbbaa\" or a colour's name, not \"\(text)\"")
            }
            kind.tint = color
        }
        kind.actionHint = try reader.text("action_hint", limit: ControlLimits.statusBytes) ?? ""
        kind.parameters = try reader.list("parameters", limit: Limits.parametersPerKind, KindDecoder.parameter)
        kind.takesPushes = try reader.flag("push_handler") ?? false
        kind.isPrivacySensitive = try reader.flag("privacy_sensitive") ?? false
        if let value = reader.value("authentication") {
            kind.authentication = try choice(
                value, reader.place("authentication"),
                [
                    "always-allowed": .alwaysAllowed, "requires-authentication": .requiresAuthentication,
                    "requires-local-device-authentication": .requiresLocalDeviceAuthentication,
                ])
        }
        kind.promptsForUserConfiguration = try reader.flag("prompts_for_user_configuration") ?? false
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
