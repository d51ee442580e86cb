extension Kind {
    /// The kind if a widget of it can be placed: what a manifest's author got wrong is named, field and limit. The display name, where it is empty, becomes
    /// the id.
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
