import ArgumentParser
import CommandRendering
import WidgetAPI

struct ConfigureCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure", abstract: "Change a widget's parameters, name or family.",
        discussion: """
            Everything else stays as it is.

            Example:
              widgetctl configure agenda days=3 --reset path
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @Argument(help: ArgumentHelp("New values of parameters.", valueName: "key=value"), completion: DaemonCompletion.parameters)
    var parameters: [ParameterAssignment] = []

    @Option(help: ArgumentHelp("Sets a parameter back to its default.", valueName: "key"), completion: DaemonCompletion.parameterNames)
    var reset: [String] = []

    @OptionGroup var options: WidgetOptions

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if parameters.isEmpty, reset.isEmpty, options.isEmpty {
            throw ValidationError("nothing to change: give key=value, --reset, or an option such as --name")
        }
    }

    func run(in session: Session) throws {
        var request = ProtoConfigureRequest()
        request.widget = widget
        request.reset = reset
        options.configure(&request)
        if !parameters.isEmpty {
            let snapshot = try session.client.widget(widget)
            request.parameters = try ParameterAssignment.values(
                parameters, of: session.client.kinds().kind(named: snapshot.widget.kind), asking: session.client)
        }
        try session.show(session.client.configure(request), as: WidgetRendering.configured)
    }
}
