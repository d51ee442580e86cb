import ArgumentParser

struct ProviderRunCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Launch a provider once for one kind, and say what is wrong with what it gave.",
        discussion: """
            It prints findings only: what is wrong, each with where. What the provider gave is neither printed nor stored: place a widget and use
            `widgetctl show` to see it.

            Example:
              widgetctl provider run system cpu
            """)

    @Argument(help: "The provider's id, or a manifest's path.", completion: DaemonCompletion.providers)
    var provider: String

    @Argument(help: "The kind.", completion: DaemonCompletion.kinds)
    var kind: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try ProviderCheck.run(provider, kind: kind, session)
    }
}
