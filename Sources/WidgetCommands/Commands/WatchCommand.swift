import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct WatchCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for every change of widgets, until interrupted.",
        discussion: """
            Each widget is printed first as it is. A slow reader gets the latest states, and the number of those that it missed. When the daemon restarts, \
            the command waits for it and prints everything again.

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
