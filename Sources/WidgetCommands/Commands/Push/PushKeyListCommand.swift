import ArgumentParser

struct PushKeyListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys.",
        discussion: """
            Example:
              widgetctl push key list
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.pushKeys()) { PushRendering.table($0.keys, session.dates, session.style, width: session.tableWidth) }
    }
}
