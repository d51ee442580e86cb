import ArgumentParser
import WidgetAPI

struct ControlReloadCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Ask providers anew how controls stand.",
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
