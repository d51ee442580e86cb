import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct LogCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the decision log: what the daemon decided about widgets, and why.",
        discussion: """
            Examples:
              widgetctl log system -n 50
              widgetctl log --follow
            """)

    @Argument(help: "The widget; without it all.", completion: DaemonCompletion.widgets)
    var widget: String?

    @Flag(name: .shortAndLong, help: "Go on with new decisions until interrupted.")
    var follow = false

    @OptionGroup var log: LogOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let names = try WidgetNames(session.printsJSON ? [] : session.client.widgets().widgets)
        let response = try session.client.decisions(widget: widget ?? "", limit: log.number)
        var last = response.decisions.last?.sequence ?? 0
        if !follow || !response.decisions.isEmpty { try show(response, names, session) }
        guard follow else { return }
        try session.follow { client throws(WidgetError) in
            let watch = try client.watch()
            return { () throws(WidgetError) in
                guard try hasNews(watch) else { return nil }
                return try client.decisions(widget: widget ?? "", limit: CommandLimits.maximumLogEntries, after: last)
            }
        } each: { (response: ProtoDecisionsResponse, _) in
            guard let newest = response.decisions.last else { return }
            last = newest.sequence
            try show(response, names, session)
        }
    }

    /// Waits for a change of any widget, since every change has a decision behind it, or for ``CommandLimits/logPause``, since some decisions change nothing.
    ///
    /// - Returns: false when the daemon ended the watch.
    private func hasNews(_ watch: WidgetWatch) throws(WidgetError) -> Bool {
        var step = try watch.next(timeout: CommandLimits.logPause)
        while case .event = step { step = try watch.next(timeout: .zero) }
        if case .ended = step { return false }
        return true
    }

    private func show(_ response: ProtoDecisionsResponse, _ names: WidgetNames, _ session: Session) throws {
        try session.show(response) { response in
            if response.decisions.isEmpty { return "No decisions yet.\n" }
            return response.decisions.reduce(into: "") { text, decision in
                text += DecisionRendering.line(decision, widget: widget == nil ? names(decision.widgetID) : nil, session.dates, session.style)
            }
        }
    }
}
