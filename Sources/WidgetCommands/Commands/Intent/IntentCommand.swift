import ArgumentParser
import CommandRendering
import WidgetAPI

struct IntentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intent", abstract: "See the outcome of taps on all devices, and run intents by themselves.",
        subcommands: [IntentLogCommand.self, IntentCancelCommand.self, IntentListCommand.self, IntentRunCommand.self], defaultSubcommand: IntentLogCommand.self)
}

struct IntentLogCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List the taps, where each was performed, and its outcome.",
        discussion: """
            The newest comes first. Each device keeps the actions that it performed last. Actions on a device that is away are known here when it is back.

            Examples:
              widgetctl intent log
              widgetctl intent log caffeine --limit 20
              widgetctl intent log --json | jq '.intents[] | select(.state == "reverted")'
            """)

    @Argument(help: "The widget; without one, all.", completion: DaemonCompletion.widgets)
    var widget: String?

    @Option(help: "How many at most, 1 to 1,000.")
    var limit = 100

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit is \(limit); give 1 to 1,000") }
    }

    func run(in session: Session) throws {
        try session.show(session.client.intentLog(widget: widget, limit: limit)) { response in
            IntentRendering.table(response.intents, session.dates, session.style, width: session.tableWidth)
        }
    }
}

struct IntentCancelCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel an action that waits on this device for another device.",
        discussion: """
            `widgetctl intent log` shows the keys of those that wait.

            Example:
              widgetctl intent cancel 5f0c9a52-kitchen
            """)

    @Argument(help: "The idempotency key.", completion: DaemonCompletion.waitingTaps)
    var key: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.cancelIntent(key: key)) { _ in "Cancelled: \(PlainText.line(key)).\n" }
    }
}
