import WidgetCore

/// A kind as a json provider's manifest says it.
enum KindDecoder {
    static func decode(_ value: JSONValue, _ place: String, provider: String) throws(WidgetError) -> Kind {
        var reader = try ManifestReader(value, place: place)
        let id = try ManifestReader.text(try reader.required("id"), reader.place("id"), limit: Limits.identifierBytes)
        guard Identifier.isKind(id) else { throw .invalid(reader.place("id"), "must have the form \(Identifier.kindForm), not \"\(id)\"") }
        let families = try reader.list("families", limit: Limits.familiesPerKind) { (value, place) throws(WidgetError) in
            let name = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
            guard let family = WidgetFamily(name: name) else {
                let names = WidgetFamily.allCases.map(\.name)
                throw WidgetError.invalid(place, Suggestion.refusal(of: name, shown: "\"\(name)\"", choices: names, source: ManifestReader.description))
            }
            return family
        }
        guard !families.isEmpty else { throw reader.missing("families", "is missing or empty; name at least one, such as \"systemSmall\"") }

        var kind = Kind(id: id, provider: provider, displayName: id, families: families)
        if let name = try reader.text("display_name", limit: Limits.titleBytes) { kind.displayName = name }
        if let description = try reader.text("description", limit: Limits.descriptionBytes) { kind.description = description }
        kind.parameters = try reader.list("parameters", limit: Limits.parametersPerKind, parameter)
        kind.aliases = try reader.list("aliases", limit: Limits.aliasesPerKind) { (value, place) throws(WidgetError) in
            try ManifestReader.text(value, place, limit: Limits.identifierBytes)
        }
        kind.contentMarginsDisabled = try reader.flag("content_margins_disabled") ?? false
        kind.containerBackgroundRemovable = try reader.flag("container_background_removable") ?? true
        kind.promptsForUserConfiguration = try reader.flag("prompts_for_user_configuration") ?? false
        kind.takesPushes = try reader.flag("push_handler") ?? false
        if let value = reader.value("configuration") {
            let name = try ManifestReader.text(value, reader.place("configuration"), limit: Limits.identifierBytes)
            guard let configuration = Kind.Configuration.allCases.first(where: { "\($0)" == name }) else {
                throw .invalid(reader.place("configuration"), "must be \"timeline\" or \"relevance\", not \"\(name)\"")
            }
            kind.configuration = configuration
        }
        kind.associatedKind = try reader.text("associated_kind", limit: Limits.identifierBytes) ?? ""
        try reader.finish()
        do throws(WidgetError) {
            // How its parts fit together, as for a kind that an rpc provider describes.
            return try kind.validated()
        } catch {
            throw WidgetError(error.code, "\(place).\(error.message)", cause: error.cause)
        }
    }

    static func parameter(_ value: JSONValue, _ place: String) throws(WidgetError) -> ParameterDefinition {
        var reader = try ManifestReader(value, place: place)
        let name = try ManifestReader.text(try reader.required("name"), reader.place("name"), limit: Limits.identifierBytes)
        guard Identifier.isParameterName(name) else { throw .invalid(reader.place("name"), "must have the form [a-z][a-zA-Z0-9_-]{0,63}, not \"\(name)\"") }
        let typeName = try ManifestReader.text(try reader.required("type"), reader.place("type"), limit: Limits.identifierBytes)
        guard let type = ParameterDefinition.ValueType.allCases.first(where: { "\($0)" == typeName }) else {
            let names = ParameterDefinition.ValueType.allCases.map { "\($0)" }
            throw .invalid(reader.place("type"), Suggestion.refusal(of: typeName, shown: "\"\(typeName)\"", choices: names, source: ManifestReader.description))
        }
        var definition = ParameterDefinition(name: name, type: type)
        definition.title = try reader.text("title", limit: Limits.titleBytes) ?? ""
        definition.description = try reader.text("description", limit: Limits.descriptionBytes) ?? ""
        definition.isRequired = try reader.flag("required") ?? false
        definition.minimum = try reader.number("minimum")
        definition.maximum = try reader.number("maximum")
        definition.options = try reader.list("options", limit: Limits.optionsPerParameter) { (value, place) throws(WidgetError) in
            try self.value(value, place, type: type)
        }
        if let value = reader.value("default") { definition.defaultValue = try self.value(value, reader.place("default"), type: type) }
        try reader.finish()
        return definition
    }

    /// A value of a parameter's type; a whole number will do for a number.
    private static func value(_ value: JSONValue, _ place: String, type: ParameterDefinition.ValueType) throws(WidgetError) -> ParameterValue {
        let parameter = try ManifestReader.parameter(value, place)
        switch (type, parameter) {
        case (.text, .text), (.integer, .integer), (.number, .number), (.boolean, .boolean): return parameter
        case (.number, .integer(let integer)): return .number(Double(integer))
        default: throw .invalid(place, "must be of the parameter's type, \(type), not \(value.typeName)")
        }
    }
}
