import ArgumentParser
import WidgetAPI

struct IntentCancelCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Take back an action that waits on this device for another one.",
        discussion: """
            `widgetctl intent log` shows the keys of those that wait.

            Example:
              widgetctl intent cancel 5f0c9a52-kitchen
            """)

    @Argument(help: "The idempotency key.", completion: DaemonCompletion.waitingTaps)
    var key: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.cancelIntent(key: key)) { _ in "Taken back: \(PlainText.line(key)).\n" }
    }
}
