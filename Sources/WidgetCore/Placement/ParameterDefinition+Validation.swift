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

extension ParameterDefinition {
    /// The value that `text`, as typed on a command line, means for this parameter; checked against its bounds and options. Text is taken as it is. Whole
    /// numbers are decimal with an optional sign. Numbers may have a decimal point and an exponent. Booleans are true, yes, on and 1, or false, no, off and 0,
    /// in either case.
    /// - Throws: INVALID_ARGUMENT that names the parameter and its allowed values.
    public func parse(_ text: String) throws(WidgetError) -> ParameterValue {
        let value: ParameterValue? =
            switch type {
            case .text: .text(text)
            case .integer: Int64(text).map(ParameterValue.integer)
            case .number: Double(text).map(ParameterValue.number)
            case .boolean: Self.boolean(text).map(ParameterValue.boolean)
            }
        guard let value else { throw .invalid(name, "\(text.quoted) is not \(type.phrase)") }
        return try checked(value, field: name)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}

extension ParameterValue {
    /// The type that the value has.
    public var type: ParameterDefinition.ValueType {
        switch self {
        case .text: .text
        case .integer: .integer
        case .number: .number
        case .boolean: .boolean
        }
    }

    /// The value as a user writes it; text in quotes.
    package var phrase: String {
        switch self {
        case .text(let text): text.quoted
        case .integer(let integer): "\(integer)"
        case .number(let number): Self.phrase(number)
        case .boolean(let boolean): "\(boolean)"
        }
    }

    /// A bound as a user writes it: 5, not 5.0.
    static func phrase(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? "\(number)"
    }
}

extension ParameterDefinition.ValueType {
    /// For errors: what to give.
    var phrase: String {
        switch self {
        case .text: "text"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        }
    }
}

extension ParameterDefinition {
    /// The value if the parameter can take it: of its type (a whole number will do for a number), finite, within the bounds and the limits, and one of the
    /// options. INVALID_ARGUMENT names `field` and says what is valid.
    package func checked(_ value: ParameterValue, field: String) throws(WidgetError) -> ParameterValue {
        var value = value
        if type == .number, case .integer(let integer) = value { value = .number(Double(integer)) }
        guard value.type == type else { throw .invalid(field, "\(value.phrase) is not \(type.phrase)") }
        switch value {
        case .text(let text): try text.checkBytes(atMost: Limits.parameterTextBytes, field: field)
        case .integer(let integer): try checkBounds(Double(integer), value, field: field)
        case .number(let number):
            guard number.isFinite else { throw .invalid(field, "\(number) is not a finite number") }
            try checkBounds(number, value, field: field)
        case .boolean: break
        }
        guard options.isEmpty || options.contains(value) else {
            throw .invalid(field, "\(value.phrase) is none of \(options.map(\.phrase).joined(separator: ", "))")
        }
        return value
    }

    private func checkBounds(_ number: Double, _ value: ParameterValue, field: String) throws(WidgetError) {
        let isInside = number >= minimum ?? -.infinity && number <= maximum ?? .infinity
        guard !isInside else { return }
        let bounds =
            switch (minimum, maximum) {
            case (let minimum?, let maximum?): "from \(ParameterValue.phrase(minimum)) to \(ParameterValue.phrase(maximum))"
            case (let minimum?, nil): "\(ParameterValue.phrase(minimum)) or more"
            case (nil, let maximum?): "\(ParameterValue.phrase(maximum)) or less"
            case (nil, nil): "any"
            }
        throw .invalid(field, "\(value.phrase) is outside of its bounds: \(bounds)")
    }
}
