import CommandRendering
import Glibc
import WidgetCore

/// Shows previews on a terminal, and takes keys, until somebody quits.
final class PreviewLoop {
    private let steps: PreviewSteps
    private let screen: FullScreen
    private let output: OutputFile
    private var terminal: TerminalTraits
    private var keys = KeyDecoder()
    private var isRunning = true
    /// The reason why the last build failed; nil: it didn't.
    private var failure: String?

    init(_ steps: PreviewSteps, _ session: Session) {
        self.steps = steps
        output = session.output
        terminal = session.terminal
        screen = FullScreen(input: STDIN_FILENO, output: session.output, asksBackground: false, asksPictures: false)
    }

    func run() throws {
        guard let signals = SignalPipe([SIGWINCH, SIGINT, SIGTERM, SIGHUP]) else { throw OutputFile.WriteError(code: errno) }
        defer { signals.close() }
        try screen.enter()
        defer { screen.leave() }
        while isRunning {
            try draw()
            var entries = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
            guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
            if entries[1].revents != 0 { try take(signals.taken()) }
            if entries[0].revents != 0 { try takeKeys() }
        }
    }

    private func draw() throws {
        let help = "←/→ entries   [ ] previews   1-9 tap   r rebuild   q quit"
        let lines = failure.map { [$0] } ?? steps.lines(columns: terminal.columns)
        try screen.show(Array((lines + ["", help]).prefix(terminal.rows)), pictures: [], terminal: terminal, Pictures())
    }

    private func take(_ signals: [Int32]) throws {
        for signal in signals {
            guard signal == SIGWINCH else { return isRunning = false }
            terminal = TerminalTraits.of(STDOUT_FILENO, environment: Environment.value)
            try screen.invalidate()
        }
    }

    private func takeKeys() throws {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return isRunning = false }
        for key in keys.keys(Array(buffer[..<count])) {
            switch key {
            case .right, .down, .enter: steps.show(frame: 1)
            case .left, .up: steps.show(frame: -1)
            case .next, .letter("]"): steps.show(preview: 1)
            case .previous, .letter("["): steps.show(preview: -1)
            case .digit(let number): steps.tap(number)
            case .letter("r"): try rebuild()
            case .letter("q"): isRunning = false
            default: break
            }
        }
    }

    /// The compiler prints on the terminal itself. Where it fails, its output stays until Enter.
    private func rebuild() throws {
        screen.leave()
        do {
            try steps.start()
            failure = nil
        } catch let error as WidgetError {
            failure = error.message
            try output.write("\(error.message). Mend it, and press Enter and r.\n")
            _ = readLine()
        }
        try screen.enter()
    }
}
