import WidgetAPI
import WidgetCore

/// Asks a person for the parameters of a kind, one after another.
enum ParameterQuestions {
    /// - Returns: what was answered. Those that were answered with nothing are left out: they have their defaults. One without a default is asked for until it is given.
    /// - Throws: `CANCELLED` where the input ends.
    static func ask(_ parameters: [ProtoParameterDefinition], of kind: ControlKind, in session: Session) throws -> [String: ProtoParameterValue] {
        var answers: [String: ProtoParameterValue] = [:]
        for (parameter, definition) in zip(parameters, kind.parameters) {
            if let value = try ask(parameter, definition, in: session) { answers[definition.name] = ProtoParameterValue(value) }
        }
        return answers
    }

    /// Until the answer is one that the parameter can take.
    private static func ask(_ parameter: ProtoParameterDefinition, _ definition: ParameterDefinition, in session: Session) throws -> ParameterValue? {
        while true {
            try session.errors.write(question(parameter))
            guard let line = try session.input.line() else {
                try session.errors.write("\n")
                throw WidgetError(.cancelled, "nothing was added")
            }
            if line.allSatisfy(\.isWhitespace) {
                if definition.defaultValue != nil { return nil }
                try session.errors.write("it has no default; try again\n")
                continue
            }
            do throws(WidgetError) {
                return try definition.parse(line)
            } catch {
                try session.errors.write("\(PlainText.line(error.message)); try again\n")
            }
        }
    }

    /// `Drink, what to log (coffee tea; Enter: coffee): `
    private static func question(_ parameter: ProtoParameterDefinition) -> String {
        let words = [parameter.title.isEmpty ? parameter.name : parameter.title, parameter.description_p].filter { !$0.isEmpty }
        let values = KindRendering.values(parameter)
        let hints =
            [values.isEmpty ? KindRendering.type(parameter.type) : values]
            + (parameter.hasDefaultValue ? ["Enter: \(Names.value(parameter.defaultValue))"] : [])
        return PlainText.line("\(words.joined(separator: ", ")) (\(hints.joined(separator: "; ")))") + ": "
    }
}
