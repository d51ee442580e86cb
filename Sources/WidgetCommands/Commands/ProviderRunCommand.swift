import ArgumentParser

struct ProviderRunCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Launch a provider once for one kind, draw what it gave, and say what is wrong with it.",
        discussion: """
            It draws the entry that is due, for each of the kind's families, and below says what is wrong, each with where. Nothing is stored. The exit status is
            65 where there are errors.

            Examples:
              widgetctl provider run system system --family small
              widgetctl provider run ~/my-widgets/my-widget.json my-widget
            """)

    @Argument(help: "The provider's id, or a manifest's path.", completion: DaemonCompletion.providers)
    var provider: String

    @Argument(help: "The kind.", completion: DaemonCompletion.kinds)
    var kind: String

    @Option(help: "Only this family.", completion: DaemonCompletion.families)
    var family: FamilyArgument?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try ProviderCheck.run(provider, kind: kind, family: family?.proto ?? .unspecified, includeArchives: true, session)
    }
}
