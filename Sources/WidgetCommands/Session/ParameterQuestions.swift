import CommandRendering
import WidgetAPI
import WidgetCore

/// The parameters of a kind as a user gives them: on the command line, or one after another where the kind prompts for them.
struct ParameterQuestions {
    /// Its id and parameters; of a kind of controls as one of widgets.
    let kind: ProtoKind
    /// The verb for a kind whose questions were answered: `added`.
    var done: String
    /// The command that lists the kind's parameters: `widgetctl control kinds`.
    var help: String

    /// The values that were given. A user is asked where none was given, the kind prompts and there is a terminal.
    /// - Throws: INVALID_ARGUMENT for an unknown parameter or an invalid value. Where a kind prompts and nobody is asked, also for a required parameter that
    ///   isn't given and has no default.
    func values(_ given: [ParameterAssignment], in session: Session) throws -> [String: ProtoParameterValue] {
        let values = try ParameterAssignment.values(given, of: kind, asking: session.client)
        guard kind.promptsForUserConfiguration else { return values }
        if given.isEmpty, session.input.isTerminal { return try ask(in: session) }
        if let missing = kind.parameters.first(where: { $0.required && !$0.hasDefaultValue && values[$0.name].map(Self.isBlank) ?? true }) {
            throw WidgetError.invalid(missing.name, "isn't given and has no default; `\(help) \(kind.id)` says what it is")
        }
        return values
    }

    private static func isBlank(_ value: ProtoParameterValue) -> Bool {
        if case .text(let text) = value.value { text.allSatisfy(\.isWhitespace) } else { false }
    }

    /// - Returns: the answers. A parameter with an empty answer is left out: it has its default. A required parameter without a default is asked for until it
    ///   is given.
    /// - Throws: `CANCELLED` where the input ends.
    func ask(in session: Session) throws -> [String: ProtoParameterValue] {
        var answers: [String: ProtoParameterValue] = [:]
        for (parameter, definition) in zip(kind.parameters, try Kind(kind).parameters) {
            if let value = try ask(parameter, definition, in: session) { answers[definition.name] = ProtoParameterValue(value) }
        }
        return answers
    }

    /// Asks until the answer is one that the parameter can take.
    private func ask(_ parameter: ProtoParameterDefinition, _ definition: ParameterDefinition, in session: Session) throws -> ParameterValue? {
        while true {
            try session.errors.write(Self.question(parameter, options: options(of: parameter, in: session)))
            guard let line = try session.input.line() else {
                try session.errors.write("\n")
                throw WidgetError(.cancelled, "nothing was \(done)")
            }
            if line.allSatisfy(\.isWhitespace) {
                if definition.defaultValue != nil || !definition.isRequired { return nil }
                try session.errors.write("it has no default; try again\n")
                continue
            }
            do throws(WidgetError) {
                let value = try definition.parse(line)
                guard parameter.dynamicOptions, let typed = ParameterAssignment(argument: "\(parameter.name)=\(line)") else { return value }
                let chosen = try ParameterAssignment.values([typed], of: kind, asking: session.client)
                return try chosen[parameter.name].map { chosen throws(WidgetError) in try ParameterValue(chosen, field: parameter.name) } ?? value
            } catch {
                try session.errors.write("\(PlainText.line(error.message)); try again\n")
            }
        }
    }

    /// The titles to choose from, where the provider is asked for them.
    private func options(of parameter: ProtoParameterDefinition, in session: Session) -> [String] {
        guard parameter.dynamicOptions, let options = try? session.client.options(kind: kind.id, parameter: parameter.name) else { return [] }
        return options.map { $0.title.isEmpty ? Names.value($0.value) : $0.title }
    }

    /// `Drink, what to log (coffee tea; Enter: coffee): `
    private static func question(_ parameter: ProtoParameterDefinition, options: [String]) -> String {
        let words = [parameter.title.isEmpty ? parameter.name : parameter.title, parameter.description_p].filter { !$0.isEmpty }
        let values = options.isEmpty ? KindRendering.values(parameter) : options.joined(separator: ", ")
        let hints =
            [values.isEmpty ? KindRendering.type(parameter.type) : values]
            + (parameter.hasDefaultValue ? ["Enter: \(Names.value([parameter].hidingSecrets[0].defaultValue))"] : parameter.required ? [] : ["Enter: none"])
        return PlainText.line("\(words.joined(separator: ", ")) (\(hints.joined(separator: "; ")))") + ": "
    }
}
