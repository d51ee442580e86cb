import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Let servers say that content has changed: tokens, keys, and the log of pushes.",
        discussion: """
            A server that knows how to push to Apple's devices pushes here the same way: to a token, by a key that was added here.

            Examples:
              widgetctl push token
              widgetctl push key add --team home --id server1 server.p8
              widgetctl push topic add build
              widgetctl push log
            """,
        subcommands: [PushTokenCommand.self, PushKeyCommand.self, PushTopicCommand.self, PushLogCommand.self, PushSendCommand.self])
}

struct PushKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The keys by which servers are known.",
        discussion: """
            Examples:
              widgetctl push key list
              widgetctl push key add --team home --id server1 server.p8
            """,
        subcommands: [PushKeyListCommand.self, PushKeyAddCommand.self, PushKeyRemoveCommand.self], defaultSubcommand: PushKeyListCommand.self)
}

struct PushSendCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Push from here, as a server would: all widgets of the app that take pushes reload.",
        discussion: """
            It counts against the widgets' budgets like any push, and `widgetctl push log` shows its outcome. To see new content at once, use `widgetctl \
            reload`.

            Examples:
              widgetctl push send scores
              widgetctl push send --app scores --priority 5
            """)

    @Argument(help: "A widget of the app.", completion: DaemonCompletion.widgets)
    var widget: String?

    @Option(help: ArgumentHelp("The app, which is a provider.", valueName: "provider"), completion: DaemonCompletion.apps)
    var app: String?

    @Option(help: ArgumentHelp("10: at once; 5 or 1: when the daemon wakes anyway, within a minute.", valueName: "10|5|1"))
    var priority = 10

    @Option(help: ArgumentHelp("Seconds for which it is kept where it can't go at once; 0: it isn't. Without it: 30 days.", valueName: "seconds"))
    var expiration: Int64?

    @Option(help: ArgumentHelp("Among the pushes that wait and have the same text here, only the newest is kept; 1 to 64 bytes.", valueName: "text"))
    var collapseID: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if (widget != nil) == (app != nil) { throw ValidationError("give one of WIDGET and --app") }
        if ![10, 5, 1].contains(priority) { throw ValidationError("--priority: is 10, 5 or 1, not \(priority)") }
        if let expiration, !(0...PushLimits.storageDuration.count / 1_000).contains(expiration) {
            throw ValidationError("--expiration: \(expiration) is not between 0 and \(PushLimits.storageDuration.count / 1_000) seconds (30 days)")
        }
    }

    func run(in session: Session) throws {
        var request = ProtoSendPushRequest()
        if let widget { request.widget = widget }
        if let app { request.app = app }
        request.priority = UInt32(clamping: priority)
        if let collapseID { request.collapseID = collapseID }
        if let expiration { request.expiration = .init(session.dates.now + .seconds(expiration)) }
        try session.show(session.client.sendPush(request)) { PushRendering.sent($0, session.dates, session.style) }
    }
}
