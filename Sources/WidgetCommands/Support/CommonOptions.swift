import ArgumentParser

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket. Without it: $WIDGETD_SOCKET, or the first of the user's and the system's daemon.", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Seconds to wait for an answer. Without it: 10; for an action or a preview 60; to check a provider, to join or to verify 120; for a backup 600.",
            valueName: "seconds"))
    var timeout: Double?

    @Flag(help: "Print JSON: one object a line, with its format's version in \"format\".")
    var json = false

    func validate() throws {
        if let timeout, !(timeout > 0 && timeout <= 86_400) { throw ValidationError("--timeout: \(timeout) is not between 0 and 86,400 seconds") }
    }
}
