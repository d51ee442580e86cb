import ArgumentParser

struct ProviderRunCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Launch a provider once for one kind, and say what it gave.",
        discussion: """
            Nothing is stored, and what it gave isn't drawn: place a widget and use `widgetctl show` to see it.

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
