import ArgumentParser
import CommandRendering
import WidgetCore

struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Make, list and check the programs that provide widgets.",
        subcommands: [
            ProviderListCommand.self, ProviderCheckCommand.self, ProviderRunCommand.self, ProviderRescanCommand.self,
            ProviderNewCommand.self, ProviderDevCommand.self,
        ],
        defaultSubcommand: ProviderListCommand.self)
}

struct ProviderListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the providers, and the manifests that weren't loaded.",
        discussion: """
            Example:
              widgetctl provider list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.providers()) {
            ProviderRendering.text($0, session.dates, session.style, width: session.tableWidth)
        }
    }
}

struct ProviderRescanCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescan", abstract: "Have the daemon read the manifest directories anew.",
        discussion: """
            Example:
              widgetctl provider rescan
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.rescan()) { ProviderRendering.rescanned($0, session.style) }
    }
}

struct ProviderDevCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev", abstract: "Draw a provider's entries, in all families, at each save, with problems and suggestions.",
        discussion: """
            It watches the manifests and programs, and stores nothing. At each save it asks the provider for everything, as `widgetctl provider check` and \
            `widgetctl lint` do. Ctrl-C ends it. Where the output isn't a terminal, each save adds a block.

            Examples:
              widgetctl provider dev ~/my-widgets
              widgetctl provider dev ~/my-widgets/my-widget.json
            """)

    @Argument(
        help: ArgumentHelp("A provider's id, a manifest's path, or a directory of manifests, on the daemon's machine.", valueName: "provider"),
        completion: .file())
    var provider: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var loop = try DevelopmentLoop(of: DevelopedProviders(named: provider), session)
        try loop.run()
    }
}
