import ArgumentParser
import WidgetAPI

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
