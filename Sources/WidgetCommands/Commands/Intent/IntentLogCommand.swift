import ArgumentParser
import WidgetAPI

struct IntentLogCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List what was tapped, where it was performed, and what came of it.",
        discussion: """
            The newest comes first. Each device keeps what it performed last; what devices that are away have done since isn't known here yet.

            Examples:
              widgetctl intent log
              widgetctl intent log caffeine --limit 20
              widgetctl intent log --json | jq '.intents[] | select(.state == "reverted")'
            """)

    @Argument(help: "The widget; without one, all.", completion: DaemonCompletion.widgets)
    var widget: String?

    @Option(help: "How many at most, 1 to 1,000.")
    var limit = 100

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit is \(limit); give 1 to 1,000") }
    }

    func run(in session: Session) throws {
        try session.show(session.client.intentLog(widget: widget, limit: limit)) { response in
            IntentRendering.table(response.intents, session.dates, session.style, width: session.tableWidth)
        }
    }
}
