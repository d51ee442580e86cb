extension ViewAction {
    /// The reason why it isn't valid; nil: it is.
    package var problem: String? {
        guard Self.isValid(id: id) else {
            return "an id has the form [a-zA-Z0-9_.-]{1,\(Limits.identifierBytes)}, and \(JSONText.quoted(String(id.prefix(Limits.identifierBytes)))) has not"
        }
        switch effect {
        case .reload: return nil
        case .openURL(let url): return AbsoluteURL.problem(with: url)
        case .intent(let name, let parameters):
            guard (1...Limits.intentNameBytes).contains(name.utf8.count) else {
                return "an intent's name has 1 to \(Limits.intentNameBytes) bytes, this one \(name.utf8.count)"
            }
            return Self.problem(with: parameters)
        }
    }

    private static func problem(with parameters: Parameters) -> String? {
        guard parameters.count <= Limits.parametersPerKind else {
            return "an intent has at most \(Limits.parametersPerKind) parameters, not \(parameters.count)"
        }
        var bytes = 0
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            guard (1...Limits.identifierBytes).contains(name.utf8.count) else {
                return "a parameter's name has 1 to \(Limits.identifierBytes) bytes, this one \(name.utf8.count)"
            }
            bytes += name.utf8.count + value.encodedBytes
            switch value {
            case .text(let text) where text.utf8.count > Limits.parameterTextBytes:
                return "parameter \(JSONText.quoted(name)) has at most \(Limits.parameterTextBytes) bytes, not \(text.utf8.count)"
            case .number(let number) where !number.isFinite: return "parameter \(JSONText.quoted(name)) must be a finite number, not \(number)"
            default: break
            }
        }
        return bytes <= Limits.parametersBytes ? nil : "parameters have at most \(Limits.parametersBytes) bytes in all, these \(bytes)"
    }

    /// Whether `id` has the form of an action's id: `[a-zA-Z0-9_.-]{1,64}`.
    public static func isValid(id: String) -> Bool {
        (1...Limits.identifierBytes).contains(id.utf8.count) && id.utf8.allSatisfy(isIdentifierByte)
    }

    static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
        }
    }
}
