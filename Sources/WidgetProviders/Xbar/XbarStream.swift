import Synchronization
import WidgetCore

/// A plugin that keeps running and prints new blocks at any time (SwiftBar's `streamable`). It keeps the newest block, and reports changes.
final class XbarStream: Sendable {
    private struct State {
        var blocks: XbarBlocks
        /// The block that is shown, as of the last look.
        var shown: [UInt8] = []
        /// The number of bytes that have come. By it a look sees whether there was a pause before it.
        var bytes = 0
        /// A look is scheduled.
        var isLooking = false
        /// The callers that have heard of the end.
        var heard: Set<[String]> = []
        var isSettled = false
        var process: ProviderProcess?
        var end: ProcessEnd?
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// When a change was reported that nobody has asked about since.
        var toldAt: ContinuousClock.Instant?
        var askedAt = ContinuousClock.now

        /// Schedules a look.
        /// - Returns: the number of bytes so far. Nil where a look is scheduled already.
        mutating func look() -> Int? {
            if isLooking { return nil }
            isLooking = true
            return bytes
        }
    }

    private let state: Mutex<State>
    private let clock: any Clock<Duration>
    private let tell: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: the most bytes of a block.
    ///   - clock: measures the pause before a look.
    ///   - tell: called when the plugin shows something else, or has ended.
    init(limit: Int, clock: any Clock<Duration>, tell: @escaping @Sendable () -> Void) {
        state = Mutex(State(blocks: XbarBlocks(limit: limit)))
        self.clock = clock
        self.tell = tell
    }

    /// Starts the plugin.
    func start(_ run: ProviderRun, environment: [String: String]) async throws(WidgetError) {
        let process = try await run.launch(environment: environment, output: .followed { [weak self] bytes in self?.take(bytes) })
        state.withLock { $0.process = process }
        Task {
            let end = await process.end()
            let waiting = state.withLock { state in
                (state.end, state.isSettled, state.shown) = (end, true, state.blocks.shown)
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
            // A plugin that was stopped has nothing to report.
            if end.termination != .stopped { tell() }
        }
    }

    /// Whether the plugin runs, so that no other needs to be started.
    var isRunning: Bool { state.withLock { $0.process != nil && $0.end == nil } }

    /// Whether the plugin has ended by itself, and `asker` doesn't know of it yet.
    func answersEnd(to asker: [String]) -> Bool { state.withLock { $0.end.map { $0.termination != .stopped } == true && !$0.heard.contains(asker) } }

    func stop() { state.withLock { $0.process }?.terminate(.stopped) }

    /// Waits for the first block or the end, and returns the newest block. It notes that `asker` knows of the end.
    func shown(to asker: [String]) async -> (output: [UInt8], end: ProcessEnd?) {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                (state.askedAt, state.toldAt) = (.now, nil)
                if !state.isSettled { state.waiting.append(continuation) }
                return state.isSettled
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { state in
            if state.end != nil { state.heard.insert(asker) }
            return (state.shown, state.end)
        }
    }

    /// Resumes the callers that wait for the first block, because their deadline has passed.
    func giveUp() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func take(_ bytes: [UInt8]) {
        let (isOver, count) = state.withLock { state in
            state.blocks.push(bytes)
            state.bytes += bytes.count
            return (state.blocks.isOver, state.look())
        }
        if isOver {
            state.withLock { $0.process }?.terminate(.output)
        } else if let count {
            look(after: count)
        }
    }

    /// Only the next block marks the end of a block. So the newest block counts as complete when nothing more comes for a moment. The output of a program that
    /// prints without a pause is checked as often.
    private func look(after count: Int) {
        Task {
            try? await clock.sleep(for: ProviderLimits.pluginPause)
            take(after: count)
        }
    }

    private func take(after count: Int) {
        var isIdle = false
        var tells = false
        var next: Int?
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isLooking = false
            guard state.end == nil else { return [] }
            let isQuiet = state.bytes == count
            let before = state.shown
            state.shown = isQuiet ? state.blocks.shown : state.blocks.whole
            if !isQuiet { next = state.look() }
            guard !state.shown.isEmpty, state.shown != before || isQuiet else { return [] }
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
        if let next { look(after: next) }
    }
}

/// The output of a streaming plugin: blocks that each begin with a line `~~~`. The plugin shows the last block that isn't empty.
struct XbarBlocks {
    private var line: [UInt8] = []
    private var current: [UInt8] = []
    private var last: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: the most bytes of a block.
    init(limit: Int) { self.limit = limit }

    /// The newest block so far, or the one before while the newest is empty.
    var shown: [UInt8] {
        let newest = current + line
        return newest.contains { $0 > UInt8(ascii: " ") } ? newest : last
    }

    /// The last complete block that isn't empty. While there is none, the newest block so far.
    var whole: [UInt8] { last.isEmpty ? shown : last }

    /// Whether the current block has more bytes than `limit`.
    var isOver: Bool { current.count + line.count > limit }

    mutating func push(_ bytes: some Sequence<UInt8>) {
        for byte in bytes where !isOver {
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            if line.filter({ $0 > UInt8(ascii: " ") }) == Array("~~~".utf8) {
                last = current.contains { $0 > UInt8(ascii: " ") } ? current : last
                current = []
            } else {
                current += line
            }
            line = []
        }
    }
}
