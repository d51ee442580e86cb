import Glibc
public import WidgetCommands

/// The program `widgetctl-render`, which `widgetctl render` becomes.
public enum WidgetctlRender {
    /// Runs the command that the arguments name and ends the process with its exit status.
    public static func main() -> Never { exit(run(Array(CommandLine.arguments.dropFirst())).rawValue) }

    /// Runs a command; what it prints goes to standard output, errors to standard error.
    public static func run(_ arguments: [String]) -> ExitStatus { Widgetctl.run(arguments, of: RenderRootCommand.self, behind: "render") }
}
