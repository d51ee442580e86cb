extension ParameterDefinition {
    /// The value that `text`, as typed on a command line, means for this parameter; checked against its bounds and options. Text is taken as it is; whole
    /// numbers are decimal with an optional sign; numbers have a decimal point or an exponent if they like; booleans are true, yes, on and 1, or false, no,
    /// off and 0, in either case.
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
