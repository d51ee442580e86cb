extension Kind {
    /// The kind, checked. The id stands in for an empty display name.
    /// - Throws: INVALID_ARGUMENT that names the field and the limit, for the manifest's author.
    public func validated() throws(WidgetError) -> Kind {
        guard Identifier.isKind(id) else { throw .invalid("id", "\(id.quoted) is not \(Identifier.kindForm)") }
        var valid = self
        if displayName.isEmpty { valid.displayName = id }
        try displayName.checkBytes(atMost: Limits.titleBytes, field: "displayName")
        try description.checkBytes(atMost: Limits.descriptionBytes, field: "description")
        try Self.check(families, field: "families", limit: Limits.familiesPerKind) { $0.name }
        guard !families.isEmpty else { throw .invalid("families", "there is none; name at least one, such as systemSmall") }
        try Self.check(mountingStyles, field: "mountingStyles", limit: MountingStyle.allCases.count) { "\($0)" }
        try Self.check(disfavoredLocations, field: "disfavoredLocations", limit: Limits.disfavoredLocationsPerKind) { $0.quoted }
        try validateAliases()
        try validateRelevance()
        valid.parameters = try validatedParameters()
        valid.recommendations = try valid.validatedRecommendations()
        return valid
    }

    private func validateAliases() throws(WidgetError) {
        try Self.check(aliases, field: "aliases", limit: Limits.aliasesPerKind) { $0.quoted }
        for alias in aliases {
            guard Identifier.isKind(alias) else { throw .invalid("aliases", "\(alias.quoted) is not \(Identifier.kindForm)") }
            guard alias != id else { throw .invalid("aliases", "\(alias.quoted) is the kind's own id; remove it") }
        }
    }

    private func validateRelevance() throws(WidgetError) {
        guard configuration == .relevance else {
            guard associatedKind.isEmpty else {
                throw .invalid("associatedKind", "\(associatedKind.quoted) is for kinds whose configuration is relevance; remove it, or set that")
            }
            return
        }
        if !associatedKind.isEmpty {
            guard Identifier.isKind(associatedKind) else { throw .invalid("associatedKind", "\(associatedKind.quoted) is not \(Identifier.kindForm)") }
            guard associatedKind != id else { throw .invalid("associatedKind", "\(associatedKind.quoted) is the kind itself; name the kind that it replaces") }
        }
        guard recommendations.isEmpty, !promptsForUserConfiguration else {
            throw .invalid("configuration", "relevance: nobody configures such a kind; remove its recommendations and the prompt for configuration")
        }
    }

    private func validatedParameters() throws(WidgetError) -> [ParameterDefinition] {
        var valid: [ParameterDefinition] = []
        for (index, definition) in parameters.enumerated() {
            valid.append(try definition.validated(path: "parameters[\(index)]", isAskedFor: promptsForUserConfiguration))
        }
        try Self.check(valid.map(\.name), field: "parameters", limit: Limits.parametersPerKind) { $0 }
        return valid
    }

    private func validatedRecommendations() throws(WidgetError) -> [Recommendation] {
        guard recommendations.count <= Limits.recommendationsPerKind else {
            throw .invalid("recommendations", "\(recommendations.count) is more than the limit of \(Limits.recommendationsPerKind)")
        }
        var valid: [Recommendation] = []
        for (index, recommendation) in recommendations.enumerated() {
            let path = "recommendations[\(index)]"
            try recommendation.description.checkBytes(atMost: Limits.descriptionBytes, field: "\(path).description")
            let parameters = try checked(recommendation.parameters, path: "\(path).parameters.")
            valid.append(Recommendation(description: recommendation.description, parameters: parameters))
        }
        return valid
    }

    /// Throws where there are too many values, or one is there twice.
    private static func check<Value: Hashable>(
        _ values: [Value], field: String, limit: Int, phrase: (Value) -> String
    ) throws(WidgetError) {
        guard values.count <= limit else { throw .invalid(field, "\(values.count) is more than the limit of \(limit)") }
        var seen: Set<Value> = []
        for value in values where !seen.insert(value).inserted { throw .invalid(field, "\(phrase(value)) is there twice") }
    }
}

