import WidgetCore

/// Reads a kind from a json provider's manifest.
enum KindDecoder {
    static func decode(_ value: JSONValue, _ place: String, provider: String) throws(WidgetError) -> Kind {
        var reader = try ManifestReader(value, place: place)
        let id = reader.required("id", ManifestReader.kindID)
        let families = reader.list("families", limit: Limits.familiesPerKind) { (value, place) throws(WidgetError) in
            let name = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
            guard let family = WidgetFamily(name: name) else {
                let names = WidgetFamily.allCases.map(\.name)
                let meant = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
                throw WidgetError.invalid(place, "must be one of \(names.joined(separator: ", ")), not \"\(name)\"\(meant)")
            }
            return family
        }
        if families?.isEmpty == true { reader.addMissing("families", "is missing or empty; name at least one, such as \"systemSmall\"") }

        var kind = Kind(id: id ?? "", provider: provider, displayName: id ?? "", families: families ?? [])
        if let name = reader.text("display_name", limit: Limits.titleBytes) { kind.displayName = name }
        if let description = reader.text("description", limit: Limits.descriptionBytes) { kind.description = description }
        kind.parameters = reader.list("parameters", limit: Limits.parametersPerKind, parameter) ?? []
        let aliases = reader.list("aliases", limit: Limits.aliasesPerKind) { (value, place) throws(WidgetError) in
            try ManifestReader.text(value, place, limit: Limits.identifierBytes)
        }
        kind.aliases = aliases ?? []
        kind.contentMarginsDisabled = reader.flag("content_margins_disabled") ?? false
        kind.containerBackgroundRemovable = reader.flag("container_background_removable") ?? true
        kind.promptsForUserConfiguration = reader.flag("prompts_for_user_configuration") ?? false
        kind.takesPushes = reader.flag("push_handler") ?? false
        if let seconds = reader.integer("takeover_seconds", in: Int64(Limits.takeoverSeconds.lowerBound)...Int64(Limits.takeoverSeconds.upperBound)) {
            kind.takeoverSeconds = Int(seconds)
        }
        let configuration = reader.value("configuration") { (value, place) throws(WidgetError) in
            let name = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
            guard let configuration = Kind.Configuration.allCases.first(where: { "\($0)" == name }) else {
                throw WidgetError.invalid(place, "must be \"timeline\" or \"relevance\", not \"\(name)\"")
            }
            return configuration
        }
        if let configuration { kind.configuration = configuration }
        kind.associatedKind = reader.text("associated_kind", limit: Limits.identifierBytes) ?? ""
        try reader.finish()
        do throws(WidgetError) {
            // Checks how the parts fit together, as for a kind that an rpc provider describes.
            return try kind.validated()
        } catch {
            throw WidgetError(error.code, "\(place).\(error.message)", cause: error.cause)
        }
    }

    static func parameter(_ value: JSONValue, _ place: String) throws(WidgetError) -> ParameterDefinition {
        var reader = try ManifestReader(value, place: place)
        let name = reader.required("name") { (value, place) throws(WidgetError) in
            let name = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
            guard Identifier.isParameterName(name) else { throw WidgetError.invalid(place, "must have the form [a-z][a-zA-Z0-9_-]{0,63}, not \"\(name)\"") }
            return name
        }
        let type = reader.required("type") { (value, place) throws(WidgetError) in
            let name = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
            guard let type = ParameterDefinition.ValueType.allCases.first(where: { "\($0)" == name }) else {
                let names = ParameterDefinition.ValueType.allCases.map { "\($0)" }
                throw WidgetError.invalid(place, Suggestion.refusal(of: name, shown: "\"\(name)\"", choices: names, source: ManifestReader.description))
            }
            return type
        }
        var definition = ParameterDefinition(name: name ?? "", type: type ?? .text)
        definition.title = reader.text("title", limit: Limits.titleBytes) ?? ""
        definition.description = reader.text("description", limit: Limits.descriptionBytes) ?? ""
        definition.isRequired = reader.flag("required") ?? false
        definition.isMarkedSecret = reader.flag("secret")
        definition.minimum = reader.number("minimum")
        definition.maximum = reader.number("maximum")
        let options = reader.list("options", limit: Limits.optionsPerParameter) { (value, place) throws(WidgetError) in
            try self.value(value, place, type: type)
        }
        definition.options = options ?? []
        definition.defaultValue = reader.value("default") { (value, place) throws(WidgetError) in try self.value(value, place, type: type) }
        try reader.finish()
        return definition
    }

    /// A value of a parameter's type. A whole number is allowed for a number. Where the type itself is wrong, any value is allowed.
    private static func value(_ value: JSONValue, _ place: String, type: ParameterDefinition.ValueType?) throws(WidgetError) -> ParameterValue {
        let parameter = try ManifestReader.parameter(value, place)
        guard let type else { return parameter }
        switch (type, parameter) {
        case (.text, .text), (.integer, .integer), (.number, .number), (.boolean, .boolean): return parameter
        case (.number, .integer(let integer)): return .number(Double(integer))
        default: throw .invalid(place, "must be of the parameter's type, \(type), not \(value.typeName)")
        }
    }
}
