import ArgumentParser

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
