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
    var phrase: String {
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
    /// options. INVALID_ARGUMENT names `field` and what would do.
    func checked(_ value: ParameterValue, field: String) throws(WidgetError) -> ParameterValue {
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
