import ArgumentParser
import WidgetCore

/// A question before something that can't be undone.
enum Confirmation {
    /// Asks on a terminal; elsewhere nobody could answer.
    ///
    /// - Parameter flag: what says yes on the command line.
    /// - Throws: an exit with EX_USAGE where there is no terminal, `CANCELLED` where the answer isn't yes.
    static func ask(_ question: String, flag: String, in session: Session) throws {
        guard session.input.isTerminal else {
            try session.errors.write("widgetctl: \(question) Without a terminal nobody can be asked: say so with \(flag)\n")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        try session.errors.write("\(question) [y/N] ")
        guard let answer = try session.input.line()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw WidgetError(.cancelled, "nothing was done")
        }
    }
}
