import ArgumentParser
import WidgetAPI

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
