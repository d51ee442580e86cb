import ArgumentParser
import WidgetAPI
import WidgetCore

struct ControlAddCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a control.",
        discussion: """
            Parameters are given as key=value; `widgetctl control kinds KIND` lists them. A kind that prompts for its configuration asks for each on a terminal where none is \
            given: Enter takes the default, Ctrl-D adds nothing. Where nobody can be asked, those without a default must be given.

            Examples:
              widgetctl control add log-drink drink=coffee --name Coffee
              widgetctl control add lamp --device workshop
            """)

    @Argument(help: "The kind of control.", completion: DaemonCompletion.controlKinds)
    var kind: String

    @Argument(help: ArgumentHelp("Values of parameters.", valueName: "key=value"))
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
        request.parameters = try values(of: (kinds.first { self.isMeant($0) } ?? kinds[0]).kind, in: session)
        try session.show(session.client.add(request)) { ControlRendering.added($0) }
    }

    private static func isBlank(_ value: ProtoParameterValue) -> Bool {
        if case .text(let text) = value.value { text.allSatisfy(\.isWhitespace) } else { false }
    }

    private func isMeant(_ kind: ProtoControlKindInfo) -> Bool { device.map { kind.deviceName == $0 || kind.deviceID.hasPrefix($0) } ?? kind.local }

    private func values(of kind: ProtoControlKind, in session: Session) throws -> [String: ProtoParameterValue] {
        let values = try ParameterAssignment.values(parameters, of: .with { ($0.id, $0.parameters) = (kind.id, kind.parameters) })
        guard kind.promptsForUserConfiguration else { return values }
        if parameters.isEmpty, session.input.isTerminal { return try ParameterQuestions.ask(kind.parameters, of: ControlKind(kind), in: session) }
        if let missing = kind.parameters.first(where: { !$0.hasDefaultValue && values[$0.name].map(Self.isBlank) ?? true }) {
            throw WidgetError.invalid(missing.name, "isn't given and has no default; `widgetctl control kinds \(kind.id)` says what it is")
        }
        return values
    }
}
