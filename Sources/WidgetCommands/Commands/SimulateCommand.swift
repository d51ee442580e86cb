import ArgumentParser
import WidgetCore

struct SimulateCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Say what would happen to a widget until a date, by which rules, if nothing else did.",
        discussion: """
            The daemon runs its own rules forward over a copy of what it has stored: nothing is changed, and no provider is asked. What it takes for granted \
            stands below.

            Examples:
              widgetctl simulate system
              widgetctl simulate system --until 2d
              widgetctl simulate system --from 1d --until 2d
              widgetctl simulate system --until 2026-12-24T18:00:00Z --json
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @Option(help: ArgumentHelp("Until when: 90s, 30min, 6h, 2d, 1w from now, or a date as 2026-12-24T18:00:00Z. By default 24h.", valueName: "time"))
    var until: FutureArgument?

    @Option(help: ArgumentHelp("Leave out what comes before: 1d from now, or a date. Where a list ends early it says how to go on.", valueName: "time"))
    var from: FutureArgument?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let end = until?.date(from: session.dates.now) ?? session.dates.now + CommandLimits.simulatedByDefault
        try session.show(session.client.simulate(widget, from: from?.date(from: session.dates.now), until: end)) {
            SimulateRendering.text($0, asked: end, session.dates, session.style)
        }
    }
}
