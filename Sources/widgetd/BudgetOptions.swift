import ArgumentParser
import WidgetCore

/// How many reloads widgets have a day.
struct BudgetOptions: ParsableArguments {
    @Option(help: "Reloads of a widget a day that nobody waits for: 1 to \(Limits.reloadsPerDay).")
    var reloadsPerDay: Int = ReloadBudget.standard.perDay

    @Option(help: "How many of them can be saved up: 1 to \(Limits.savedReloads).")
    var savedReloads: Int = ReloadBudget.standard.capacity

    @Option(
        help:
            "The same for one kind: KIND=PER_DAY or KIND=PER_DAY/SAVED. It also counts reloads whose interval their provider's manifest sets. May be repeated.",
        transform: KindBudgetArgument.init(parsing:))
    var kindBudget: [KindBudgetArgument] = []

    @Flag(help: "Count no reloads, and space them by a second only, for whoever writes a provider.")
    var developerMode = false

    /// - Throws: `WidgetError` with INVALID_ARGUMENT that names the number and its limit.
    func configuration() throws -> ReloadConfiguration {
        var kinds: [String: ReloadBudget] = [:]
        for budget in kindBudget { kinds[budget.kind] = try ReloadBudget(perDay: budget.perDay, capacity: budget.saved ?? savedReloads) }
        return ReloadConfiguration(
            budget: try ReloadBudget(perDay: reloadsPerDay, capacity: savedReloads), kindBudgets: kinds, isDeveloperMode: developerMode)
    }
}
