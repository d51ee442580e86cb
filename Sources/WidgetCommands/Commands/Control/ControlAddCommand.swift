import ArgumentParser
import WidgetAPI

struct ControlAddCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a control.",
        discussion: """
            Parameters are given as key=value; `widgetctl control kinds KIND` lists them. A kind that prompts for its configuration asks for each on a terminal where none is \
            given: Enter takes the default, Ctrl-D adds nothing. Where nobody can be asked, those without a default must be given.

            Examples:
              widgetctl control add log-drink drink=coffee --name Coffee
              widgetctl control add power-saver --device laptop
            """)

    @Argument(help: "The kind of control.", completion: DaemonCompletion.controlKinds)
    var kind: String

    @Argument(help: ArgumentHelp("Values of parameters.", valueName: "key=value"), completion: DaemonCompletion.controlParameters)
    var parameters: [ParameterAssignment] = []

    @Option(help: "A name of your own, at most 64 bytes.")
    var name: String?

    @Option(help: "The device whose kind is meant, where several give it.", completion: DaemonCompletion.devices)
    var device: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var request = ProtoAddControlRequest()
        request.kind = kind
        request.name = name ?? ""
        request.device = device ?? ""
        let kinds = try session.client.controlKinds().kinds(named: kind)
        let meant = (kinds.first { self.isMeant($0) } ?? kinds[0]).kind
        let questions = ParameterQuestions(
            kind: .with { ($0.id, $0.parameters, $0.promptsForUserConfiguration) = (meant.id, meant.parameters, meant.promptsForUserConfiguration) },
            done: "added", help: "widgetctl control kinds")
        request.parameters = try questions.values(parameters, in: session)
        try session.show(session.client.add(request)) { ControlRendering.added($0) }
    }

    private func isMeant(_ kind: ProtoControlKindInfo) -> Bool { device.map { kind.deviceName == $0 || kind.deviceID.hasPrefix($0) } ?? kind.local }
}
