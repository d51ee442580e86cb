import WidgetCore

/// The code of an invitation: from the command line, or from standard input, where others on the machine can't see it.
enum InvitationInput {
    /// - Parameters:
    ///   - words: those of the command line. None, or `-`: standard input.
    ///   - command: the command that makes a code on the other machine.
    /// - Throws: INVALID_ARGUMENT where there is none.
    static func code(_ words: [String], madeBy command: String, in session: Session) throws -> String {
        let code = words.joined(separator: " ")
        guard code.isEmpty || code == "-" else { return code }
        if session.input.isTerminal { try session.errors.write("The code that `\(command)` printed on the other machine: ") }
        guard let line = try session.input.line(), !line.allSatisfy(\.isWhitespace) else {
            throw WidgetError.invalid("code", "none was given; make one on the other machine with: \(command)")
        }
        return line
    }
}
