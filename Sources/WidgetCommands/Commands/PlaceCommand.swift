import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct PlaceCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Place a widget.",
        discussion: """
            Parameters are given as key=value; `widgetctl kinds KIND` lists them. Where none is given, a kind that prompts for its configuration asks for \
            each on a terminal: Enter takes the default, Ctrl-D places nothing. Without a terminal, parameters that have no default must be given.

            --on places the widget for one surface, which shows it beside its other widgets. It has a configuration of its own there, and isn't on the board.

            Examples:
              widgetctl place system --family medium
              widgetctl place agenda days=3 --name Work
              widgetctl place agenda days=7 --on hall
            """)

    @Argument(help: "The kind of widget.", completion: DaemonCompletion.kinds)
    var kind: String

    @Argument(help: ArgumentHelp("Values of parameters.", valueName: "key=value"), completion: DaemonCompletion.parameters)
    var parameters: [ParameterAssignment] = []

    @Option(name: .customLong("set"), help: ArgumentHelp("The value of a parameter.", valueName: "key=value"), completion: DaemonCompletion.parameters)
    var settings: [ParameterAssignment] = []

    @OptionGroup var options: WidgetOptions

    @Option(help: ArgumentHelp("Only for this surface: NAME, or DEVICE/NAME.", valueName: "surface"), completion: DaemonCompletion.surfaces)
    var on: String?

    @Flag(help: "Place nothing where a widget of this kind is placed already.")
    var unlessPlaced = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var request = ProtoPlaceRequest()
        request.kind = kind
        options.configure(&request)
        request.unlessPlaced = unlessPlaced
        // A surface that can't show it is an error before anything is placed.
        if let on { request.offBoard = try takesWidgets(session.client.surface(on)) }
        let found = try session.client.kinds().kind(named: kind)
        // Nobody is asked about a widget that isn't placed then.
        if try !unlessPlaced || !session.client.widgets().widgets.contains(where: { $0.widget.kind == found.id && $0.space.isEmpty }) {
            request.parameters = try ParameterQuestions(kind: found, done: "placed", help: "widgetctl kinds").values(parameters + settings, in: session)
        }
        var random = SystemRandomNumberGenerator()
        request.idempotencyKey = IdempotencyKey.make(using: &random)
        let response = try session.client.place(request)
        if let on, response.placed {
            do throws(WidgetError) {
                _ = try session.client.set([SurfaceEdit("widgets", .add(response.widget.id))], ofSurface: on)
            } catch {
                // Nobody would see it.
                _ = try session.client.remove(response.widget.id)
                throw error
            }
        }
        try session.show(response, as: WidgetRendering.placed)
    }

    private func takesWidgets(_ info: ProtoSurfaceInfo) throws(WidgetError) -> Bool {
        guard info.surface.settings.contains(where: { $0.name == "widgets" }) else {
            throw WidgetError(.failedPrecondition, "\(info.surface.name.quoted) shows the board, and takes no widgets of its own")
        }
        return true
    }
}
