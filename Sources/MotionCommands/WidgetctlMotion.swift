import ArgumentParser
import Glibc
public import WidgetCommands

/// What `widgetctl-motion` runs, which `widgetctl motion` becomes.
public enum WidgetctlMotion {
    /// Runs the command that the arguments name and ends the process with its exit status.
    public static func main() -> Never { exit(run(Array(CommandLine.arguments.dropFirst())).rawValue) }

    /// Runs a command; what it prints goes to standard output, errors to standard error.
    public static func run(_ arguments: [String]) -> ExitStatus {
        do {
            var command = try MotionRootCommand.parseAsRoot(arguments)
            try command.run()
            return .ok
        } catch {
            return Widgetctl.report(error, of: MotionRootCommand.self)
        }
    }
}

struct MotionRootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetctl motion", abstract: MotionCommand.abstract, discussion: MotionCommand.discussion, version: Widgetctl.version,
        subcommands: [MotionPlotCommand.self])
}
