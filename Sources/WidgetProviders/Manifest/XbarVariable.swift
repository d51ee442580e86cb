public import WidgetCore

/// A setting that a plugin declares in a comment (`<xbar.var>string(VAR_CITY="Berlin"): Where.</xbar.var>`) and finds in its environment.
public struct XbarVariable: Sendable, Hashable {
    /// Its name in the environment, such as `VAR_CITY`.
    public var environment: String
    /// The kind's parameter; its name is the variable's in lower case, without `VAR_`.
    public var definition: ParameterDefinition
    /// The value where none is given.
    public var standard: String

    /// The variables that the beginning of a plugin declares, each once, and at most ``Limits/parametersPerKind`` of them.
    static func all(in text: String) -> [XbarVariable] {
        var variables: [XbarVariable] = []
        for line in text.split(whereSeparator: \.isNewline) {
            guard let start = line.firstRange(of: "<xbar.var>"), let end = line.firstRange(of: "</xbar.var>"), start.upperBound <= end.lowerBound,
                let variable = XbarVariable(line[start.upperBound..<end.lowerBound]), variables.count < Limits.parametersPerKind,
                !variables.contains(where: { $0.environment == variable.environment || $0.definition.name == variable.definition.name })
            else { continue }
            variables.append(variable)
        }
        return variables
    }

    /// Reads `TYPE(NAME=VALUE): description [one, other]`. The value may be in quotation marks, or missing. Nil where the text has another form, or where a
    /// plugin may not set this variable.
    init?(_ declaration: Substring) {
        guard let open = declaration.firstIndex(of: "(") else { return nil }
        var rest = declaration[declaration.index(after: open)...]
        let name = String(rest.prefix { $0 != "=" && $0 != ")" }[...].trimmed)
        guard Self.isVariable(name) else { return nil }
        rest = rest.drop { $0 != "=" && $0 != ")" }
        var value = ""
        if rest.first == "=" {
            rest = rest.dropFirst().drop { $0 == " " }
            let mark = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
            if let mark {
                rest = rest.dropFirst()
                value = String(rest.prefix { $0 != mark })
                rest = rest.dropFirst(value.count + 1)
            } else {
                value = String(rest.prefix { $0 != ")" }[...].trimmed)
            }
            rest = rest.drop { $0 != ")" }
        }
        let description = rest.dropFirst().drop { $0 == ":" || $0 == " " }
        guard let type = Self.type(declaration[..<open].trimmed.lowercased()) else { return nil }
        var short = name.lowercased()
        if short.hasPrefix("var_"), Identifier.isParameterName(String(short.dropFirst(4))) { short = String(short.dropFirst(4)) }
        guard Identifier.isParameterName(short), value.utf8.count <= Limits.parameterTextBytes else { return nil }

        environment = name
        definition = ParameterDefinition(name: short, type: type.value, description: PlainText.shown(description.trimmed).cut(toBytes: Limits.descriptionBytes))
        definition.defaultValue = Self.value(value, type.value)
        if type.isChoice { definition.options = Self.options(description, with: value) }
        standard = value
        if type.value == .boolean, value.isEmpty { standard = "false" }
    }

    /// A value as the plugin reads it.
    static func text(_ value: ParameterValue) -> String {
        switch value {
        case .text(let text): text
        case .integer(let integer): "\(integer)"
        case .number(let number): number == number.rounded() && number.magnitude < 1e15 ? "\(Int64(number))" : "\(number)"
        case .boolean(let flag): "\(flag)"
        }
    }

    private static func type(_ name: String) -> (value: ParameterDefinition.ValueType, isChoice: Bool)? {
        switch name {
        case "string": (.text, false)
        case "number": (.number, false)
        case "boolean": (.boolean, false)
        case "select", "list": (.text, true)
        default: nil
        }
    }

    private static func value(_ text: String, _ type: ParameterDefinition.ValueType) -> ParameterValue? {
        switch type {
        case .boolean: .boolean(text.lowercased() == "true")
        case .number, .integer: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
        case .text: text.isEmpty ? nil : .text(text)
        }
    }

    /// The options in the description's last brackets. The default is always one of them. Where there are more than a kind may have, the list is empty, and any
    /// text is allowed.
    private static func options(_ description: Substring, with value: String) -> [ParameterValue] {
        guard let open = description.lastIndex(of: "["), let close = description.lastIndex(of: "]"), open < close else { return [] }
        var names = description[description.index(after: open)..<close].split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
        if !value.isEmpty, !names.contains(value) { names.insert(value, at: 0) }
        var seen: Set<String> = []
        names = names.filter { seen.insert($0).inserted }
        return names.count <= Limits.optionsPerParameter ? names.map(ParameterValue.text) : []
    }

    /// Whether a plugin may set this variable. The name must be valid in a shell, and may not change a program's search paths or libraries.
    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), name.utf8.count <= Limits.identifierBytes,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return false }
        return !name.hasPrefix("LD_") && !ProviderEnvironment.inherited.contains(name)
    }
}
