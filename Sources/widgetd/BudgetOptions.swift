import ArgumentParser
import WidgetCore

/// How many reloads widgets have a day.
struct BudgetOptions: ParsableArguments {
    @Option(help: "Background reloads that each widget may use in a day: 1 to \(Limits.reloadsPerDay).")
    var reloadsPerDay: Int = ReloadBudget.standard.perDay

    @Option(help: "How many of them can be saved up: 1 to \(Limits.savedReloads).")
    var savedReloads: Int = ReloadBudget.standard.capacity

    @Option(
        help:
            "The same for one kind: KIND=PER_DAY or KIND=PER_DAY/SAVED. It also counts reloads whose interval their provider's manifest sets. May be repeated.",
        transform: KindBudgetArgument.init(parsing:))
    var kindBudget: [KindBudgetArgument] = []

    @Flag(help: "Developer mode, for writing a provider: reloads aren't counted, and may follow each other after a second.")
    var developerMode = false

    /// - Throws: `WidgetError` with INVALID_ARGUMENT that names the number and its limit.
    func configuration() throws -> ReloadConfiguration {
        var kinds: [String: ReloadBudget] = [:]
        for budget in kindBudget { kinds[budget.kind] = try ReloadBudget(perDay: budget.perDay, capacity: budget.saved ?? savedReloads) }
        return ReloadConfiguration(
            budget: try ReloadBudget(perDay: reloadsPerDay, capacity: savedReloads), kindBudgets: kinds, isDeveloperMode: developerMode)
    }
}