extension Kind {
    /// Checks that people place widgets of this kind.
    /// - Throws: FAILED_PRECONDITION for a relevance kind, whose cards come by themselves.
    public func checkIsPlaced() throws(WidgetError) {
        guard configuration == .relevance else { return }
        throw WidgetError(
            .failedPrecondition, "kind: cards of '\(id)' come by themselves when they are of use and aren't placed; `widgetctl stack` shows them")
    }

    /// The family that a widget of this kind gets; nil asked for: the kind's first.
    /// - Throws: INVALID_ARGUMENT that names the families which the kind supports.
    public func resolve(family: WidgetFamily?) throws(WidgetError) -> WidgetFamily {
        guard let family else {
            guard let first = families.first else { throw .invalid("family", "the kind \(id) supports none") }
            return first
        }
        guard families.contains(family) else {
            throw .invalid("family", "the kind \(id) doesn't support \(family.name); it supports \(families.map(\.name).joined(separator: ", "))")
        }
        return family
    }

    /// The parameters that are kept for a widget of this kind: those given, each known, of its type, within its bounds and among its options. If the kind
    /// offers ready-made variants only, they are those of one of them, and of the first if none are given.
    /// - Throws: INVALID_ARGUMENT that names the parameter and its allowed values.
    public func validate(parameters given: Parameters) throws(WidgetError) -> Parameters {
        let checked = try checked(given, path: "")
        guard let first = recommendations.first else { return checked }
        if checked.isEmpty { return first.parameters }
        let wanted = effective(checked)
        guard recommendations.contains(where: { effective($0.parameters) == wanted }) else {
            let offered = recommendations.map(\.description.quoted).joined(separator: ", ")
            throw .invalid("parameters", "the kind \(id) offers ready-made variants only: \(offered)")
        }
        return checked
    }

    /// The parameters for the provider: those given, and the defaults of the others.
    public func effective(_ parameters: Parameters) -> Parameters {
        self.parameters.reduce(into: parameters) { effective, definition in
            if effective[definition.name] == nil { effective[definition.name] = definition.defaultValue }
        }
    }

    /// The definition of the parameter of that name.
    /// - Throws: INVALID_ARGUMENT that names the parameters which there are.
    public func definition(of parameter: String) throws(WidgetError) -> ParameterDefinition {
        try definition(of: parameter, path: "")
    }

    private func definition(of parameter: String, path: String) throws(WidgetError) -> ParameterDefinition {
        if let definition = parameters.first(where: { $0.name == parameter }) { return definition }
        let names = parameters.map(\.name)
        let advice =
            names.isEmpty
            ? "; the kind \(id) has no parameters"
            : Suggestion.advice(for: parameter, among: names, verb: "the kind \(id) has", source: "widgetctl kinds \(id)")
        let field = Identifier.isParameter(parameter) ? parameter : parameter.quoted
        throw .invalid("\(path)\(field)", "unknown parameter" + advice)
    }

    /// The parameters with every value checked on its own, and their size together.
    func checked(_ parameters: Parameters, path: String) throws(WidgetError) -> Parameters {
        var checked: Parameters = [:]
        var bytes = 0
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            checked[name] = try definition(of: name, path: path).checked(value, field: "\(path)\(name)")
            bytes += name.utf8.count + value.encodedBytes
        }
        guard bytes <= Limits.parametersBytes else {
            let field = path.isEmpty ? "parameters" : String(path.dropLast())
            throw .invalid(field, "\(bytes) bytes in all is more than the limit of \(Limits.parametersBytes); shorten the texts")
        }
        return checked
    }
}
