import WidgetCore

/// Starts a line's command in a terminal, for `terminal=true`: on the machine where the plugin runs, in the person's graphical session there.
enum XbarTerminal {
    /// What says where that session is.
    static let variables = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "TERMINAL"]

    /// Terminals that are looked for after the person's own (`$TERMINAL`) and the system's, with what comes before a command.
    private static let programs: [(name: String, words: [String])] = [
        ("xdg-terminal-exec", []), ("x-terminal-emulator", ["-e"]), ("foot", []), ("alacritty", ["-e"]), ("kitty", []), ("wezterm", ["start", "--"]),
        ("gnome-terminal", ["--"]), ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]), ("xterm", ["-e"]),
    ]

    /// The command that starts a terminal with a command in it, in a session of its own: it lives on, whatever becomes of the provider.
    /// - Parameter session: those of ``variables`` that the daemon has.
    /// - Throws: FAILED_PRECONDITION where there is no graphical session, NOT_FOUND without a terminal.
    static func command(
        _ words: [String], session: [String: String], environment: [String: String], isExecutable: (String) -> Bool
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
            let setsid = try XbarCommand.resolve("setsid", environment: environment, isExecutable: isExecutable)
            return XbarLine.Command(program: setsid, arguments: ["--fork", "--wait", terminal] + before + words)
        }
        throw WidgetError(.notFound, "it wants a terminal (terminal=true), and none is installed: set TERMINAL, or install one, such as foot or xterm")
    }
}
