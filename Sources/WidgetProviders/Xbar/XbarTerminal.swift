import Linux
import WidgetCore

/// Starts a line's command in a terminal, for `terminal=true`: on the machine where the plugin runs, in the user's graphical session there.
enum XbarTerminal {
    /// Terminals that are looked for after the user's own (`$TERMINAL`) and the system's, with what comes before a command.
    private static let programs: [(name: String, words: [String])] = [
        ("xdg-terminal-exec", []), ("x-terminal-emulator", ["-e"]), ("foot", []), ("alacritty", ["-e"]), ("kitty", []), ("wezterm", ["start", "--"]),
        ("gnome-terminal", ["--"]), ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]), ("xterm", ["-e"]),
    ]

    /// The command that starts a terminal with a command in it. The user's service manager starts it, in a unit of its own, under none of the daemon's
    /// limits. Without a manager or its systemd-run it gets a session of its own, and stays among the daemon's processes.
    /// - Parameters:
    ///   - session: those of ``ProviderEnvironment/graphical`` that the daemon has.
    ///   - environment: what the command finds in its environment, beside those of the session.
    ///   - hasManager: whether there is a service manager of the user's.
    /// - Throws: FAILED_PRECONDITION where there is no graphical session, NOT_FOUND without a terminal.
    static func command(
        _ words: [String], session: [String: String], environment: [String: String], hasManager: Bool, isExecutable: (String) -> Bool
    ) throws(WidgetError) -> XbarLine.Command {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { session[$0]?.isEmpty == false }) else {
            throw WidgetError(
                .failedPrecondition,
                "it wants a terminal (terminal=true), and the daemon knows of no graphical session here; run it yourself: \(words.joined(separator: " "))")
        }
        var candidates = programs
        if let own = session["TERMINAL"], !own.isEmpty {
            candidates.insert((own, programs.first { $0.name == own }?.words ?? ["-e"]), at: 0)
        }
        for (name, before) in candidates {
            guard let terminal = try? XbarCommand.resolve(name, environment: environment, isExecutable: isExecutable) else { continue }
            let command = [terminal] + before + words
            if hasManager, let program = try? XbarCommand.resolve("systemd-run", environment: environment, isExecutable: isExecutable) {
                let names = Set(environment.keys).union(session.keys)
                let unit = TransientUnit.words(running: command, by: program, environment: Array(names), waits: true)
                return XbarLine.Command(program: program, arguments: Array(unit.dropFirst()))
            }
            let setsid = try XbarCommand.resolve("setsid", environment: environment, isExecutable: isExecutable)
            return XbarLine.Command(program: setsid, arguments: ["--fork", "--wait"] + command)
        }
        throw WidgetError(.notFound, "it wants a terminal (terminal=true), and none is installed: set TERMINAL, or install one, such as foot or xterm")
    }
}
