import WidgetCore

/// Converts a line's command into an intent's parameters, and back.
enum XbarCommand {
    /// The intent that runs a line's command.
    static let intent = "RunCommand"
    private static let program = "program"
    private static let terminal = "terminal"

    static func parameters(_ command: XbarLine.Command) -> Parameters {
        var parameters: Parameters = [program: .text(command.program)]
        if command.isInTerminal { parameters[terminal] = .boolean(true) }
        for (index, argument) in command.arguments.enumerated() { parameters["param\(index + 1)"] = .text(argument) }
        return parameters
    }

    /// - Throws: INVALID_ARGUMENT where there is no program.
    static func command(_ parameters: Parameters) throws(WidgetError) -> XbarLine.Command {
        guard case .text(let name)? = parameters[program] else { throw .invalid(program, "is missing; an intent \(intent) names what to run") }
        var arguments: [String] = []
        while case .text(let argument)? = parameters["param\(arguments.count + 1)"] { arguments.append(argument) }
        return XbarLine.Command(program: name, arguments: arguments, isInTerminal: parameters[terminal] == .boolean(true))
    }

    /// The file to run: an absolute path, `~` for the home directory, or a name that is looked for in `PATH`.
    ///
    /// - Throws: NOT_FOUND where there is no such program. No shell is used, so a whole command line isn't found either.
    static func resolve(_ program: String, environment: [String: String], isExecutable: (String) -> Bool) throws(WidgetError) -> String {
        let candidates: [String]
        if program.hasPrefix("/") {
            candidates = [program]
        } else if program.hasPrefix("~/"), let home = environment["HOME"] {
            candidates = [home + program.dropFirst()]
        } else if program.contains("/") {
            candidates = []
        } else {
            candidates = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }
        }
        if let found = candidates.first(where: isExecutable) { return found }
        let hint = program.contains(" ") ? "; it is run as it is and not by a shell: put the program into shell= and its arguments into param1= and so on" : ""
        throw WidgetError(.notFound, "there is no program \"\(program.prefix(200))\"\(hint)")
    }
}
