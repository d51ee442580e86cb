import Glibc
import Systemd
import Testing

@Suite("Where the log goes")
struct LogDestinationTests {
    private func identity(_ descriptor: CInt) -> String {
        var status = stat()
        fstat(descriptor, &status)
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// A pseudo-terminal.
    private func withTerminal(_ body: (CInt) throws -> Void) throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        try body(terminal)
    }

    @Test("Standard error that is the journal's stream means the journal")
    func journal() throws {
        let pipe = try Pipe()
        #expect(LogDestination.detect(environment: ["JOURNAL_STREAM": identity(pipe.writing)], descriptor: pipe.writing) == .journal)
    }

    @Test("Standard error that was redirected isn't the journal, whatever the variable says")
    func redirected() throws {
        let (stream, file) = (try Pipe(), try Pipe())
        #expect(LogDestination.detect(environment: ["JOURNAL_STREAM": identity(stream.writing)], descriptor: file.writing) == .terminal(colored: false))
    }

    @Test("A pipe gets no colour")
    func pipe() throws {
        let pipe = try Pipe()
        #expect(LogDestination.detect(environment: ["TERM": "xterm"], descriptor: pipe.writing) == .terminal(colored: false))
    }

    @Test("A terminal gets colour, unless NO_COLOR or a dumb terminal forbids it")
    func terminal() throws {
        try withTerminal { descriptor in
            #expect(LogDestination.detect(environment: ["TERM": "xterm"], descriptor: descriptor) == .terminal(colored: true))
            #expect(LogDestination.detect(environment: ["NO_COLOR": ""], descriptor: descriptor) == .terminal(colored: true))
            #expect(LogDestination.detect(environment: ["NO_COLOR": "1"], descriptor: descriptor) == .terminal(colored: false))
            #expect(LogDestination.detect(environment: ["TERM": "dumb"], descriptor: descriptor) == .terminal(colored: false))
        }
    }
}
