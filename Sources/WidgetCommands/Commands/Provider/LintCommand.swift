import ArgumentParser
import CommandRendering

struct LintCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Suggest improvements to a provider's timelines.",
        discussion: """
            The provider is asked for the timelines of several widgets of each kind; nothing is stored. Each warning is about something that works but costs \
            reloads, freshness or somebody's server. `widgetctl provider check` finds the things that don't work. The exit status is 65 where it finds \
            anything.

            Examples:
              widgetctl lint system
              widgetctl lint ~/my-widgets/my-widget.json my-widget --json
            """)

    @Argument(help: "The provider's id, or a manifest's path on the daemon's machine.", completion: DaemonCompletion.providers)
    var provider: String

    @Argument(help: "One of its kinds; without it, all.", completion: DaemonCompletion.kinds)
    var kind: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let name = provider.contains("/") ? WorkingDirectory.absolute(provider) : provider
        let response = try session.client.lintProvider(name, kind: kind ?? "")
        try session.show(response) { ProviderRendering.findings($0, session.style) }
        if response.findings.contains(where: { $0.severity != .ok }) { throw ExitCode(ExitStatus.dataError.rawValue) }
    }
}
