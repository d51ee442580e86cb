package import ArgumentParser
package import CommandRendering
import Glibc
import WidgetAPI
import WidgetCore

/// The command line client: what `widgetctl` runs.
public enum Widgetctl {
    /// The version; the daemon that comes with it has the same.
    public static let version = Version.current

    /// Runs the command that the arguments name and ends the process with its exit status.
    public static func main() -> Never {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// Runs a command; what it prints goes to standard output, errors to standard error.
    public static func run(_ arguments: [String]) -> ExitStatus {
        do {
            if try QuickPath.run(arguments) { return .ok }
            try HelperProgram.help(arguments)
        } catch {
            return report(error)
        }
        return run(arguments, of: RootCommand.self)
    }

    /// Runs a command of a tree.
    /// - Parameters:
    ///   - name: the word of a command line behind which the tree begins; nil: the program's own name.
    ///   - outcome: what to say of an error.
    package static func run(
        _ arguments: [String], of root: any ParsableCommand.Type, behind name: String? = nil,
        outcome: ((any Error) -> (text: String, file: OutputFile, status: ExitStatus))? = nil
    ) -> ExitStatus {
        do {
            if try CompletionRequest.run(arguments, root: root, behind: name) { return .ok }
            let arguments = GlobalOptions.arranged(arguments, root: root)
            var command: any ParsableCommand
            do {
                command = try root.parseAsRoot(arguments)
            } catch {
                let message = root.fullMessage(for: error)
                if let advice = GlobalOptions.unknownCommand(arguments, root: root, message: message) {
                    try OutputFile.error.write("widgetctl: \(advice)\n")
                    return .usage
                }
                guard let numbered = GlobalOptions.withNumbers(arguments, message: message) else { throw error }
                command = try root.parseAsRoot(numbered)
            }
            try command.run()
            return .ok
        } catch {
            let (text, file, status) = outcome?(error) ?? Self.outcome(of: error, of: root)
            // Where even this can't be written there is nobody to tell.
            try? file.write(text)
            return status
        }
    }

    /// Says what went wrong with a command of `root`, and gives the exit status for it.
    package static func report(_ error: any Error, of root: any ParsableCommand.Type = RootCommand.self) -> ExitStatus {
        let (text, file, status) = outcome(of: error, of: root)
        // Where even this can't be written there is nobody to tell.
        try? file.write(text)
        return status
    }

    /// The text to print, its file, and the exit status.
    package static func outcome(
        of error: any Error, of root: any ParsableCommand.Type = RootCommand.self
    ) -> (text: String, file: OutputFile, status: ExitStatus) {
        switch error {
        case let error as WidgetError:
            return ("widgetctl: \(PlainText.line(error.message, limit: RenderingLimits.problemCharacters))\n", .error, ExitStatus(error.code))
        case let error as CannotCreate:
            return ("widgetctl: \(PlainText.line(error.reason.message))\n", .error, .cannotCreate)
        case let error as OutputFile.WriteError where error.code == EPIPE:
            return ("", .error, .ok)
        case let error as OutputFile.WriteError:
            return ("widgetctl: can't write the output: \(String(cString: strerror(error.code)))\n", .error, .inputOutput)
        default:
            let code = root.exitCode(for: error)
            let message = root.fullMessage(for: error)
            let text = message.isEmpty ? "" : message + "\n"
            if code.isSuccess { return (text, .standard, .ok) }
            return (text.hasPrefix("Error: ") ? "widgetctl: " + text.dropFirst(7) : text, .error, ExitStatus(rawValue: code.rawValue) ?? .internal)
        }
    }
}

/// The tree of commands.
package struct RootCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "widgetctl", abstract: "Place, see and use widgets.",
        discussion: """
            Start with:
              widgetctl kinds
              widgetctl place system
              widgetctl board

            --json, --socket and --timeout may stand anywhere.
            """,
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Seeing",
                subcommands: [
                    ShowCommand.self, BoardCommand.self, RenderCommand.self, BarCommand.self, WidgetsCommand.self, KindsCommand.self, WatchCommand.self,
                    StackCommand.self, SurfaceCommand.self, WallCommand.self,
                ]),
            CommandGroup(
                name: "Changing",
                subcommands: [
                    PlaceCommand.self, ConfigureCommand.self, MoveCommand.self, RemoveCommand.self, TapCommand.self, ReloadCommand.self, BudgetCommand.self,
                ]),
            CommandGroup(name: "Following", subcommands: [ActivityCommand.self, ControlCommand.self]),
            CommandGroup(
                name: "Understanding",
                subcommands: [
                    StatusCommand.self, TopCommand.self, ExplainCommand.self, SimulateCommand.self, TimelineCommand.self, LogCommand.self,
                    TraceCommand.self, IntentCommand.self, ProviderCommand.self, LintCommand.self, PreviewCommand.self, DoctorCommand.self, DebugCommand.self,
                    MotionCommand.self, ConfigCommand.self,
                ]),
            CommandGroup(name: "Servers", subcommands: [PushCommand.self]),
            CommandGroup(
                name: "Several machines",
                subcommands: [DeviceCommand.self, SpaceCommand.self, FleetCommand.self, ApplyCommand.self, SyncCommand.self, WebCommand.self]),
            CommandGroup(name: "Safekeeping", subcommands: [ExportCommand.self, ImportCommand.self, BackupCommand.self]),
        ])

    package init() {}
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
