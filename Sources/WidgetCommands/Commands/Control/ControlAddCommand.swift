import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ControlAddCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a control.",
        discussion: """
            Parameters are given as key=value; `widgetctl control kinds KIND` lists them. Where none is given, a kind that prompts for its configuration asks \
            for each on a terminal: Enter takes the default, Ctrl-D adds nothing. Without a terminal, parameters that have no default must be given.

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

struct ControlConfigureCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure", abstract: "Change a control's name or parameters.",
        discussion: """
            Everything else stays as it is.

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
            request.parameters = try ParameterAssignment.values(
                parameters, of: .with { ($0.id, $0.parameters) = (kind.id, kind.parameters) }, asking: session.client)
        }
        try session.show(session.client.configure(request)) { ControlRendering.configured($0) }
    }
}

struct ControlKindsCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "kinds", abstract: "List the kinds of controls that can be added, or show one with its parameters.",
        discussion: """
            Examples:
              widgetctl control kinds
              widgetctl control kinds log-drink
            """)

    @Argument(help: "A kind, to see its parameters.", completion: DaemonCompletion.controlKinds)
    var kind: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var response = try session.client.controlKinds()
        if let kind { response.kinds = try response.kinds(named: kind) }
        for index in response.kinds.indices { response.kinds[index].kind.parameters = response.kinds[index].kind.parameters.hidingSecrets }
        try session.show(response) { response in
            kind == nil
                ? ControlKindRendering.table(response.kinds, session.style, width: session.tableWidth)
                : response.kinds.map { ControlKindRendering.detail($0, session.style, width: session.tableWidth) }.joined(separator: "\n")
        }
    }
}

extension ProtoControlKindsResponse {
    /// The kinds of that id, one of each device that gives it.
    ///
    /// - Throws: `NOT_FOUND` that names those there are.
    func kinds(named name: String) throws(WidgetError) -> [ProtoControlKindInfo] {
        let found = kinds.filter { $0.kind.id == name }
        guard found.isEmpty else { return found }
        let others =
            kinds.isEmpty
            ? "; no provider gives controls" : Suggestion.advice(for: name, among: kinds.map(\.kind.id), verb: "there are", source: "widgetctl control kinds")
        throw WidgetError(.notFound, "kind: there is no kind of control \"\(name)\"\(others)")
    }
}
