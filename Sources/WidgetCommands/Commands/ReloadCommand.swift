import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ReloadCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Ask for new timelines, and show the outcome of the request.",
        discussion: """
            With --wait the command ends when the reloads have ended. The exit status is 0 where each brought a timeline, new or the same as before, 75 where \
            one didn't in time or waits for its budget, 69 where nobody can be asked, and 70 where a provider failed.

            Examples:
              widgetctl reload system
              widgetctl reload --kind system --wait
              widgetctl reload --all
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String?

    @Option(help: "All widgets of this kind.", completion: DaemonCompletion.kinds)
    var kind: String?

    @Flag(help: "All widgets.")
    var all = false

    @Flag(help: "Wait for the end of each reload and say what it brought, at most 5 minutes or as long as --timeout says.")
    var wait = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let targets = [widget != nil, kind != nil, all].filter { $0 }.count
        if targets != 1 { throw ValidationError("give one of WIDGET, --kind and --all") }
    }

    func run(in session: Session) throws {
        let target: ProtoReloadRequest.OneOf_Target = widget.map { .widget($0) } ?? kind.map { .kind($0) } ?? .all(true)
        let response = try session.client.reload(target)
        let names = try WidgetNames(session.printsJSON ? [] : session.client.widgets().widgets)
        if wait {
            let patience = common.timeout.map { Duration.milliseconds(Int64($0 * 1_000)) } ?? ClientLimits.reloadTimeout
            var waiting = ReloadWait(session: session, names: names, response: response)
            if let status = try waiting.run(for: patience) { throw ExitCode(status.rawValue) }
            return
        }
        try session.show(response) { ReloadRendering.text($0, names, session.dates, session.style) }
        for receipt in response.receipts where receipt.outcome == .denied {
            try session.errors.write("widgetctl: " + ReloadRendering.line(receipt, names, session.dates))
        }
        let isAsked = response.receipts.isEmpty || response.receipts.contains { $0.outcome != .denied }
        if !isAsked { throw ExitCode(ExitStatus.unavailable.rawValue) }
    }
}
