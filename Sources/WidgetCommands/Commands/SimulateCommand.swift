import ArgumentParser
import CommandRendering
import WidgetCore

struct SimulateCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Say what will happen to a widget until a date, and by which rules, if nothing else happens.",
        discussion: """
            The daemon runs its own rules forward over a copy of its store: nothing is changed, and no provider is asked. Its assumptions are listed below \
            the steps.

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
