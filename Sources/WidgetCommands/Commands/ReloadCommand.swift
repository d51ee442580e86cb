import ArgumentParser
import WidgetAPI

struct ReloadCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Ask for new timelines, and show what became of the request.",
        discussion: """
            Examples:
              widgetctl reload system
              widgetctl reload --all
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String?

    @Option(help: "All widgets of this kind.", completion: DaemonCompletion.kinds)
    var kind: String?

    @Flag(help: "All widgets.")
    var all = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let targets = [widget != nil, kind != nil, all].filter { $0 }.count
        if targets != 1 { throw ValidationError("give one of WIDGET, --kind and --all") }
    }

    func run(in session: Session) throws {
        let target: ProtoReloadRequest.OneOf_Target = widget.map { .widget($0) } ?? kind.map { .kind($0) } ?? .all(true)
        let response = try session.client.reload(target)
        let names = try WidgetNames(session.printsJSON ? [] : session.client.widgets().widgets)
        try session.show(response) {
            ReloadRendering.text($0, names, session.dates, session.style, width: session.tableWidth)
        }
    }
}
