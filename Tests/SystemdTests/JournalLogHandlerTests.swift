import Glibc
import Logging
import Synchronization
import Testing

@testable import Systemd

/// A journal that keeps what it gets, or refuses it with an error number.
private final class Journal: Sendable {
    private let entries = Mutex<[[String: String]]>([])
    private let refusal: CInt

    init(refusal: CInt = 0) { self.refusal = refusal }

    /// The fields of the last entry.
    var last: [String: String] { entries.withLock { $0.last ?? [:] } }

    func logger(label: String = "providers", fallback: LineWriter = .standardError, provider: Logger.MetadataProvider? = nil) -> Logger {
        let plain = TerminalLogHandler(label: label, logLevel: .trace, colored: false, output: fallback, clock: { timespec() })
        var handler = JournalLogHandler(
            label: label, identifier: "widgetd", logLevel: .trace,
            send: { fields in
                guard self.refusal == 0 else { return -self.refusal }
                self.entries.withLock { $0.append(fields.decoded) }
                return 0
            }, fallback: plain)
        handler.metadataProvider = provider
        return Logger(label: label) { _ in handler }
    }
}

extension JournalFields {
    fileprivate var decoded: [String: String] {
        var start = 0
        var fields: [String: String] = [:]
        for end in ends {
            let field = bytes[start..<end].split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            fields[String(decoding: field[0], as: UTF8.self)] = String(decoding: field[1], as: UTF8.self)
            start = end
        }
        return fields
    }
}

private struct Broken: Error, CustomStringConvertible { var description: String { "broken pipe to the provider" } }

@Suite("Journal entries")
struct JournalLogHandlerTests {
    @Test("An entry has the journal's well-known fields and the logger's label")
    func wellKnown() {
        let journal = Journal()
        journal.logger().warning("provider 'system' timed out", file: "WidgetProviders/Launcher.swift", function: "launch()", line: 42)
        #expect(
            journal.last == [
                "MESSAGE": "provider 'system' timed out", "PRIORITY": "4", "SYSLOG_IDENTIFIER": "widgetd",
                "CODE_FILE": "WidgetProviders/Launcher.swift", "CODE_LINE": "42", "CODE_FUNC": "launch()", "WIDGETD_LOGGER": "providers",
            ])
    }

    @Test(
        "Levels become syslog's priorities",
        arguments: zip([Logger.Level.trace, .debug, .info, .notice, .warning, .error, .critical], ["7", "7", "6", "5", "4", "3", "2"]))
    func priorities(level: Logger.Level, priority: String) {
        let journal = Journal()
        journal.logger().log(level: level, "x")
        #expect(journal.last["PRIORITY"] == priority)
    }

    @Test("Metadata can be searched by field, and the nearest to the call wins")
    func metadata() {
        let journal = Journal()
        var logger = journal.logger(provider: Logger.MetadataProvider { ["peer": "task", "kind": "task"] })
        logger[metadataKey: "peer"] = "logger"
        logger[metadataKey: "widget"] = "w1"
        logger.info("x", metadata: ["kind": "call", "exit-code": "\(3)"])
        #expect(journal.last["WIDGETD_WIDGET"] == "w1")
        #expect(journal.last["WIDGETD_PEER"] == "task")
        #expect(journal.last["WIDGETD_KIND"] == "call")
        #expect(journal.last["WIDGETD_EXIT_CODE"] == "3")
    }

    @Test("Metadata cannot pass for a field of the journal")
    func forgery() {
        let journal = Journal()
        journal.logger().info("x", metadata: ["PRIORITY": "0", "a=b\nMESSAGE": "forged"])
        #expect(journal.last["PRIORITY"] == "6")
        #expect(journal.last["WIDGETD_A_B_MESSAGE"] == "forged")
    }

    @Test("A long key is cut to a name that journald takes")
    func longKey() {
        let name = JournalFields.fieldName(for: String(repeating: "k", count: 200))
        #expect(name.utf8.count == SystemdLimits.journalFieldName)
    }

    @Test("Messages and values are bounded")
    func bounded() throws {
        let journal = Journal()
        journal.logger().info("\(String(repeating: "m", count: 100_000))", metadata: ["v": "\(String(repeating: "€", count: 100_000))"])
        #expect(try #require(journal.last["MESSAGE"]).utf8.count <= SystemdLimits.logMessage)
        let value = try #require(journal.last["WIDGETD_V"])
        #expect(value.utf8.count <= SystemdLimits.metadataValue && value.hasSuffix("€…"))
    }

    @Test("Too many fields are counted, not lost without a word")
    func manyFields() {
        let journal = Journal()
        let many = (0..<SystemdLimits.metadataFields + 3).map { ("k\($0)", Logger.MetadataValue.string("v")) }
        journal.logger().info("x", metadata: Logger.Metadata(uniqueKeysWithValues: many))
        #expect(journal.last["WIDGETD_FIELDS_DROPPED"] == "3")
    }

    @Test("The message alone says what happened to what, on one line")
    func readable() {
        let journal = Journal()
        journal.logger().log(level: .error, "a provider was not\nloaded", error: Broken(), metadata: ["path": "/etc/a b.json", "line": "3"])
        #expect(journal.last["MESSAGE"] == #"a provider was not\nloaded error="broken pipe to the provider" line=3 path="/etc/a b.json""#)
    }

    @Test("An event's error is a field of its own")
    func error() {
        let journal = Journal()
        journal.logger().log(level: .error, "x", error: Broken())
        #expect(journal.last["WIDGETD_ERROR"] == "broken pipe to the provider")
    }

    @Test("What the journal refuses is written to standard error, with the reason")
    func refused() throws {
        let pipe = try Pipe()
        Journal(refusal: ENOENT).logger(fallback: LineWriter(descriptor: pipe.writing)).error("store is full", metadata: ["free": "0"])
        let line = pipe.text()
        #expect(line.contains("store is full") && line.contains("free=0"))
        #expect(line.contains("journal=\"No such file or directory\""))
    }
}
