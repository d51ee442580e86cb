import ArgumentParser
import CommandRendering

struct WidgetsCommand: QuickCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgets", abstract: "List the placed widgets.",
        discussion: """
            Ids are cut to a length at which each is unique. That much of an id is enough for the other commands. So is a name, or a kind that is placed once.

            Example:
              widgetctl widgets --kind system
            """)

    @Option(help: "Only widgets of this kind.", completion: DaemonCompletion.kinds)
    var kind: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws { try Self.answer(in: session, kind: kind) }

    static func answer(in session: Session) throws { try answer(in: session, kind: nil) }

    private static func answer(in session: Session, kind: String?) throws {
        var response = try session.client.widgets()
        // Cut so that they are unique among all widgets, not only among those listed.
        let short = ShortIDs(response.widgets.map(\.widget.id))
        if let kind { response.widgets.removeAll { $0.widget.kind != kind } }
        try session.show(response) {
            if let kind, $0.widgets.isEmpty { return "No widget of the kind \(PlainText.line(kind)) is placed.\n" }
            return WidgetRendering.table($0.widgets, short, session.dates, session.style, width: session.tableWidth)
        }
    }
}
