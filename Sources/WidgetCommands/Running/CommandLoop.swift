import CommandRendering
import Glibc
import Linux
import WidgetCore

/// Waits for all that happens while a command runs: its output, what is typed, signals, and its end.
final class CommandLoop {
    private let command: RunningCommand
    private let activity: CommandActivity
    private let signals: SignalPipe
    private let errors: OutputFile
    private let terminal: ControllingTerminal?
    private var progress = ProgressReader()
    private var shownAt: ContinuousClock.Instant?
    /// How the command ended, and until when others may print in its place; nil: it runs.
    private var end: (how: RunningCommand.End, until: ContinuousClock.Instant)?

    /// The signals that are passed on. SIGTTIN and SIGTTOU stop widgetctl itself, and the command then too.
    private static let forwarded = [
        SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH, SIGURG, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
    ]

    /// Starts the command, and its activity once it runs.
    init(_ words: [String], _ activity: CommandActivity, errors: OutputFile) throws(SpawnError) {
        // A signal that is ignored, as with nohup(1), stays ignored in the command.
        let heard = Self.forwarded.filter { !Self.isIgnored($0) }
        guard let signals = SignalPipe(heard + [SIGCHLD]) else { throw SpawnError(code: errno) }
        // The program that started this one may have blocked the signal, and the wait would be for ever.
        var child = sigset_t()
        sigemptyset(&child)
        sigaddset(&child, SIGCHLD)
        pthread_sigmask(SIG_UNBLOCK, &child, nil)
        (self.signals, self.activity, self.errors) = (signals, activity, errors)
        terminal = ControllingTerminal()
        do throws(SpawnError) {
            command = try RunningCommand(words, isForeground: terminal.map { $0.isOwn && $0.isForeground } ?? false)
        } catch {
            signals.close()
            throw error
        }
        // Where nobody reads the output any more, the command is told as if it had written there itself.
        signal(SIGPIPE, SIG_IGN)
        activity.begin()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        return sigaction(number, nil, &action) == 0 && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Runs until the command has ended and all of its output has passed.
    func run() -> RunningCommand.End {
        takeTerminal()
        defer {
            terminal?.giveBack()
            signals.close()
        }
        while true {
            let hasNews = wait()
            for arrival in signals.arrivals() { forward(arrival) }
            while end == nil, command.session == nil || hasNews, let event = command.event() {
                switch event {
                case .ended(let end): ended(end)
                case .stopped(let number): stop(by: number)
                }
                if command.session != nil { break }
            }
            show()
            if let end {
                if .now > end.until { command.drop(\.isDone) }
                if command.outputs.isEmpty { return end.how }
            }
        }
    }

    private func ended(_ end: RunningCommand.End) {
        self.end = (end, .now + CommandLimits.leftOutputTime)
        command.hasEnded()
        // Text that is typed now is for the next reader.
        terminal?.giveBack()
    }

    /// - Returns: whether the leader of the command's session has something to say.
    private func wait() -> Bool {
        func entry(_ descriptor: Int32, _ events: Int32 = POLLIN) -> pollfd { pollfd(fd: descriptor, events: Int16(events), revents: 0) }
        // Once the command has ended, nobody reads or writes there any more. poll(2) passes over negative descriptors.
        let session = end == nil ? command.session : nil
        let readsInput = terminal?.isTaken == true && session?.takesInput == true
        var entries = [
            entry(signals.descriptor), entry(activity.descriptor), entry(session?.channel ?? -1), entry(readsInput ? terminal?.descriptor ?? -1 : -1),
            entry(session?.takesInput == false ? session?.controller ?? -1 : -1, POLLOUT),
        ]
        let fixed = entries.count
        let outputs = command.outputs
        entries += outputs.map(\.entry)
        let count = poll(&entries, nfds_t(entries.count), timeout)
        // The command has ended. Processes that it left behind may hold its output open without printing; they aren't waited for.
        if count == 0, end != nil { command.drop(\.isFlushed) }
        guard count > 0 else { return false }
        if entries[1].revents != 0, let complaint = activity.complaint() { complain(complaint) }
        if entries[3].revents != 0 { forwardInput() }
        if entries[4].revents != 0 { session?.flushInput() }
        for (output, entry) in zip(outputs, entries[fixed...]) where entry.revents != 0 { forwardOutput(output.from) }
        return entries[2].revents != 0
    }

    /// Milliseconds to wait at most; -1: until something happens.
    private var timeout: Int32 {
        if end != nil { return command.outputs.allSatisfy(\.isFlushed) ? CommandLimits.lastOutputPause : -1 }
        guard progress.fraction != activity.task.progress, let shownAt else { return -1 }
        return Int32(max(0, (shownAt + CommandLimits.progressPause - .now) / .milliseconds(1)))
    }

    private func forwardOutput(_ descriptor: Int32) {
        do throws(OutputFile.WriteError) {
            let bytes = try command.forward(descriptor)
            if !bytes.isEmpty { progress.read(bytes) }
        } catch {
            guard error.code != EPIPE else { return }
            complain("can't write the command's output: \(String(cString: strerror(error.code)))")
        }
    }

    private func forwardInput() {
        guard let terminal, let session = command.session else { return }
        if let bytes = terminal.read() { session.type(bytes) } else { terminal.giveBack() }
    }

    private func complain(_ text: String) {
        // A terminal that passes each key on doesn't return to its margin by itself.
        try? errors.write("widgetctl: \(text)\(terminal?.isTaken == true ? "\r\n" : "\n")")
    }

    // MARK: The activity

    private func show() {
        guard progress.fraction != activity.task.progress else { return }
        if let shownAt, .now - shownAt < CommandLimits.progressPause { return }
        shownAt = .now
        activity.show(progress.fraction)
    }

    // MARK: Signals and job control

    private func forward(_ arrival: SignalPipe.Arrival) {
        guard end == nil else { return endOutput(arrival.number) }
        let session = command.session
        switch (arrival.number, arrival.isTyped) {
        case (SIGCHLD, _): break
        case (SIGCONT, _): proceed()
        case (SIGWINCH, true): resize()
        // The command is in this process's group: it has the terminal's signal already.
        case (_, true) where session == nil: break
        case (SIGINT, true), (SIGQUIT, true), (SIGTSTP, true):
            if let session, session.isForeground { session.typeSignal(arrival.number) } else { kill(-command.id, arrival.number) }
        case (_, true): kill(-command.id, arrival.number)
        case (_, false): kill(command.id, arrival.number)
        }
    }

    /// A signal came after the command's end: there is only this process left to stop or to end.
    private func endOutput(_ number: Int32) {
        switch number {
        case SIGCHLD, SIGCONT, SIGWINCH, SIGURG: break
        case SIGTSTP:
            signal(number, SIG_DFL)
            raise(number)
            signals.catchAgain(number)
        default: command.drop()
        }
    }

    /// The command was stopped. A user at the terminal gets the shell back, or, where the command only wanted to read or change the terminal, that is made
    /// possible.
    private func stop(by number: Int32) {
        let wantsTerminal = (number == SIGTTIN || number == SIGTTOU) && command.session?.isForeground == false
        if wantsTerminal, terminal?.isForeground ?? true {
            command.session?.proceed(isForeground: true)
            return takeTerminal()
        }
        // SIGSTOP was sent to the command alone, by somebody who will send it SIGCONT.
        guard number != SIGSTOP else { return }
        let isTaken = terminal?.isTaken == true
        terminal?.giveBack()
        signal(number, SIG_DFL)
        // Keys that are passed on stop the command alone. Programs before and behind it in a pipeline are stopped here.
        if isTaken || wantsTerminal { kill(0, number) } else { raise(number) }
        // From here on this process was continued, in the foreground or in the background. Where nobody could continue it, it wasn't stopped.
        if number == SIGTSTP { signals.catchAgain(number) }
        let arrivals = signals.arrivals()
        for arrival in arrivals where arrival.number != SIGCONT { forward(arrival) }
        if wantsTerminal, !arrivals.contains(where: { $0.number == SIGCONT }) {
            // It waits for a terminal that it can't have.
            kill(-command.id, SIGHUP)
        }
        proceed(isForeground: isTaken || wantsTerminal)
    }

    /// Continues the command that was stopped, with the terminal where that is this process's.
    private func proceed(isForeground wantsTerminal: Bool = false) {
        if let session = command.session {
            session.proceed(isForeground: (wantsTerminal || session.isForeground) && terminal?.isForeground != false)
            takeTerminal()
            resize()
        } else {
            kill(command.id, SIGCONT)
        }
    }

    private func takeTerminal() {
        if command.session?.isForeground == true { terminal?.take() }
    }

    private func resize() {
        guard let session = command.session, let output = command.outputs.first(where: { $0.from == session.controller }) else { return }
        session.resize(like: output.to)
        // In the foreground, the kernel tells it.
        if !session.isForeground { kill(-command.id, SIGWINCH) }
    }
}
