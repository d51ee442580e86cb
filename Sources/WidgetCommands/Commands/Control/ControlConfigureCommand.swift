import ArgumentParser
import WidgetAPI

struct ControlConfigureCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure", abstract: "Change a control's name or parameters.",
        discussion: """
            What isn't named stays as it is.

            Example:
              widgetctl control configure Coffee drink=espresso --name Espresso
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @Argument(help: ArgumentHelp("New values of parameters.", valueName: "key=value"), completion: DaemonCompletion.controlParameters)
    var parameters: [ParameterAssignment] = []

    @Option(help: ArgumentHelp("Sets a parameter back to its default.", valueName: "key"), completion: DaemonCompletion.controlParameterNames)
    var reset: [String] = []

    @Option(help: "A name of your own, at most 64 bytes; \"\" for the kind's.")
    var name: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if parameters.isEmpty, reset.isEmpty, name == nil { throw ValidationError("nothing to change: give key=value, --reset or --name") }
    }

    func run(in session: Session) throws {
        var request = ProtoConfigureControlRequest()
        request.control = control
        request.reset = reset
        if let name { request.name = name }
        if !parameters.isEmpty {
            let kind = try session.client.control(control).kind
            request.parameters = try ParameterAssignment.values(parameters, of: .with { ($0.id, $0.parameters) = (kind.id, kind.parameters) })
        }
        try session.show(session.client.configure(request)) { ControlRendering.configured($0) }
    }
}
