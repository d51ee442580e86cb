import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control", abstract: "Buttons and toggles that providers give, on all of a user's devices.",
        subcommands: [
            ControlListCommand.self, ControlShowCommand.self, ControlWatchCommand.self, ControlPressCommand.self, ControlSetCommand.self,
            ControlKindsCommand.self, ControlAddCommand.self, ControlConfigureCommand.self, ControlRemoveCommand.self, ControlReloadCommand.self,
            ControlTokenCommand.self,
        ],
        defaultSubcommand: ControlListCommand.self)
}

struct ControlListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the controls of all devices.",
        discussion: """
            Examples:
              widgetctl control list
              widgetctl control --json | jq '.controls[].value.isOn'
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.controls()) { ControlRendering.table($0.controls, session.style, width: session.tableWidth) }
    }
}

struct ControlWatchCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for every change of controls, until interrupted.",
        discussion: """
            Each control is printed first as it is. At most one line is printed for a control in 16 ms, with its latest state. When the daemon restarts, the \
            command waits for it and prints everything again.

            Example:
              widgetctl control watch power-saver
            """)

    @Argument(help: "The controls; without any, all.", completion: DaemonCompletion.controls)
    var controls: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var ids: [String] = []
        for control in controls { ids.append(try session.client.control(control).control.id) }
        try session.follow { client throws(WidgetError) in
            try client.watchControls(ids)
        } line: {
            ControlRendering.line($0, $1, session.style)
        }
    }
}

struct ControlReloadCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Ask providers for the state of controls.",
        discussion: """
            Examples:
              widgetctl control reload power-saver
              widgetctl control reload --kind power-saver
              widgetctl control reload --all
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String?

    @Option(help: "All that are of a kind, on every device that is connected.", completion: DaemonCompletion.controlKinds)
    var kind: String?

    @Flag(help: "All, on every device that is connected.")
    var all = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if [control != nil, kind != nil, all].filter({ $0 }).count != 1 { throw ValidationError("give one of CONTROL, --kind and --all") }
    }

    func run(in session: Session) throws {
        var request = ProtoReloadControlsRequest()
        request.which = control.map { .control($0) } ?? kind.map { .kind($0) } ?? .all(true)
        try session.show(session.client.reload(request)) { ControlRendering.reloaded($0, session.style) }
    }
}

struct ControlRemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a control.",
        discussion: """
            Example:
              widgetctl control remove Coffee
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.remove(control: control)) { "Removed \($0.controlID).\n" }
    }
}

struct ControlTokenCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print the token by which a server reloads a control.",
        discussion: """
            It works until the control is removed.

            Example:
              widgetctl control token power-saver
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.pushToken(control: control)) {
            "Servers push to \(PlainText.line($0.token)), topic \(PlainText.line($0.app)).push-type.controls.\n"
        }
    }
}
