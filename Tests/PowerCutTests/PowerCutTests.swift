import Testing

/// The store's promises while the machine breaks its own, at each operation of each scenario. An operation is what SQLite asks of the disk or of the memory.
@Suite("Power cuts and failing disks", .serialized)
struct PowerCutTests {
    init() throws { try FaultyDisk.install() }

    @Test("after a power cut every acknowledged write is there, and what wasn't is there whole or not at all", arguments: Scenario.all)
    func powerCut(_ scenario: Scenario) async throws {
        let sweep = try await Sweep(scenario)
        expectNone(await sweep.powerCuts(seeds: 0..<Thoroughness.seeds))
    }

    @Test("after an I/O error reads go on, and the write succeeds when it is tried again", arguments: Scenario.all)
    func errorOnce(_ scenario: Scenario) async throws {
        let sweep = try await Sweep(scenario)
        expectNone(await failures(.errorOnce, sweep))
    }

    @Test("while nothing can be written reads go on, and the write succeeds when it can be again", arguments: Scenario.all)
    func errorForGood(_ scenario: Scenario) async throws {
        let sweep = try await Sweep(scenario)
        expectNone(await failures(.errorForGood, sweep))
    }

    @Test("while the disk is full reads go on, and the write succeeds when there is room", arguments: Scenario.all)
    func diskFull(_ scenario: Scenario) async throws {
        let sweep = try await Sweep(scenario)
        expectNone(await failures(.diskFull, sweep))
    }

    private func failures(_ fault: Fault, _ sweep: Sweep) async -> [Violation] {
        let operations = Thoroughness.operations(of: fault)
        return await sweep.failures(fault, from: operations.first, stride: operations.stride)
    }

    @Test("what came from a peer isn't synced before it must be durable, and then with all before it")
    func deferred() async throws {
        let sweep = try await Sweep(.appliedBatch)
        try sweep.start(.honest)
        defer { FaultyDisk.unwatch() }
        let store = try sweep.open()
        defer { store.close() }
        for (index, step) in sweep.scenario.steps.enumerated() {
            try await sweep.perform(index, store)
            let durable = sweep.scenario.steps[...index].lastIndex(where: \.isDurable).map { $0 + 1 } ?? 0
            #expect(try sweep.durableContent() == sweep.contents[durable], "after \(step.name)")
        }
    }
}

/// One issue with the first of the violations, and how many there are.
func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
    let first = violations.prefix(5).map(\.description).joined(separator: "\n")
    #expect(violations.isEmpty, "\(violations.count) violations\n\(first)", sourceLocation: sourceLocation)
}
