import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

/// `key=value` on the command line.
struct ParameterAssignment: ExpressibleByArgument, Equatable {
    let name: String
    let value: String

    init?(argument: String) {
        guard let separator = argument.firstIndex(of: "="), separator != argument.startIndex else { return nil }
        name = String(argument[..<separator])
        value = String(argument[argument.index(after: separator)...])
    }

    static let defaultCompletionKind = CompletionKind.default

    /// The values with the types that the kind gives its parameters. Where a parameter is set twice, the last one counts. A value of a parameter with dynamic
    /// options may be given by its title.
    ///
    /// - Throws: `INVALID_ARGUMENT` that names the parameter, and what it can be.
    static func values(
        _ assignments: [ParameterAssignment], of kind: ProtoKind, asking client: WidgetClient?
    ) throws(WidgetError) -> [String: ProtoParameterValue] {
        var values: [String: ProtoParameterValue] = [:]
        for assignment in assignments {
            guard let definition = kind.parameters.first(where: { $0.name == assignment.name }) else {
                throw .invalid(assignment.name, unknownParameter(assignment.name, of: kind))
            }
            values[assignment.name] =
                if definition.dynamicOptions, let client {
                    try assignment.chosen(definition, of: kind, asking: client)
                } else {
                    try assignment.typed(definition)
                }
        }
        return values
    }

    /// The option that is meant: by its value, or by its title in upper or lower case. Where the provider can't be asked, it is taken as typed.
    private func chosen(
        _ definition: ProtoParameterDefinition, of kind: ProtoKind, asking client: WidgetClient
    ) throws(WidgetError) -> ProtoParameterValue {
        let isText = definition.type == .text
        let asTyped = isText ? ProtoParameterValue.with { $0.text = value } : try? typed(definition)
        guard let found = try? client.options(kind: kind.id, parameter: name, matching: value) else { return try typed(definition) }
        if let option = found.first(where: { $0.value == asTyped }) { return option.value }
        if let option = found.first(where: { $0.title.lowercased() == value.lowercased() }) { return option.value }
        let all = (try? client.options(kind: kind.id, parameter: name)) ?? []
        guard !all.isEmpty || !found.isEmpty else { return try typed(definition) }
        let titles = (found.isEmpty ? all : found).map { $0.title.isEmpty ? Names.value($0.value) : $0.title }
        throw .invalid(name, "\"\(value)\" is none of those to choose from" + Suggestion.advice(for: value, among: titles, verb: "there are"))
    }

    private func typed(_ definition: ProtoParameterDefinition) throws(WidgetError) -> ProtoParameterValue {
        var result = ProtoParameterValue()
        switch definition.type {
        case .integer:
            guard let integer = Int64(value) else { throw .invalid(name, "\"\(value)\" isn't a whole number") }
            result.integer = integer
        case .number:
            guard let number = Double(value), number.isFinite else { throw .invalid(name, "\"\(value)\" isn't a number") }
            result.number = number
        case .boolean:
            guard let boolean = Self.boolean(value) else { throw .invalid(name, "\"\(value)\" is neither true nor false (on, off, yes and no do too)") }
            result.boolean = boolean
        default:
            result.text = value
        }
        return result
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "on", "yes", "1": true
        case "false", "off", "no", "0": false
        default: nil
        }
    }

    private static func unknownParameter(_ name: String, of kind: ProtoKind) -> String {
        if kind.parameters.isEmpty { return "\(kind.id) has no parameters" }
        return "\(kind.id) has no such parameter"
            + Suggestion.advice(for: name, among: kind.parameters.map(\.name), verb: "it has", source: "widgetctl kinds \(kind.id)")
    }
}
