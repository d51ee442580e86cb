import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct PushLogCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the outcome of pushes, from their arrival on.",
        discussion: """
            Each push ends as delivered, coalesced (another reload serves it too) or discarded, with the reason.

            Examples:
              widgetctl push log
              widgetctl push log --id eabeae54-14a8-11e5-b60b-1697f925ec7b
              widgetctl push log --follow --app scores
            """)

    @Option(help: ArgumentHelp("Only this push, by its apns-id.", valueName: "apns-id"))
    var id: String?

    @Option(help: ArgumentHelp("Only this provider's pushes.", valueName: "provider"), completion: DaemonCompletion.apps)
    var app: String?

    @Flag(name: .shortAndLong, help: "Go on with new lines until interrupted.")
    var follow = false

    @OptionGroup var log: LogOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let response = try session.client.pushLog(push: id ?? "", app: app ?? "", limit: log.number)
        var last = response.lines.last?.sequence ?? 0
        if !follow || !response.lines.isEmpty { try show(response, session) }
        guard follow else { return }
        // A daemon that restarts keeps the log.
        try session.follow { client throws(WidgetError) in
            { () throws(WidgetError) in
                try client.pushLog(push: id ?? "", app: app ?? "", limit: CommandLimits.maximumLogEntries, after: last, waits: true)
            }
        } each: { (response: ProtoPushLogResponse, _) in
            guard let newest = response.lines.last else { return }
            last = newest.sequence
            try show(response, session)
        }
    }

    /// The message where the log has no line.
    private var nothing: String {
        if id != nil { return "No push of that id, or it is longer ago than the log reaches.\n" }
        return app.map { "No pushes of \(PlainText.line($0)) yet.\n" } ?? "No pushes yet.\n"
    }

    private func show(_ response: ProtoPushLogResponse, _ session: Session) throws {
        try session.show(response) { response in
            if response.lines.isEmpty { return nothing }
            return response.lines.reduce(into: "") { $0 += PushRendering.line($1, isOne: id != nil, session.dates, session.style) }
        }
    }
}
