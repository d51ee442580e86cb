import ArgumentParser
import CommandRendering

struct TraceCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Show the way of a thing's latest change from device to device.",
        discussion: """
            It says who made the change, when it was on the disk there, and when each other device had it. Each connected device is asked.

            Examples:
              widgetctl trace system
              widgetctl trace nightly --json
            """)

    @Argument(help: "A widget, an activity or a control, or its whole id where it was removed.", completion: DaemonCompletion.traceable)
    var subject: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.trace(subject)) {
            TraceRendering(response: $0, subject: subject, dates: session.dates, style: session.style, width: session.tableWidth).text
        }
    }
}
