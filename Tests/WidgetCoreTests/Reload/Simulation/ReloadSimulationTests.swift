import Glibc
import Testing
import WidgetCore

/// Thousands of random events against the engine: providers that are late, fail, hang and give odd timelines; requests, kinds that come and go, clocks that
/// are set, suspends and crashes. `WIDGETD_SEED` replays one run; `WIDGETD_SEEDS` makes more of them.
@Suite("The reload engine under random events", .timeLimit(.minutes(10)))
struct ReloadSimulationTests {
    private static let usualRuns: UInt64 = 24

    static var seeds: [UInt64] { given ?? Array(1...usualRuns) }

    /// The seeds that whoever runs the test wants; nil: the usual ones.
    static var given: [UInt64]? { number("WIDGETD_SEED").map { [$0] } ?? number("WIDGETD_SEEDS").map { Array(1...$0) } }

    @Test("Nothing is lost, doubled, late or starved, and the engine wakes only when something is due", arguments: seeds)
    func run(seed: UInt64) throws {
        var simulation = ReloadSimulation(seed: seed)
        try simulation.run(events: 2_000)
    }

    @Test("The same seed gives the same run")
    func repeats() throws {
        var first = ReloadSimulation(seed: 7)
        var second = ReloadSimulation(seed: 7)
        try first.run(events: 500)
        try second.run(events: 500)
        #expect(first.log == second.log)
        #expect(first.disk.widgets == second.disk.widgets)
    }

    private static func number(_ variable: String) -> UInt64? { getenv(variable).flatMap { UInt64(String(cString: $0)) } }
}
