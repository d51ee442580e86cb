import ArgumentParser
import CommandRendering

struct TimelineCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "List the entries of a widget's timeline; the one that is shown is marked.",
        discussion: """
            Example:
              widgetctl timeline system
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @Flag(help: "With --json: also the archived views of the entries.")
    var archives = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.timeline(widget, includeArchives: archives && session.printsJSON)) {
            TimelineRendering.text($0, session.dates, session.style, width: session.tableWidth)
        }
    }
}
