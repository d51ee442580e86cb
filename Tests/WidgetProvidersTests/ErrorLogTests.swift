import Testing

@testable import WidgetProviders

@Suite("a program's standard error in the log")
struct ErrorLogTests {
    let start = ContinuousClock.now

    @Test("lines come whole, whatever pieces they arrive in")
    func pieces() {
        var log = ErrorLog()
        #expect(log.push("one\ntw".utf8, at: start) == ["one"])
        #expect(log.push("o\r\n\n   \nthree".utf8, at: start) == ["two"])
        #expect(log.finish(at: start) == ["three"])
        #expect(log.lastLine == "three")
    }

    @Test("control characters and text direction are visible, tabs and emoji stay")
    func escapes() {
        var log = ErrorLog()
        #expect(log.push("\u{1B}[31mred\u{7}\ta\u{202E}b 👩‍💻\n".utf8, at: start) == [#"\u{1b}[31mred\u{7}"# + "\ta" + #"\u{202e}b 👩‍💻"#])
        #expect(log.push([0xFF, 0x0A], at: start) == ["\u{FFFD}"])
    }

    @Test("a long line is cut and costs no more memory than that")
    func longLine() {
        var log = ErrorLog()
        let lines = log.push(String(repeating: "x", count: 1 << 20).utf8, at: start) + log.push("\n".utf8, at: start)
        #expect(lines == [String(repeating: "x", count: ProviderLimits.logLineBytes) + "…"])
    }

    @Test("a flood is thinned out, with a word on how much is missing, and the last line is known all the same")
    func flood() {
        var log = ErrorLog()
        let lines = log.push((0..<200).map { "line \($0)\n" }.joined().utf8, at: start)
        #expect(lines.count == ProviderLimits.logLineBurst)
        #expect(log.lastLine == "line 199")
        let later = log.push("again\n".utf8, at: start + .seconds(1))
        #expect(later == ["(150 lines left out: more than 5 a second)", "again"])
    }

    @Test("Swift's own reason for an end is kept apart from the backtrace below it")
    func fatalError() {
        var log = ErrorLog()
        let reason = "Water/View.swift:41: Fatal error: Unexpectedly found nil while unwrapping an Optional value"
        _ = log.push("\(reason)\n\nThread 0 crashed:\n\nBacktrace took 1.42s\n".utf8, at: start)
        #expect(log.fatalError == reason && log.lastLine == "Backtrace took 1.42s")
    }
}
