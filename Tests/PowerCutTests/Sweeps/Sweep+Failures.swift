import WidgetCore

@testable import WidgetStore

extension Sweep {
    /// Has the disk or the memory fail at each operation from `first` on, or at every `stride`th, under a process that goes on.
    /// - Returns: what didn't hold, with what repeats it.
    func failures(_ fault: Fault, from first: Int = 1, stride: Int = 1) async -> [Violation] {
        var violations: [Violation] = []
        var operation = first
        while operation <= operations[fault] ?? 0 {
            do {
                try await failure(fault, at: operation)
            } catch {
                violations.append(Violation("\(fault) at operation \(operation): \(error)"))
            }
            // Those that it passed over would have been the same run.
            operation = max(operation, FaultyDisk.struckAt) + stride
        }
        return violations
    }

    private func failure(_ fault: Fault, at operation: Int) async throws {
        try start(.honest)
        defer { FaultyDisk.unwatch() }
        // GRDB ends the process when there is no memory to open a connection with. The next start is as after any other end.
        if !fault.isOfMemory { FaultyDisk.arm(fault, at: operation) }
        var store = try openDespite(fault)
        if fault.isOfMemory { FaultyDisk.arm(fault, at: operation) }
        defer { store.close() }
        for index in scenario.steps.indices {
            do {
                try await perform(index, store)
            } catch {
                try expectFailure(error, fault)
                if fault.leavesReads {
                    try expect(store, after: index, orNext: scenario.steps[index].mayStay, "reading after step \(index) failed")
                } else {
                    // It may fail, but not end the process or leave anything behind.
                    _ = try? store.load()
                }
                if fault.leavesReads { try expectDurable(after: index) }
                FaultyDisk.heal()
                if !fault.leavesReads { try expect(store, after: index, orNext: scenario.steps[index].mayStay, "reading when there was memory again") }
                if store.connections.writer == nil {
                    // It was opened while nothing could be written, and says that it must be started again.
                    store.close()
                    store = try open()
                }
                try await perform(index, store)
            }
        }
        FaultyDisk.heal()
        guard store.state == .ok || scenario.steps.isEmpty else { throw Violation("it can be written again, and says \(store.state)") }
        try expect(store, after: scenario.steps.count, "at the end")
        try expectDurable(after: scenario.steps.count)
        store.close()
        store = try open()
        try expect(store, after: scenario.steps.count, "when it was opened again")
        try expectDurable(after: scenario.steps.count)
    }

    /// A power cut now would leave every step that is durable, of those that were done: a sync that failed was made good.
    private func expectDurable(after count: Int) throws {
        let durable = scenario.steps.prefix(count).lastIndex(where: \.isDurable).map { $0 + 1 } ?? 0
        let found = try durableContent()
        guard !contents[durable...].contains(found) else { return }
        throw Violation("a power cut after step \(count) would lose what was acknowledged: \(whereItIs(found))")
    }

    private func openDespite(_ fault: Fault) throws -> WidgetStore {
        do {
            return try open()
        } catch {
            try expectFailure(error, fault)
            FaultyDisk.heal()
            return try open()
        }
    }

    /// The error says that the machine is at fault, not the store's content or its code.
    private func expectFailure(_ error: any Error, _ fault: Fault) throws {
        guard FaultyDisk.hasStruck else { throw Violation("it failed before anything was wrong: \(error)") }
        guard let error = error as? WidgetError else { throw error }
        guard error.code == .unavailable || error.code == .resourceExhausted else { throw Violation("it was told as \(error)") }
    }
}
