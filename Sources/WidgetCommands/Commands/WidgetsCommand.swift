import ArgumentParser

struct WidgetsCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgets", abstract: "List the placed widgets.",
        discussion: """
            Ids are cut to a length at which each is unique; that much of one is enough for the other commands, as is a name, or a kind that is placed once.

            Example:
              widgetctl widgets --kind system
            """)

    @Option(help: "Only widgets of this kind.", completion: DaemonCompletion.kinds)
    var kind: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.widgets(kind: kind ?? "")) {
            WidgetRendering.table($0.widgets, session.dates, session.style, width: session.tableWidth)
        }
    }
}
