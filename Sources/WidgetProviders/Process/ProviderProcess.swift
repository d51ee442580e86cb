import CLauncher
import Glibc
import Linux
import Logging
import NIOPosix
import Synchronization
import WidgetCore

/// A running provider program. It reads the program's output, and ends the program with everything in its process group.
///
/// It doesn't poll, and no thread waits: the kernel reports output and, by a pidfd, the end. When the program ends, its whole process group is killed before
/// the program is reaped. Until then no other process can get the group's number.
final class ProviderProcess: Sendable {
    let pid: Int32

    private struct State {
        var output: [UInt8] = []
        var errors = ErrorLog()
        var termination: ProcessEnd.TerminationReason?
        var end: ProcessEnd?
        var waiters: [CheckedContinuation<ProcessEnd, Never>] = []
        /// By descriptor.
        var watches: [Int32: DescriptorWatch] = [:]
        /// Kills what SIGTERM didn't end.
        var grace: DescriptorWatch?
    }

    private let pidfd: Int32
    private let outputPipe: Int32?
    private let errorPipe: Int32
    private let outputLimit: Int
    /// Takes the output instead of keeping it.
    private let follower: (@Sendable ([UInt8]) -> Void)?
    /// Whether the kernel ended processes of the program for their memory.
    private let isOutOfMemory: @Sendable () -> Bool
    private let logger: Logger
    private let state = Mutex(State())

    init(
        _ launched: widgetd_launched, outputPipe: Int32?, errorPipe: Int32, outputLimit: Int, follower: (@Sendable ([UInt8]) -> Void)?,
        isOutOfMemory: @escaping @Sendable () -> Bool, logger: Logger
    ) {
        pid = launched.pid
        pidfd = launched.pidfd
        self.outputPipe = outputPipe
        self.errorPipe = errorPipe
        self.outputLimit = outputLimit
        self.follower = follower
        self.isOutOfMemory = isOutOfMemory
        self.logger = logger
    }

    /// Starts a program.
    ///
    /// - Throws: `UNAVAILABLE` that names the program and the failure; `RESOURCE_EXHAUSTED` where its descriptors can't be watched.
    static func launch(_ request: LaunchRequest, logger: Logger) async throws(WidgetError) -> ProviderProcess {
        let result: Result<ProviderProcess, WidgetError>
        do {
            // The kernel kills a program when the thread that started it ends. The threads of this pool live as long as the daemon.
            result = try await NIOThreadPool.singleton.runIfActive {
                Result { () throws(WidgetError) in try start(request, logger: logger) }
            }
        } catch {
            throw WidgetError(.unavailable, "\(request.program) can't be started: the daemon is stopping", cause: "\(error)")
        }
        let process = try result.get()
        try process.watch()
        return process
    }

