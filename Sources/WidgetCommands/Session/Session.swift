import ArgumentParser
import CommandRendering
import Glibc
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// Everything that a command works with: the daemon, the terminal, the clock.
struct Session {
    let client: WidgetClient
    var terminal: TerminalTraits
    let dates: DateFormatting
    let printsJSON: Bool
    var output: OutputFile
    /// Where a user is asked, so that the answer isn't among what is printed.
    var errors = OutputFile.error
    var input = InputFile.standard

    var style: Style { Style(isColored: terminal.color != .none) }
    var drawing: WidgetDrawing {
        WidgetDrawing(
            color: terminal.color, isUnicode: terminal.isUnicode, now: dates.now, localTime: SystemClock.localTime, hasHyperlinks: terminal.hasHyperlinks)
    }
    /// The width at which tables are cut: the terminal's; nil where the output goes elsewhere.
    var tableWidth: Int? { terminal.isTerminal ? terminal.columns : nil }

    /// The session that the options and the process's environment give.
    init(_ options: CommonOptions) {
        self.init(socket: options.socket, timeout: options.timeout, json: options.json)
        client.mayAskForPassword = !options.noAskPassword && isatty(STDIN_FILENO) == 1
    }

    /// - Parameters:
    ///   - socket: the daemon's socket, instead of where it usually is.
    ///   - timeout: seconds that a call may take, instead of what is usual.
    init(socket: String?, timeout: Double?, json: Bool) {
        client = WidgetClient(
            location: SocketLocation(explicit: socket, environment: Environment.value, uid: getuid()),
            timeout: timeout.map { .milliseconds(Int64($0 * 1_000)) })
        terminal = TerminalTraits.of(STDOUT_FILENO, environment: Environment.value)
        client.surface = terminal.surface(environment: Environment.value)
        dates = SystemClock.formatting
        printsJSON = json
        output = .standard
    }

    /// Prints an answer: as JSON, or as `text` renders it.
    func show<Response: Message>(_ response: Response, as text: (Response) -> String) throws {
        try output.write(printsJSON ? JSONOutput.object(response) + "\n" : text(response))
    }

    /// Prints what no message of the daemon's says: an object of JSON, or text.
    func show(json: @autoclosure () -> String, text: @autoclosure () -> String) throws {
        try output.write(printsJSON ? json() + "\n" : text())
    }

    /// Prints the events of a watch, until interrupted. It waits for a daemon that restarts.
    func follow<Event: Message>(
        _ open: (WidgetClient) throws(WidgetError) -> EventWatch<Event>, line: (Event, DateFormatting) -> String
    ) throws {
        try follow { client throws(WidgetError) in
            let watch = try open(client)
            return { () throws(WidgetError) in if case .event(let event) = try watch.next() { event } else { nil } }
        } each: { event, dates in
            try show(event) { line($0, dates) }
        }
    }

    /// Takes events one after another, until interrupted. It waits for a daemon that restarts, and says so on standard error.
    ///
    /// - Parameters:
    ///   - open: begins anew, and gives a function that waits for the next event. The function returns nil where the daemon has ended the watch.
    ///   - each: takes an event, and the dates of that moment.
    /// - Throws: what `open` throws the first time; later only errors other than UNAVAILABLE; what `each` throws.
    func follow<Event>(
        _ open: (WidgetClient) throws(WidgetError) -> () throws(WidgetError) -> Event?, each: (Event, DateFormatting) throws -> Void
    ) throws {
        var next: (() throws(WidgetError) -> Event?)? = try open(client)
        var link = Reconnection()
        link.connected()
        client.patience = .zero
        while true {
            let event: Event
            do throws(WidgetError) {
                if next == nil { next = try open(client) }
                guard let came = try next?() else { throw WidgetError(.unavailable, "widgetd ended the connection") }
                event = came
                link.connected()
            } catch {
                guard error.code == .unavailable else { throw error }
                if link.isConnected { try errors.write("widgetctl: \(PlainText.line(error.message)); waiting for it\n") }
                client.close()
                next = nil
                link.lost()
                SystemClock.sleep(for: .milliseconds(link.milliseconds ?? 0))
                continue
            }
            var dates = dates
            dates.now = SystemClock.now
            try each(event, dates)
        }
    }

    /// Asks for an action under an idempotency key.
    ///
    /// - Throws: what `call` throws; where no answer came, with the key to ask again with.
    func perform<Answer>(key: String, _ call: () throws(WidgetError) -> Answer) throws(WidgetError) -> Answer {
        // Without a daemon nothing was asked.
        try client.connect()
        do {
            return try call()
        } catch {
            // A daemon that answers knows the outcome, also where a provider was too slow.
            guard error.isUnanswered || error.code == .unavailable && client.descriptor == nil else { throw error }
            throw error.unanswered(key: key)
        }
    }
}

extension WidgetError {
    /// The error of an action whose outcome isn't known, with how to ask again.
    func unanswered(key: String) -> WidgetError {
        WidgetError(
            code, "\(message). It may have been performed. Repeat the command with --key \(key) to get the outcome: the action is performed only once",
            cause: cause)
    }
}

/// A question before something that can't be undone.
enum Confirmation {
    /// Asks on a terminal; elsewhere nobody could answer.
    ///
    /// - Parameter flag: what says yes on the command line.
    /// - Throws: an exit with EX_USAGE where there is no terminal, `CANCELLED` where the answer isn't yes.
    static func ask(_ question: String, flag: String, in session: Session) throws {
        guard session.input.isTerminal else {
            try session.errors.write("widgetctl: \(question) Without a terminal nobody can be asked: say so with \(flag)\n")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        try session.errors.write("\(question) [y/N] ")
        guard let answer = try session.input.line()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw WidgetError(.cancelled, "nothing was done")
        }
    }
}
