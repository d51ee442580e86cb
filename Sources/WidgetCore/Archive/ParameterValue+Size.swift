extension ParameterValue {
    /// What the value counts for in ``Limits/parametersBytes``: a text its UTF-8 bytes, a number or an integer 8, a boolean 1.
    public var encodedBytes: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .integer, .number: 8
        case .boolean: 1
        }
    }
}
