import ArgumentParser

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
