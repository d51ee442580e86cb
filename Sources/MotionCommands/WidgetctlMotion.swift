import ArgumentParser
import CommandRendering
import Glibc
public import WidgetCommands

/// The program `widgetctl-motion`, which `widgetctl motion` becomes.
public enum WidgetctlMotion {
    /// Runs the command that the arguments name and ends the process with its exit status.
    public static func main() -> Never { exit(run(Array(CommandLine.arguments.dropFirst())).rawValue) }

    /// Runs a command; what it prints goes to standard output, errors to standard error.
    public static func run(_ arguments: [String]) -> ExitStatus {
        Widgetctl.run(arguments, of: MotionRootCommand.self, behind: "motion") { outcome(of: $0) }
    }
}

extension WidgetctlMotion {
    /// The text to print, its file, and the exit status. A user asks `widgetctl` for help, and not this program.
    static func outcome(of error: any Error) -> (text: String, file: OutputFile, status: ExitStatus) {
        var outcome = Widgetctl.outcome(of: error, of: MotionRootCommand.self)
        outcome.text = outcome.text.replacing("'widgetctl motion help <subcommand>'", with: "'widgetctl help motion <subcommand>'")
        return outcome
    }
}

struct MotionRootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetctl motion", abstract: MotionCommand.abstract, discussion: MotionCommand.discussion, version: Widgetctl.version,
        subcommands: [MotionPlotCommand.self])
}
