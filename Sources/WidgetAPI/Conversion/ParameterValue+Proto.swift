public import WidgetCore

extension ParameterValue {
    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT for no value, a text over ``Limits/parameterTextBytes`` or a number that isn't finite.
    public init(_ proto: ProtoParameterValue, field: String) throws(WidgetError) {
        switch proto.value {
        case .text(let text):
            guard text.utf8.count <= Limits.parameterTextBytes else {
                throw .invalid(field, "a text has at most \(Limits.parameterTextBytes) bytes, this one \(text.utf8.count)")
            }
            self = .text(text)
        case .integer(let value): self = .integer(value)
        case .number(let value):
            guard value.isFinite else { throw .invalid(field, "a number must be finite, not \(value)") }
            self = .number(value)
        case .boolean(let value): self = .boolean(value)
        case nil: throw .invalid(field, "a parameter needs a value: text, integer, number or boolean")
        }
    }
}

extension ProtoParameterValue {
    /// The value as on the wire.
    public init(_ value: ParameterValue) {
        self.init()
        switch value {
        case .text(let text): self.value = .text(text)
        case .integer(let integer): self.value = .integer(integer)
        case .number(let number): self.value = .number(number)
        case .boolean(let boolean): self.value = .boolean(boolean)
        }
    }
}

extension Parameters {
    /// - Parameter field: what the error names, followed by the parameter's name: `parameters.disk`.
    /// - Throws: INVALID_ARGUMENT for a wrong value or a name that isn't 1 to ``Limits/identifierBytes`` bytes, and for more than
    ///   ``Limits/parametersPerKind`` or ``Limits/parametersBytes`` in all.
    public init(_ proto: [String: ProtoParameterValue], field: String) throws(WidgetError) {
        guard proto.count <= Limits.parametersPerKind else {
            throw .invalid(field, "at most \(Limits.parametersPerKind) parameters, not \(proto.count)")
        }
        self = [:]
        var bytes = 0
        // Sorted, so that the same wrong message gives the same error.
        for (name, value) in proto.sorted(by: { $0.key < $1.key }) {
            guard (1...Limits.identifierBytes).contains(name.utf8.count) else {
                throw .invalid(field, "a parameter's name has 1 to \(Limits.identifierBytes) bytes, this one \(name.utf8.count)")
            }
            let converted = try ParameterValue(value, field: "\(field).\(name)")
            bytes += name.utf8.count + converted.encodedBytes
            self[name] = converted
        }
        guard bytes <= Limits.parametersBytes else {
            throw .invalid(field, "parameters have at most \(Limits.parametersBytes) bytes in all, these \(bytes)")
        }
    }

    /// As on the wire.
    public var proto: [String: ProtoParameterValue] { mapValues { ProtoParameterValue($0) } }
}
