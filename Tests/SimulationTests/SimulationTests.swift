import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

#if canImport(Glibc)
import Glibc
#endif

/// Thousands of small worlds in which everything goes wrong that can. SIM_SEEDS says how many (2,000), SIM_START from where, SIM_SEED replays one.
@Suite struct SimulationTests {
    @Test(.timeLimit(.minutes(20))) func devicesEndUpEqualAndLoseNothing() async throws {
        if let seed = Self.number("SIM_SEED") { return try Self.replay(seed, bug: ProcessInfo.bug) }
        let (start, count) = (Self.number("SIM_START") ?? 0, Self.number("SIM_SEEDS") ?? 2_000)
        let (tally, failures) = await Self.runAll(from: start, count: count, bug: ProcessInfo.bug, mayFail: ProcessInfo.bug == nil ? 20 : 1)
        print("\(count) seeds from \(start), \(failures.count) of them failed: \(tally)")
        for (seed, what) in failures.prefix(5) {
            Issue.record("seed \(seed): \(what)\n  SIM_SEED=\(seed) swift test --filter SimulationTests")
        }
        if let first = failures.first { Self.printTrace(first.seed, nil) }
    }

    @Test(.timeLimit(.minutes(20)), arguments: ProcessInfo.hasSeed ? [] : PlantedBug.allCases) func aPlantedBugIsFound(_ bug: PlantedBug) async throws {
        let (start, count): (UInt64, UInt64) = (0, 2_000)
        for first in stride(from: start, to: start + count, by: 50) {
            let (_, failures) = await Self.runAll(from: first, count: 50, bug: bug, mayFail: 1)
            guard let (seed, what) = failures.first else { continue }
            return print("\(bug): found by seed \(seed): \(what)")
        }
        Issue.record("\(bug) wasn't found by \(count) seeds")
    }

    static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    private static func replay(_ seed: UInt64, bug: PlantedBug?) throws {
        do {
            print(try World.run(seed: seed, bug: bug))
        } catch {
            Issue.record("seed \(seed): \(error)")
            printTrace(seed, bug)
        }
    }

    /// The run once more, with what happened.
    private static func printTrace(_ seed: UInt64, _ bug: PlantedBug?) {
        let world = World(seed: seed, bug: bug, isTraced: true)
        do { try world.live(150) } catch { print("\(world.faults)") }
        print(world.trace.suffix(Int(number("SIM_TRACE") ?? 60)).joined(separator: "\n"))
    }

    /// Seeds on all processors.
    private static func runAll(from start: UInt64, count: UInt64, bug: PlantedBug?, mayFail: Int) async -> (Tally, [(seed: UInt64, what: String)]) {
        let workers: UInt64 = 2
        return await withTaskGroup(of: (Tally, [(seed: UInt64, what: String)]).self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var (tally, failures): (Tally, [(seed: UInt64, what: String)]) = (Tally(), [])
                    for seed in stride(from: start + worker, to: start + count, by: Int(workers)) {
                        do {
                            tally += try World.run(seed: seed, bug: bug)
                        } catch {
                            failures.append((seed, "\(error)"))
                            if failures.count == mayFail { break }
                        }
                    }
                    return (tally, failures)
                }
            }
            var (tally, failures): (Tally, [(seed: UInt64, what: String)]) = (Tally(), [])
            for await (more, found) in group {
                tally += more
                failures += found
            }
            return (tally, failures.sorted { $0.seed < $1.seed })
        }
    }
}

private enum ProcessInfo {
    static var hasSeed: Bool { getenv("SIM_SEED") != nil }
    /// A planted bug to replay, by SIM_BUG.
    static var bug: PlantedBug? { getenv("SIM_BUG").flatMap { PlantedBug(rawValue: String(cString: $0)) } }
}
