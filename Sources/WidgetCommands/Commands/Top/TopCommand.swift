import ArgumentParser
import CommandRendering
import Glibc
import Linux
import WidgetAPI
import WidgetCore

struct TopCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Show what the daemon does now, live.",
        discussion: """
            Calls a second by method, reloads by cause, the time that providers take, queues, the links to other devices with their lag, and memory. It is \
            drawn once a second, and q quits. Rates and times are those of the last second, or since the daemon's start where nothing came.

            --once takes two readings, a second apart, and prints once; so does a command whose output isn't a terminal. --json prints the readings \
            themselves, one a second.

            Examples:
              widgetctl top
              widgetctl top --once
              widgetctl top --once --json
            """)

    /// How often it is drawn.
    private static let interval = Duration.seconds(1)

    @Flag(help: "Print once, and end.")
    var once = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        if session.printsJSON {
            repeat {
                try session.show(session.client.metrics()) { _ in "" }
                if !once { SystemClock.sleep(for: Self.interval) }
            } while !once
        } else if once || !session.terminal.isTerminal || isatty(STDIN_FILENO) != 1 {
            let first = try session.client.metrics()
            SystemClock.sleep(for: Self.interval)
            let lines = TopRendering.lines(TopReading(try session.client.metrics(), after: first), session.style, width: session.tableWidth)
            try session.output.write(lines.map { $0 + "\n" }.joined())
        } else {
            try watch(in: session)
        }
    }

    /// Draws until a user or a signal ends it.
    private func watch(in session: Session) throws {
        guard let signals = SignalPipe([SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]) else { throw OutputFile.WriteError(code: errno) }
        defer { signals.close() }
        var before: ProtoMetricsResponse? = try session.client.metrics()
        let screen = FullScreen(input: STDIN_FILENO, output: session.output, asksBackground: false, asksPictures: false)
        session.client.patience = .zero
        try screen.enter()
        defer { screen.leave() }
        var keys = KeyDecoder()
        var next = Uptime.now
        while true {
            if Uptime.now >= next {
                next = Uptime.now + 1_000
                before = try draw(screen, in: session, after: before)
            }
            var entries = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
            guard poll(&entries, 2, Int32(clamping: max(0, next - Uptime.now))) > 0 else { continue }
            if entries[1].revents != 0 {
                for signal in signals.taken() {
                    switch signal {
                    case SIGWINCH:
                        try screen.invalidate()
                        next = Uptime.now
                    case SIGTSTP:
                        screen.leave()
                        // Stops here, and goes on when the shell brings it back.
                        raise(SIGSTOP)
                        try screen.enter()
                        next = Uptime.now
                    default: return
                    }
                }
            }
            guard entries[0].revents != 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            // The terminal is gone.
            if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return }
            if keys.keys(Array(buffer[..<max(0, count)])).contains(.letter("q")) { return }
        }
    }

    /// - Returns: the reading that was drawn; nil: the daemon was away.
    private func draw(_ screen: FullScreen, in session: Session, after before: ProtoMetricsResponse?) throws -> ProtoMetricsResponse? {
        let traits = TerminalTraits.of(STDOUT_FILENO, environment: Environment.value)
        let response: ProtoMetricsResponse?
        let lines: [String]
        do throws(WidgetError) {
            let answer = try session.client.metrics()
            response = answer
            lines = TopRendering.lines(TopReading(answer, after: before), session.style, width: traits.columns, height: traits.rows)
        } catch {
            session.client.close()
            response = nil
            lines = ["widgetctl: \(PlainText.line(error.message)); waiting for it"]
        }
        try screen.show(lines, pictures: [], terminal: traits, Pictures())
        return response
    }
}
