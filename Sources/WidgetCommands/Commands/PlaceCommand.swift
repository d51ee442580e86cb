import ArgumentParser
import WidgetAPI

struct PlaceCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Place a widget.",
        discussion: """
            Parameters are given as key=value; `widgetctl kinds KIND` lists them. Where none is given, a kind that prompts for its configuration asks for \
            each on a terminal: Enter takes the default, Ctrl-D places nothing. Without a terminal, parameters that have no default must be given.

            Examples:
              widgetctl place system --family medium
              widgetctl place agenda days=3 --name Work
            """)

    @Argument(help: "The kind of widget.", completion: DaemonCompletion.kinds)
    var kind: String

    @Argument(help: ArgumentHelp("Values of parameters.", valueName: "key=value"), completion: DaemonCompletion.parameters)
    var parameters: [ParameterAssignment] = []

    @Option(name: .customLong("set"), help: ArgumentHelp("The value of a parameter.", valueName: "key=value"), completion: DaemonCompletion.parameters)
    var settings: [ParameterAssignment] = []

    @OptionGroup var options: WidgetOptions

    @Flag(help: "Place nothing where a widget of this kind is placed already.")
    var unlessPlaced = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var request = ProtoPlaceRequest()
        request.kind = kind
        options.configure(&request)
        request.unlessPlaced = unlessPlaced
        let found = try session.client.kinds().kind(named: kind)
        // Nobody is asked about a widget that isn't placed then.
        if try !unlessPlaced || !session.client.widgets().widgets.contains(where: { $0.widget.kind == found.id }) {
            request.parameters = try ParameterQuestions(kind: found, done: "placed", help: "widgetctl kinds").values(parameters + settings, in: session)
        }
        var random = SystemRandomNumberGenerator()
        request.idempotencyKey = IdempotencyKey.make(using: &random)
        try session.show(session.client.place(request), as: WidgetRendering.placed)
    }
}
