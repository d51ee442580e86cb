import ArgumentParser
import WidgetCore

struct ProviderDevCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev", abstract: "Draw what a provider gives, in all families, at each save; with what is wrong and what could be better.",
        discussion: """
            The manifests and programs are watched; nothing is stored. A save asks the provider for everything, as `widgetctl provider check` and `widgetctl lint` do. Ctrl-C \
            ends it. Where the output isn't a terminal, each save adds a block.

            Examples:
              widgetctl provider dev ~/my-widgets
              widgetctl provider dev ~/my-widgets/my-widget.json
            """)

    @Argument(
        help: ArgumentHelp("A provider's id, a manifest's path, or a directory of manifests, on the daemon's machine.", valueName: "dir"),
        completion: .file())
    var provider: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var loop = try DevelopmentLoop(of: DevelopedProviders(named: provider), session)
        try loop.run()
    }
}
