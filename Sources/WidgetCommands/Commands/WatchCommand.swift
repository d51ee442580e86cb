import ArgumentParser
import WidgetAPI
import WidgetCore

struct WatchCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for every change of widgets, until interrupted.",
        discussion: """
            First comes each widget as it is. A reader that is slow gets the latest states, and the number of those that it missed. A daemon that restarts is waited for, and \
            everything comes again as it is then.

            Examples:
              widgetctl watch
              widgetctl watch system --json | jq .widget.state
            """)

    @Argument(help: "The widgets; without any, all.", completion: DaemonCompletion.widgets)
    var widgets: [String] = []

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if widgets.count > CommandLimits.watchedWidgets {
            throw ValidationError("at most \(CommandLimits.watchedWidgets) widgets can be named; without any, all are watched")
        }
    }

    func run(in session: Session) throws {
        var ids: [String] = []
        for widget in widgets { ids.append(try session.client.widget(widget).widget.id) }
        try session.follow { client throws(WidgetError) in
            try client.watch(ids: ids)
        } line: {
            WatchRendering.line($0, $1, session.style)
        }
    }
}
