import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Draw what a widget shows now.",
        discussion: """
            It has its family's proportions, and colour where the terminal has it; NO_COLOR turns that off. Pictures are drawn by kitty's graphics protocol, \
            with sixels or with half blocks, as the terminal is known to take them. WIDGETCTL_PICTURES=kitty, sixel or blocks chooses. A view may depend on \
            its surface: the traits of this terminal are used, or those that the options give. If that view is missing, the provider is asked for it at once.

            Examples:
              widgetctl show system
              widgetctl show caffeine --width 30
              widgetctl show system --color-scheme light
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @Option(help: ArgumentHelp("Columns to draw it in, instead of the terminal's.", valueName: "columns"))
    var width: Int?

    @OptionGroup var surface: SurfaceOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let width, !(1...RenderingLimits.maximumColumns).contains(width) {
            throw ValidationError("--width: \(width) is not between 1 and \(RenderingLimits.maximumColumns) columns")
        }
    }

    func run(in session: Session) throws {
        session.client.surface = surface.traits(of: session.client.surface ?? .standard)
        try session.show(session.client.widget(widget)) { snapshot in
            var drawing = session.drawing
            if session.terminal.color != .none { drawing.pictures.load([snapshot], from: session.client, now: session.dates.now) }
            let card = drawing.card(snapshot, columns: width, limit: session.terminal.columns)
            let picture = PictureOutput(terminal: session.terminal, pictures: drawing.pictures).lines(card)
            return ShowRendering.text(snapshot, picture: picture, session.dates, session.style)
        }
    }
}
