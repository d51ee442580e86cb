import Glibc
import Logging
import Testing

@testable import Systemd

@Suite("Log lines for a terminal")
struct TerminalLogHandlerTests {
    private let pipe: Pipe

    init() throws { pipe = try Pipe() }

    private func logger(colored: Bool = false) -> Logger {
        let output = LineWriter(descriptor: pipe.writing)
        return Logger(label: "store") { label in
            TerminalLogHandler(label: label, logLevel: .trace, colored: colored, output: output, clock: { timespec(tv_sec: 0, tv_nsec: 7_000_000) })
        }
    }

    /// The line without its time, whose hour depends on the machine's time zone.
    private func line() -> String { String(pipe.text().dropFirst("00:00:00.000 ".count)) }

    @Test("A line has the level, the message and the metadata by key")
    func plain() {
        logger().notice("placed", metadata: ["widget": "w1", "kind": "caffeine"])
        #expect(line() == "notice   placed kind=caffeine widget=w1\n")
    }

    @Test("A line begins with the time to the millisecond")
    func time() throws {
        logger().info("x")
        let text = pipe.text()
        #expect(text.wholeMatch(of: /\d\d:\d\d:00\.007 info     x\n/) != nil, "\(text)")
    }

    @Test("Values with spaces, quotation marks or nothing in them are quoted")
    func quoting() {
        logger().info("x", metadata: ["a": "two words", "b": "", "c": "say \"hi\"", "d": "k=v"])
        #expect(line() == "info     x a=\"two words\" b=\"\" c=\"say \\\"hi\\\"\" d=\"k=v\"\n")
    }

    @Test("What a provider prints can neither forge a line nor drive the terminal")
    func control() {
        logger().info("a\nb\r\u{1b}[2J\u{9b}1A\u{202E}", metadata: ["k\n": "\u{7}\u{2028}"])
        #expect(line() == "info     a\\nb\\r\\u{1b}[2J\\u{9b}1A\\u{202e} k\\n=\\u{7}\\u{2028}\n")
    }

    @Test("Letters of every script stay as they are")
    func letters() {
        logger().info("čaj ☕ お茶 👩‍🔬")
        #expect(line() == "info     čaj ☕ お茶 👩‍🔬\n")
    }

    @Test("With colour only the level is coloured")
    func colored() {
        logger(colored: true).error("disk full")
        #expect(line() == "\u{1b}[31merror   \u{1b}[0m disk full\n")
    }

    @Test("At debug one sees whose line it is")
    func debug() {
        logger().debug("opened")
        #expect(line() == "debug    opened logger=store\n")
    }

    @Test("A reader that is gone doesn't stop the daemon", .timeLimit(.minutes(5)))
    func stuckReader() throws {
        let full = try Pipe(nonBlocking: true)
        let chunk = [UInt8](repeating: 0, count: 65_536)
        while write(full.writing, chunk, chunk.count) > 0 {}
        LineWriter(descriptor: full.writing).write("lost")
    }
}
