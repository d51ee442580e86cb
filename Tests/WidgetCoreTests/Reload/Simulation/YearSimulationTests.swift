import Testing
import WidgetCore

/// A year of simulated time over 200 widgets: policies, pushes, requests of people and providers, visibility, battery, clocks that are set, sleep, crashes,
/// restarts, failures.
///
/// No widget is over its budget, by an account of the test's own. None starves: each reloads by its policy's date, or with the next token. Nothing that is kept
/// is lost. Each decision names the one rule whose reason is there. `WIDGETD_SEED` replays a year.
@Suite("A year of the reload engine", .timeLimit(.minutes(5)))
struct YearSimulationTests {
    @Test("Never over budget, never starved, nothing kept is lost, each decision has its rule", arguments: ReloadSimulationTests.given ?? [1])
    func year(seed: UInt64) throws {
        var simulation = ReloadSimulation(seed: seed, scale: .year)
        try simulation.run(days: 365)
        // The events that make it a year worth the name.
        #expect(simulation.disk.rows.count > 150 && simulation.events > 100_000)
        // Pushes that were served, and such as expired or couldn't go.
        #expect([.delivered, .discarded].allSatisfy { (simulation.pushAccount.ends[$0] ?? 0) > 100 }, "\(simulation.pushAccount.ends)")
    }
}
