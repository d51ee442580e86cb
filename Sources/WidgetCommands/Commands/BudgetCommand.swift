import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct BudgetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget", abstract: "Show or change how often a widget may reload by itself.",
        discussion: """
            The budget is for reloads that nobody waits for: by the timeline's policy, by the provider's own wish, and by pushes, which have as many of their \
            own. Each machine has its own budgets. `widgetd --kind-budget` sets that of a kind.

            Examples:
              widgetctl budget system
              widgetctl budget system --reloads-per-day 24 --saved 4
              widgetctl budget system --reset
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @Option(help: "Reloads of a day: 1 to \(Limits.reloadsPerDay).")
    var reloadsPerDay: Int?

    @Option(help: "How many of them can be saved up: 1 to \(Limits.savedReloads).")
    var saved: Int?

    @Flag(help: "Back to what its kind, or every widget, has.")
    var reset = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if reset, reloadsPerDay != nil || saved != nil { throw ValidationError("--reset goes alone: leave --reloads-per-day and --saved out") }
        // The daemon checks the limits too, but names its own fields.
        if let reloadsPerDay, !(1...Limits.reloadsPerDay).contains(reloadsPerDay) {
            throw ValidationError("--reloads-per-day: \(reloadsPerDay) is not between 1 and \(Limits.reloadsPerDay), one a minute")
        }
        if let saved, !(1...Limits.savedReloads).contains(saved) {
            throw ValidationError("--saved: \(saved) is not between 1 and \(Limits.savedReloads)")
        }
    }

    func run(in session: Session) throws {
        var response = ProtoSetBudgetResponse()
        if reset || reloadsPerDay != nil || saved != nil {
            var request = ProtoSetBudgetRequest()
            request.widget = widget
            request.reset = reset
            if let reloadsPerDay { request.reloadsPerDay = UInt32(clamping: reloadsPerDay) }
            if let saved { request.savedReloads = UInt32(clamping: saved) }
            response = try session.client.setBudget(request)
        } else {
            let explained = try session.client.explain(widget)
            guard explained.hasBudget else {
                throw WidgetError(.failedPrecondition, explained.notes.first ?? "another device gives this widget, and counts its reloads")
            }
            response.widgetID = explained.widget.widget.id
            response.budget = explained.budget
        }
        try session.show(response) { BudgetRendering.fields($0.budget, session.dates).text(session.style) }
    }
}
