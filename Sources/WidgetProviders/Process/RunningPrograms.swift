import Synchronization
import WidgetCore

/// The running programs of one provider: usually at most one, and two while a replaced one ends.
final class RunningPrograms: Sendable {
    private struct State {
        var processes: [Int32: ProviderProcess] = [:]
        var launches = 0
        var crashes = 0
        var isStopped = false
    }

    private let state = Mutex(State())

    /// The process id of the running program. Nil where none runs.
    var processID: Int32? {
        let running = state.withLock { $0.processes }
        return running.first { !$0.value.hasEnded }?.key
    }
    var areRunning: Bool { state.withLock { !$0.processes.isEmpty } }
    /// Whether one of these is the process group of a running program. Each program leads its own group.
    func hasGroup(among groups: Set<Int32>) -> Bool { state.withLock { !groups.isDisjoint(with: $0.processes.keys) } }
    var launches: Int { state.withLock { $0.launches } }
    /// How often a program ended by itself, with a failure.
    var crashes: Int { state.withLock { $0.crashes } }

    /// Keeps a program until it has ended. It returns false after ``stop()``; then the caller must end the program.
    func add(_ process: ProviderProcess) -> Bool {
        let isAccepted = state.withLock { state in
            guard !state.isStopped else { return false }
            state.processes[process.pid] = process
            state.launches += 1
            return true
        }
        guard isAccepted else { return false }
        Task {
            let end = await process.end()
            state.withLock { state in
                if end.isCrash { state.crashes += 1 }
                if state.processes[process.pid] === process { state.processes[process.pid] = nil }
            }
        }
        return true
    }

    /// Ends the running programs, and refuses new ones. It returns when all have ended.
    func stop() async {
        let running = state.withLock { state in
            state.isStopped = true
            return Array(state.processes.values)
        }
        for process in running { process.terminate(.stopped) }
        for process in running { _ = await process.end() }
    }
}
