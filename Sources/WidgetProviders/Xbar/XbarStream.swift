import Synchronization
import WidgetCore

/// A plugin that stays and says something new whenever it has it (SwiftBar's `streamable`): what it shows now, and the word that it has changed.
final class XbarStream: Sendable {
    private struct State {
        var blocks: XbarBlocks
        /// The block at the last look.
        var shown: [UInt8] = []
        /// Counts what came, so that a look sees whether there was a pause before it.
        var bytes = 0
        /// A look at what has come is on its way.
        var isLooking = false
        /// The callers that have heard of the end.
        var heard: Set<[String]> = []
        var isSettled = false
        var process: ProviderProcess?
        var end: ProcessEnd?
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// There is news that was told and not asked for since then.
        var toldAt: ContinuousClock.Instant?
        var askedAt = ContinuousClock.now

        /// - Returns: how many bytes there are when a look begins; nil: one is on its way.
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
    ///   - limit: bytes of what it shows.
    ///   - clock: lets time pass between two looks.
    ///   - tell: called when it shows something else, or has ended.
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
            // One that was ended because nobody asked has nothing to say.
            if end.cut != .stopped { tell() }
        }
    }

    /// Whether it runs, so that another need not be started.
    var isRunning: Bool { state.withLock { $0.process != nil && $0.end == nil } }

    /// It has ended by itself, and `asker` hasn't heard of it yet.
    func answersEnd(to asker: [String]) -> Bool { state.withLock { $0.end.map { $0.cut != .stopped } == true && !$0.heard.contains(asker) } }

    func stop() { state.withLock { $0.process }?.terminate(.stopped) }

    /// Waits for its first block, or its end, and returns the newest block. `asker` has heard of the end then.
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

    /// A caller that waits for the first block has waited long enough.
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

    /// A block has no end but the next one's beginning: the newest is whole when nothing more comes for a moment. A program that prints without a pause is
    /// looked at as often.
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

/// The output of a plugin that stays: blocks, each begun by a line `~~~`, of which the last that has anything in it is what it shows.
struct XbarBlocks {
    private var line: [UInt8] = []
    private var current: [UInt8] = []
    private var last: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: bytes of a block.
    init(limit: Int) { self.limit = limit }

    /// The newest block, as far as it has come, or while that is empty the one before.
    var shown: [UInt8] {
        let newest = current + line
        return newest.contains { $0 > UInt8(ascii: " ") } ? newest : last
    }

    /// The last block that another one follows and that has anything in it; while there is none, the newest as far as it has come.
    var whole: [UInt8] { last.isEmpty ? shown : last }

    /// A block has more bytes than it may.
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
