import Glibc
import WidgetCore

/// Waits for all that happens while a command runs: its output, what is typed, signals, and its end.
final class CommandLoop {
    private let command: RunningCommand
    private let activity: CommandActivity
    private let signals: SignalPipe
    private var progress = ProgressReader()
    private var shownAt: ContinuousClock.Instant?
    private var saved: termios?
    private var readsInput: Bool

    /// Starts the command.
    init(_ words: [String], _ activity: CommandActivity) throws(WidgetError) {
        guard let signals = SignalPipe([SIGCHLD, SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT]) else {
            throw WidgetError(.resourceExhausted, "no pipe can be had: \(String(cString: strerror(errno)))")
        }
        self.signals = signals
        self.activity = activity
        do throws(WidgetError) {
            command = try RunningCommand(words)
        } catch {
            signals.close()
            throw error
        }
        readsInput = command.terminal != nil && isatty(STDIN_FILENO) == 1
    }

    /// Runs until the command has ended and all of its output has passed.
    func run() throws -> RunningCommand.End {
        command.resize()
        takeTerminal()
        defer {
            giveTerminalBack()
            signals.close()
        }
        var end: RunningCommand.End?
        while true {
            try wait(isEnding: end != nil)
            for number in signals.taken() { forward(number) }
            if end == nil { end = command.end() }
            show()
            if let end, command.outputs.isEmpty { return end }
        }
    }

    private func wait(isEnding: Bool) throws {
        var entries = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        entries += command.outputs.map { pollfd(fd: $0.from, events: Int16(POLLIN), revents: 0) }
        if readsInput { entries.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
        let count = poll(&entries, nfds_t(entries.count), isEnding ? CommandLimits.lastOutputPause : timeout)
        // It has ended, and what it left behind holds its output open without printing: that isn't waited for.
        if count == 0, isEnding { while let output = command.outputs.first { command.drop(output.from) } }
        for entry in entries.dropFirst() where entry.revents != 0 {
            if readsInput, entry.fd == STDIN_FILENO {
                passInput()
            } else if let output = command.outputs.first(where: { $0.from == entry.fd }),
                let bytes = try command.pass(output.from, to: OutputFile(descriptor: output.to))
            {
                progress.read(bytes)
            }
        }
    }

    /// Milliseconds until a progress is shown that waits for it; -1: none does.
    private var timeout: Int32 {
        guard progress.fraction != activity.task.progress, let shownAt else { return -1 }
        return Int32(max(0, (shownAt + CommandLimits.progressPause - .now) / .milliseconds(1)))
    }

    private func show() {
        guard progress.fraction != activity.task.progress else { return }
        if let shownAt, .now - shownAt < CommandLimits.progressPause { return }
        shownAt = .now
        activity.show(progress.fraction)
    }

    private func passInput() {
        guard let terminal = command.terminal else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            readsInput = false
            return
        }
        try? OutputFile(descriptor: terminal).write(Array(buffer[..<count]))
    }

    private func forward(_ number: Int32) {
        switch number {
        case SIGCHLD: break
        case SIGWINCH: command.resize()
        // Who typed it at a terminal sent it to the command too.
        case SIGINT where isatty(STDIN_FILENO) == 1, SIGQUIT where isatty(STDIN_FILENO) == 1: break
        default: kill(command.id, number)
        }
    }

    // MARK: The terminal

    private func takeTerminal() {
        var attributes = termios()
        guard readsInput, tcgetattr(STDIN_FILENO, &attributes) == 0 else { return }
        saved = attributes
        if let terminal = command.terminal { tcsetattr(terminal, TCSANOW, &attributes) }
        cfmakeraw(&attributes)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes)
    }

    private func giveTerminalBack() {
        guard var saved else { return }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &saved)
    }
}
