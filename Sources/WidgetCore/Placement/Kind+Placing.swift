extension Kind {
    /// Fails where people don't place widgets of this kind.
    public func checkIsPlaced() throws(WidgetError) {
        guard configuration == .relevance else { return }
        throw WidgetError(
            .failedPrecondition, "kind: cards of '\(id)' come by themselves when they are of use and aren't placed; `widgetctl stack` shows them")
    }

    /// The family that a widget of this kind gets; nil asked for: the kind's first. INVALID_ARGUMENT names those that it supports.
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

    /// The parameters that are kept for a widget of this kind: those given, each known, of its type, within its bounds and among its options. Where the kind
    /// offers ready-made variants only, they are those of one of them, and of the first where none are given. INVALID_ARGUMENT names the parameter and what
    /// would do.
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

    /// What the provider gets: the parameters given, and the defaults of those left out.
    public func effective(_ parameters: Parameters) -> Parameters {
        self.parameters.reduce(into: parameters) { effective, definition in
            if effective[definition.name] == nil { effective[definition.name] = definition.defaultValue }
        }
    }

    /// The definition of the parameter of that name. INVALID_ARGUMENT names those that there are.
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
            bytes += name.utf8.count + value.bytes
        }
        guard bytes <= Limits.parametersBytes else {
            let field = path.isEmpty ? "parameters" : String(path.dropLast())
            throw .invalid(field, "\(bytes) bytes in all is more than the limit of \(Limits.parametersBytes); shorten the texts")
        }
        return checked
    }
}

extension ParameterValue {
    /// Bytes of the value for ``Limits/parametersBytes``: those of a text, eight for anything else.
    var bytes: Int {
        if case .text(let text) = self { text.utf8.count } else { 8 }
    }
}
