extension ParameterDefinition {
    /// The definition if it is sound, with its default and options brought to its type. INVALID_ARGUMENT names the field, which begins with `path`.
    /// - Parameter isAskedFor: a user who places the kind is asked for it, and it needs no default.
    func validated(path: String, isAskedFor: Bool) throws(WidgetError) -> ParameterDefinition {
        guard Identifier.isParameter(name) else { throw .invalid("\(path).name", "\(name.quoted) is not \(Identifier.parameterForm)") }
        let path = "\(path) \(name)"
        try title.checkBytes(atMost: Limits.titleBytes, field: "\(path).title")
        try description.checkBytes(atMost: Limits.descriptionBytes, field: "\(path).description")
        try validateBounds(path: path)
        guard options.count <= Limits.optionsPerParameter else {
            throw .invalid("\(path).options", "\(options.count) is more than the limit of \(Limits.optionsPerParameter)")
        }

        var valid = self
        valid.options = []
        for (index, option) in options.enumerated() {
            var unrestricted = self
            unrestricted.options = []
            let option = try unrestricted.checked(option, field: "\(path).options[\(index)]")
            guard !valid.options.contains(option) else { throw .invalid("\(path).options[\(index)]", "\(option.phrase) is there twice") }
            valid.options.append(option)
        }
        if let defaultValue {
            valid.defaultValue = try valid.checked(defaultValue, field: "\(path).default")
        } else if isRequired, !isAskedFor {
            throw .invalid(
                "\(path).default",
                "a required parameter needs one; add it, make the parameter optional, or have the kind prompt (prompts_for_user_configuration)")
        }
        return valid
    }

    private func validateBounds(path: String) throws(WidgetError) {
        for (field, bound) in [("minimum", minimum), ("maximum", maximum)] {
            guard let bound else { continue }
            guard type == .integer || type == .number else {
                throw .invalid("\(path).\(field)", "only an integer or a number has bounds; remove it")
            }
            guard bound.isFinite else { throw .invalid("\(path).\(field)", "\(bound) is not a finite number") }
        }
        if let minimum, let maximum, minimum > maximum {
            throw .invalid(
                "\(path).minimum", "\(ParameterValue.phrase(minimum)) is more than the maximum, \(ParameterValue.phrase(maximum))")
        }
    }
}
