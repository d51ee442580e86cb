import Synchronization
import WidgetCore

/// A plugin that stays and says something new whenever it has it (SwiftBar's `streamable`): what it shows now, and the word that it has changed.
final class XbarStream: Sendable {
    private struct State {
        var blocks: XbarBlocks
        /// Counts what came, so that whoever waits for a pause sees whether there was one.
        var bytes = 0
        var isSettled = false
        var process: ProviderProcess?
        var end: ProcessEnd?
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// There is news that was told and not asked for since then.
        var toldAt: ContinuousClock.Instant?
        var askedAt = ContinuousClock.now
    }

    private let state: Mutex<State>
    private let tell: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: bytes of what it shows.
    ///   - tell: called when it shows something else, or has ended.
    init(limit: Int, tell: @escaping @Sendable () -> Void) {
        state = Mutex(State(blocks: XbarBlocks(limit: limit)))
        self.tell = tell
    }

    /// Starts the plugin.
    func start(_ run: ProviderRun, environment: [String: String]) async throws(WidgetError) {
        let process = try await run.launch(environment: environment, output: .followed { [weak self] bytes in self?.take(bytes) })
        state.withLock { $0.process = process }
        Task {
            let end = await process.end()
            let waiting = state.withLock { state in
                (state.end, state.isSettled) = (end, true)
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
            // One that was ended because nobody asked has nothing to say.
            if end.cut != .stopped { tell() }
        }
    }

    /// Whether it runs, so that another need not be started.
    var isRunning: Bool { state.withLock { $0.process != nil && $0.end == nil } }

    /// It was ended from here, because nobody asked for it.
    var wasStopped: Bool { state.withLock { $0.end?.cut == .stopped } }

    func stop() { state.withLock { $0.process }?.terminate(.stopped) }

    /// What it shows, once it has shown anything; how it ended, where it did.
    func shown() async -> (output: [UInt8], end: ProcessEnd?) {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                (state.askedAt, state.toldAt) = (.now, nil)
                if !state.isSettled { state.waiting.append(continuation) }
                return state.isSettled
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { ($0.blocks.shown, $0.end) }
    }

    /// Whoever waits for the first that it shows has waited long enough.
    func giveUp() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func take(_ bytes: [UInt8]) {
        let (count, isOver) = state.withLock { state in
            state.blocks.push(bytes)
            state.bytes += bytes.count
            return (state.bytes, state.blocks.isOver)
        }
        if isOver {
            state.withLock { $0.process }?.terminate(.output)
            return
        }
        // A block has no end but the next one's beginning: it is there when nothing more comes for a moment.
        Task {
            try? await Task.sleep(for: ProviderLimits.pluginPause)
            settle(at: count)
        }
    }

    private func settle(at count: Int) {
        var isIdle = false
        var tells = false
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.bytes == count, state.end == nil, !state.blocks.shown.isEmpty else { return [] }
            let now = ContinuousClock.now
            isIdle = state.toldAt != nil && state.askedAt.duration(to: now) > ProviderLimits.pluginUnasked
            tells = state.isSettled && (state.toldAt.map { $0.duration(to: now) > ProviderLimits.pluginToldAgain } ?? true)
            if tells { state.toldAt = now }
            state.isSettled = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        if isIdle { stop() } else if tells { tell() }
    }
}
