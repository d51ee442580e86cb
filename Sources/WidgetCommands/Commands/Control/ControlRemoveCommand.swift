import ArgumentParser
import WidgetAPI

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