    /// Whether the program has ended and was reaped.
    var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// Waits for the end, and says how the program ended.
    func end() async -> ProcessEnd {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> ProcessEnd? in
                if state.end == nil { state.waiters.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Ends the program and everything in its group: SIGTERM, and SIGKILL for what is left after ``ProviderLimits/terminationGrace``.
    func terminate(_ reason: ProcessEnd.TerminationReason) {
        let isFirst = state.withLock { state in
            guard state.end == nil, state.termination == nil else { return false }
            state.termination = reason
            return true
        }
        guard isFirst else { return }
        signalGroup(SIGTERM)
        do throws(WidgetError) {
            // The timer keeps this object alive until it fires or the program ends.
            let grace = try DescriptorWatcher.after(ProviderLimits.terminationGrace) { self.signalGroup(SIGKILL) }
            let isLate = state.withLock { state in
                state.grace = grace
                return state.end != nil
            }
            if isLate { grace.cancel() }
        } catch {
            signalGroup(SIGKILL)
        }
    }

    // MARK: Events

    /// Begins to watch the program. It is called once, right after the start.
    /// - Throws: RESOURCE_EXHAUSTED where the program can't be watched. Then it is ended and reaped.
    func watch() throws(WidgetError) {
        // The watches keep this object alive until the program has ended, which cancels them.
        var handlers: [Int32: @Sendable () -> Void] = [pidfd: { self.finish() }, errorPipe: { self.readErrors() }]
        if let outputPipe { handlers[outputPipe] = { self.readOutput() } }
        // All watches are added under one lock, so a program that ends at once finds all of them or none.
        let failed = state.withLock { state -> (error: WidgetError, watches: [Int32: DescriptorWatch])? in
            do throws(WidgetError) {
                for (descriptor, handler) in handlers { state.watches[descriptor] = try DescriptorWatcher.watch(descriptor, handler) }
                return nil
            } catch {
                defer { state.watches = [:] }
                return (error, state.watches)
            }
        }
        guard let failed else { return }
        signalGroup(SIGKILL)
        // The program is reaped before its pidfd is closed. It may have been reaped already, if its end was reported meanwhile.
        var (code, status): (Int32, Int32) = (0, 0)
        _ = widgetd_reap(pidfd, 1, &code, &status)
        for descriptor in handlers.keys where failed.watches[descriptor] == nil { close(descriptor) }
        for watch in failed.watches.values { watch.cancel() }
        throw failed.error
    }

    private func stopWatching(_ descriptor: Int32) {
        state.withLock { $0.watches.removeValue(forKey: descriptor) }?.cancel()
    }

    @discardableResult
    private func readErrors() -> Bool {
        readOnce(errorPipe) { keepErrors($0) }
    }

    @discardableResult
    private func readOutput() -> Bool {
        guard let outputPipe else { return false }
        return readOnce(outputPipe) { keepOutput($0) }
    }

    private func keepErrors(_ bytes: UnsafeRawBufferPointer) {
        log(state.withLock { $0.errors.push(bytes, at: .now) })
    }

    private func keepOutput(_ bytes: UnsafeRawBufferPointer) {
        if let follower { return follower(Array(bytes)) }
        let isOver = state.withLock { state in
            // One byte over the limit is enough to know. The rest is read and dropped, so that the pipe doesn't fill.
            state.output.append(contentsOf: bytes.prefix(max(0, outputLimit + 1 - state.output.count)))
            return state.output.count > outputLimit
        }
        if isOver { terminate(.output) }
    }

    /// Reads once from a pipe that is still watched, and says whether there was data. At its end the pipe is closed, and its number may be used again.
    private func readOnce(_ descriptor: Int32, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard state.withLock({ $0.watches[descriptor] != nil }) else { return false }
        return withUnsafeTemporaryAllocation(byteCount: ProviderLimits.readBytes, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 {
                body(UnsafeRawBufferPointer(rebasing: buffer[0..<count]))
            } else if count == 0 || errno != EAGAIN && errno != EINTR {
                stopWatching(descriptor)
            }
            return count > 0
        }
    }

    /// The program has ended. This kills its group, reads the rest of its output, reaps it, and resumes the waiters.
    private func finish() {
        signalGroup(SIGKILL)
        // The rest of its output is in the pipes. A process that escaped from the group may hold them open and go on writing, so this doesn't wait for their
        // end.
        for _ in 0..<ProviderLimits.lastReads where !readErrors() { break }
        for _ in 0..<ProviderLimits.lastReads where !readOutput() { break }
        let lines = state.withLock { $0.errors.finish(at: .now) }
        log(lines)

        let finished = state.withLock { state -> (ProcessEnd, State)? in
            guard state.end == nil else { return nil }
            var code: Int32 = 0
            var status: Int32 = 0
            let reaped = widgetd_reap(pidfd, 0, &code, &status)
            guard reaped != 0 else { return nil }
            // Where the daemon's own parent made it ignore SIGCHLD, there is no status. Then the program counts as failed.
            let reason: ProcessEnd.Reason = reaped < 0 ? .exited(-1) : code == CLD_EXITED ? .exited(status) : .signalled(status)
            let fatalError = if case .signalled = reason { state.errors.fatalError } else { String?.none }
            var end = ProcessEnd(reason: reason, termination: state.termination, output: state.output, lastErrorLine: fatalError ?? state.errors.lastLine)
            if end.termination == nil, case .signalled(SIGKILL) = reason, isOutOfMemory() { end.termination = .memory }
            let before = state
            state.end = end
            state.waiters = []
            state.watches = [:]
            state.output = []
            return (end, before)
        }
        guard let (end, before) = finished else { return }
        for watch in before.watches.values { watch.cancel() }
        before.grace?.cancel()
        for waiter in before.waiters { waiter.resume(returning: end) }
    }

    /// Signals the group, under the lock and only before the program is reaped. Afterwards its number may be another's.
    private func signalGroup(_ number: Int32) {
        state.withLock { state in
            if state.end == nil { _ = kill(-pid, number) }
        }
    }

    private func log(_ lines: [String]) {
        for line in lines { logger.notice("\(line)") }
    }
}
