import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

#if canImport(Glibc)
import Glibc
#endif

/// Small worlds of hubs and one engine in which everything goes wrong that can. SIM_SEEDS says how many (1,000), SIM_START from where, SIM_SEED replays one.
@Suite struct CarrierSimulationTests {
    @Test(.timeLimit(.minutes(20))) func hubsAndTheEngineEndUpEqualAndLoseNothing() async throws {
        if let seed = SimulationTests.number("SIM_SEED") { return Self.replay(seed) }
        let (start, count) = (SimulationTests.number("SIM_START") ?? 0, SimulationTests.number("SIM_SEEDS") ?? 1_000)
        let (tally, failures) = await Self.runAll(from: start, count: count)
        print("\(count) seeds from \(start), \(failures.count) of them failed: \(tally)")
        for (seed, what) in failures.prefix(5) {
            Issue.record("seed \(seed): \(what)\n  SIM_SEED=\(seed) swift test --filter CarrierSimulationTests")
        }
        if let first = failures.first { Self.printTrace(first.seed, nil) }
    }

    /// Seeds on two processors.
    private static func runAll(from start: UInt64, count: UInt64) async -> (CarrierTally, [(seed: UInt64, what: String)]) {
        await withTaskGroup(of: (CarrierTally, [(seed: UInt64, what: String)]).self) { group in
            for worker: UInt64 in 0..<2 {
                group.addTask {
                    var (tally, failures): (CarrierTally, [(seed: UInt64, what: String)]) = (CarrierTally(), [])
                    for seed in stride(from: start + worker, to: start + count, by: 2) where failures.count < 20 {
                        do { tally += try CarrierWorld.run(seed: seed) } catch { failures.append((seed, "\(error)")) }
                    }
                    return (tally, failures)
                }
            }
            var (tally, failures): (CarrierTally, [(seed: UInt64, what: String)]) = (CarrierTally(), [])
            for await (more, found) in group {
                tally += more
                failures += found
            }
            return (tally, failures.sorted { $0.seed < $1.seed })
        }
    }

    @Test(.timeLimit(.minutes(20)), arguments: getenv("SIM_SEED") != nil ? [] : CarrierBug.allCases) func aPlantedBugIsFound(_ bug: CarrierBug) throws {
        for seed: UInt64 in 0..<2_000 {
            do {
                _ = try CarrierWorld.run(seed: seed, bug: bug)
            } catch {
                return print("\(bug): found by seed \(seed): \(error)")
            }
        }
        Issue.record("\(bug) wasn't found by 2,000 seeds")
    }

    private static func replay(_ seed: UInt64) {
        let bug = getenv("SIM_BUG").flatMap { CarrierBug(rawValue: String(cString: $0)) }
        do {
            print(try CarrierWorld.run(seed: seed, bug: bug))
        } catch {
            Issue.record("seed \(seed): \(error)")
            printTrace(seed, bug)
        }
    }

    /// The run once more, with what happened.
    private static func printTrace(_ seed: UInt64, _ bug: CarrierBug?) {
        let world = CarrierWorld(seed: seed, bug: bug, isTraced: true)
        do { try world.live() } catch { print("\(world.faults)") }
        print(world.trace.suffix(Int(SimulationTests.number("SIM_TRACE") ?? 60)).joined(separator: "\n"))
    }
}
