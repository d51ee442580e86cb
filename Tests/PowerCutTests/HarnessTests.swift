import GRDB
import Testing

@testable import WidgetStore

/// The tests of the store can fail: disks that lie and steps that aren't whole are found out.
extension PowerCutTests {
    @Test("a disk that doesn't sync the log loses acknowledged writes")
    func unsyncedLog() async throws {
        let sweep = try await Sweep(.localWrites)
        expectLoss(await sweep.powerCuts(seeds: 0..<1, .ignoresLogSyncs))
    }

    @Test("`synchronous=NORMAL` loses acknowledged writes")
    func synchronousNormal() async throws {
        var scenario = Scenario.localWrites
        scenario.opened = { store in
            try store.connections.writer?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        }
        expectLoss(await (try Sweep(scenario)).powerCuts(seeds: 0..<1))
    }

    /// After a power cut some store held a whole step's content, but not the last acknowledged one's.
    private func expectLoss(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(violations.contains { $0.description.contains("acknowledged steps it is that after") }, sourceLocation: sourceLocation)
    }

    @Test("a disk that syncs nothing leaves stores that aren't whole")
    func unsyncedFiles() async throws {
        let sweep = try await Sweep(.logCut)
        let violations = await sweep.powerCuts(seeds: 0..<4, .ignoresSyncs)
        #expect(violations.contains { $0.description.contains("corrupt") || $0.description.contains("damaged") || $0.description.contains("broken") })
    }

    @Test("a disk that destroys what it had confirmed is found out")
    func tornSync() async throws {
        let sweep = try await Sweep(.timelines)
        #expect(await !sweep.powerCuts(seeds: 0..<2, .tearsSynced).isEmpty)
    }

    @Test("a step that is two writes is found half done, after a power cut and after an I/O error")
    func halfAStep() async throws {
        let torn = Scenario(
            name: "a step of two commits",
            ground: { store in try await store.write { try $0.put(.sample(3)) } },
            steps: [
                Step(name: "place two") { store in
                    try await store.write { try $0.put(.sample(1)) }
                    try await store.write { try $0.put(.sample(2)) }
                }
            ])
        let sweep = try await Sweep(torn)
        #expect(await sweep.powerCuts(seeds: 0..<1).contains { $0.description.contains("no step's content") })
        #expect(await sweep.failures(.errorOnce).contains { $0.description.contains("no step's content") })
    }

    @Test("faults strike where they are meant to")
    func strikes() async throws {
        let sweep = try await Sweep(.intents)
        for fault in [Fault.powerCut, .errorOnce, .errorForGood, .diskFull] { #expect(sweep.operations[fault] ?? 0 > 10) }
    }
}
