@testable import WidgetStore

extension Sweep {
    /// Cuts power at each operation.
    /// - Parameter seeds: 0 keeps nothing of the unsynced, 1 everything, each other one a part that it chooses.
    /// - Returns: what didn't hold, with what repeats it.
    func powerCuts(seeds: Range<UInt64>, _ honesty: FaultyDisk.Honesty = .honest) async -> [Violation] {
        var violations: [Violation] = []
        // The same remains needn't be looked at twice: most cuts leave what another left.
        var seen: Set<Remains> = []
        for operation in 1...max(operations[.powerCut] ?? 0, 1) {
            do {
                try start(honesty)
                defer { FaultyDisk.unwatch() }
                FaultyDisk.arm(.powerCut, at: operation)
                let acknowledged = try await stepsUntilThePowerCut()
                for seed in seeds {
                    let digest = FaultyDisk.writeRemains(seed: seed < 2 ? seed : seed &+ UInt64(operation) << 32, to: try place.prepareRemains())
                    guard seen.insert(Remains(digest: digest, acknowledged: acknowledged)).inserted else { continue }
                    do {
                        try await expectRemains(after: acknowledged)
                    } catch {
                        violations.append(Violation("power cut at operation \(operation), seed \(seed): \(error)"))
                    }
                }
            } catch {
                violations.append(Violation("power cut at operation \(operation): \(error)"))
            }
        }
        return violations
    }

    /// The files that a power cut left.
    private struct Remains: Hashable {
        var digest: UInt64
        var acknowledged: Int
    }

    /// - Returns: how many steps succeeded.
    private func stepsUntilThePowerCut() async throws -> Int {
        var acknowledged = 0
        do {
            let store = try open()
            defer { store.close() }
            for index in scenario.steps.indices {
                try await perform(index, store)
                acknowledged += 1
            }
        } catch {
            guard FaultyDisk.hasStruck else { throw error }
        }
        return acknowledged
    }

    private func expectRemains(after acknowledged: Int) async throws {
        let store = try open(place.remains)
        defer { store.close() }
        let found = try content(store)
        let durable = scenario.steps.prefix(acknowledged).lastIndex(where: \.isDurable).map { $0 + 1 } ?? 0
        let possible = durable...min(acknowledged + 1, scenario.steps.count)
        guard let survived = possible.first(where: { contents[$0] == found }) else {
            throw Violation("after \(acknowledged) acknowledged steps \(whereItIs(found))")
        }
        for index in scenario.steps.indices.dropFirst(survived) { try await perform(index, store) }
        try expect(store, after: scenario.steps.count, "when the scenario had gone on from there")
    }
}
