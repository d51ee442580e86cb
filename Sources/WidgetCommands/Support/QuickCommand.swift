/// A command that needs no arguments, and can therefore do without ArgumentParser.
///
/// ArgumentParser finds a command's options by reflection, with a search through every conformance of the program for each: two thirds of the processor time of
/// a whole `widgetctl status`. Status bars and scripts run these commands every few seconds.
protocol QuickCommand: WidgetCommand {
    /// Does what ``WidgetCommand/run(in:)`` does where no argument is given.
    static func answer(in session: Session) throws
}

/// The command lines that need no ArgumentParser.
enum QuickPath {
    private static let commands: [(name: String, command: any QuickCommand.Type)] = [
        ("status", StatusCommand.self), ("widgets", WidgetsCommand.self), ("kinds", KindsCommand.self),
    ]

    /// Runs `NAME` or `NAME --json` of a quick command, or `--version`.
    ///
    /// - Returns: false, and has done nothing, for any other command line.
    static func run(_ arguments: [String]) throws -> Bool {
        if arguments == ["--version"] {
            try OutputFile.standard.write("\(Widgetctl.version)\n")
            return true
        }
        guard let request = request(arguments) else { return false }
        try request.command.answer(in: Session(socket: nil, timeout: nil, json: request.json))
        return true
    }

    static func request(_ arguments: [String]) -> (command: any QuickCommand.Type, json: Bool)? {
        guard let name = arguments.first, arguments.count == 1 || arguments.count == 2 && arguments[1] == "--json",
            let command = commands.first(where: { $0.name == name })?.command
        else { return nil }
        return (command, arguments.count == 2)
    }
}
