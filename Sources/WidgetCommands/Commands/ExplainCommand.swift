import ArgumentParser
import CommandRendering

struct ExplainCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Say why a widget shows its entry, and when it changes next.",
        discussion: """
            Example:
              widgetctl explain system
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.explain(widget)) { ExplainRendering.text($0, session.dates, session.style) }
    }
}
