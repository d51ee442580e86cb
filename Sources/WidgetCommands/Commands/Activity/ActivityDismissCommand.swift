import ArgumentParser
import WidgetAPI

struct ActivityDismissCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Take an activity away, whatever it does.",
        discussion: """
            Example:
              widgetctl activity dismiss nightly
            """)

    @Argument(help: "The activity: its tag or id.", completion: DaemonCompletion.activities)
    var activity: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.dismiss(activity: activity)) { ActivityRendering.receipt($0) }
    }
}
