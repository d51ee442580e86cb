import ArgumentParser
import WidgetAPI
import WidgetCore

struct ShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Draw what a widget shows now.",
        discussion: """
            It has its family's proportions, and colour where the terminal has it; NO_COLOR turns that off.

            Examples:
              widgetctl show system
              widgetctl show caffeine --width 30
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @Option(help: ArgumentHelp("Columns to draw it in, instead of the terminal's.", valueName: "columns"))
    var width: Int?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let width, !(1...CommandLimits.maximumColumns).contains(width) {
            throw ValidationError("--width: \(width) is not between 1 and \(CommandLimits.maximumColumns) columns")
        }
    }

    func run(in session: Session) throws {
        try session.show(session.client.widget(widget)) { snapshot in
            let card = session.drawing.card(snapshot, columns: width, limit: session.terminal.columns)
            return ShowRendering.text(
                snapshot, picture: card.ansiLines(session.terminal.color, ground: session.terminal.ground), session.dates, session.style)
        }
    }
}
