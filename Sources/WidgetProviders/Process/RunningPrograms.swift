import Synchronization
import WidgetCore

/// The programs of one provider that run now: one at most, and shortly two while a replaced one ends.
final class RunningPrograms: Sendable {
    private struct State {
        var processes: [Int32: ProviderProcess] = [:]
        var launches = 0
        var isStopped = false
    }

    private let state = Mutex(State())

    /// The process id of the running program; nil: none runs.
    var processID: Int32? {
        let running = state.withLock { $0.processes }
        return running.first { !$0.value.hasEnded }?.key
    }
    var areRunning: Bool { state.withLock { !$0.processes.isEmpty } }
    /// Whether one of these is the process group of a program that runs: each is the leader of its own.
    func hasGroup(among groups: Set<Int32>) -> Bool { state.withLock { !groups.isDisjoint(with: $0.processes.keys) } }
    var launches: Int { state.withLock { $0.launches } }

    /// Keeps a program until it has ended. False when none may be started any more: end it.
    func add(_ process: ProviderProcess) -> Bool {
        let isAccepted = state.withLock { state in
            guard !state.isStopped else { return false }
            state.processes[process.pid] = process
            state.launches += 1
            return true
        }
        guard isAccepted else { return false }
        Task {
            _ = await process.end()
            state.withLock { state in
                if state.processes[process.pid] === process { state.processes[process.pid] = nil }
            }
        }
        return true
    }

    /// Ends what runs and lets nothing more be started. Returns when all are gone.
    func stop() async {
        let running = state.withLock { state in
            state.isStopped = true
            return Array(state.processes.values)
        }
        for process in running { process.terminate(.stopped) }
        for process in running { _ = await process.end() }
    }
}
