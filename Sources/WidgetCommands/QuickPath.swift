import WidgetCore

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
            try OutputFile.standard.write("\(Version.current)\n")
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
