import ArgumentParser

struct ProviderCheckCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Launch a provider once, ask it for everything, and say what is wrong.",
        discussion: """
            Nothing is stored. A manifest can be checked before it is installed; its path is one on the daemon's machine. The exit status is 65 where there are errors.

            Examples:
              widgetctl provider check system
              widgetctl provider check ~/my-widgets/my-widget.json
            """)

    @Argument(help: "The provider's id, or a manifest's path.", completion: DaemonCompletion.providers)
    var provider: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try ProviderCheck.run(provider, session)
    }
}
