import ArgumentParser
import Glibc
public import WidgetCommands

/// The program `widgetctl-board`, which `widgetctl board` becomes on a terminal, unless the user asked for less motion.
public enum WidgetctlBoard {
    /// Shows the board and ends the process with its exit status.
    public static func main() -> Never { exit(run(Array(CommandLine.arguments.dropFirst())).rawValue) }

    /// Shows the board; errors go to standard error.
    public static func run(_ arguments: [String]) -> ExitStatus { Widgetctl.run(arguments, of: BoardRootCommand.self, behind: "board") }
}

/// `widgetctl` has checked the arguments, and has the help.
struct BoardRootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "widgetctl board", version: Widgetctl.version)

    @Option var page = 1
    @OptionGroup var common: CommonOptions

    func run() throws { try BoardProgram.run(common, page: page, motion: BoardAnimator()) }
}
