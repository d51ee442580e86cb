import ArgumentParser
import WidgetAPI

struct WatchCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for every change of widgets, until interrupted.",
        discussion: """
            First comes each widget as it is. A reader that is slow gets the latest states, and the number of those that it missed.

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
        let watch = try session.client.watch(ids: ids)
        while case .event(let event) = try watch.next() {
            var dates = session.dates
            dates.now = SystemClock.now
            try session.show(event) { WatchRendering.line($0, dates, session.style) }
        }
    }
}
