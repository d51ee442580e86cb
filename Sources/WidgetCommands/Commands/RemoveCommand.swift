import ArgumentParser
import CommandRendering

struct RemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove widgets.",
        discussion: """
            Each is removed for good. The first that fails ends the command; those before it are gone.

            Example:
              widgetctl remove agenda system
            """)

    @Argument(help: "The widgets.", completion: DaemonCompletion.widgets)
    var widgets: [String]

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        for widget in widgets {
            try session.show(session.client.remove(widget), as: WidgetRendering.removed)
        }
    }
}
