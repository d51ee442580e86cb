import Glibc
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// What a command works with: the daemon, the terminal, the clock.
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
            color: terminal.color, isUnicode: terminal.isUnicode, now: dates.now, zoneOffset: SystemClock.offset, hasHyperlinks: terminal.hasHyperlinks)
    }
    /// To where tables are cut: the terminal's width; nil where the output goes elsewhere.
    var tableWidth: Int? { terminal.isTerminal ? terminal.columns : nil }

    /// The session that the options and the process's environment give.
    init(_ options: CommonOptions) {
        self.init(socket: options.socket, timeout: options.timeout, json: options.json)
    }

    /// - Parameters:
    ///   - socket: the daemon's socket, instead of where it usually is.
    ///   - timeout: seconds that a call may take, instead of what is usual.
    init(socket: String?, timeout: Double?, json: Bool) {
        client = WidgetClient(
            location: SocketLocation(explicit: socket, environment: Environment.value, uid: getuid()),
            timeout: timeout.map { .milliseconds(Int64($0 * 1_000)) })
        terminal = TerminalTraits.of(STDOUT_FILENO, environment: Environment.value)
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
}
