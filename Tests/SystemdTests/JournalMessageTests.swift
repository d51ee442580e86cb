import Foundation
import Logging
import Synchronization
import Testing

@testable import Systemd

/// The events that the journal's catalog explains.
@Suite("Journal messages") struct JournalMessageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The text of each entry in `share/widgetd.catalog`, by its id.
    private func catalog() throws -> [String: String] {
        let file = try String(contentsOf: Self.root.appending(path: "share/widgetd.catalog"), encoding: .utf8)
        var entries: [String: String] = [:]
        for part in "\n\(file)".components(separatedBy: "\n-- ").dropFirst() {
            let (id, text) = (String(part.prefix { $0 != "\n" }), String(part.drop { $0 != "\n" }))
            #expect(entries.updateValue(text, forKey: id) == nil, "\(id) stands twice")
        }
        return entries
    }

    /// The text behind each place in the sources where an event is logged, by the event's name.
    private static let calls = Result {
        var calls: [String: [String]] = [:]
        let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let source = try String(contentsOf: file, encoding: .utf8)
            for part in source.components(separatedBy: "log(").dropFirst() {
                let call = part.drop { $0.isWhitespace }
                guard call.first == "." else { continue }
                calls[String(call.dropFirst().prefix { $0.isLetter }), default: []].append(String(call.prefix(600)))
            }
        }
        return calls
    }

    @Test("Each id has an entry in the catalog, and each entry an id")
    func catalogHasEachID() throws {
        let entries = try catalog()
        #expect(Set(entries.keys) == Set(JournalMessage.allCases.map(\.rawValue)))
        #expect(entries.count > 20)
    }

    @Test("An id is 128 bits in small hexadecimal digits", arguments: JournalMessage.allCases)
    func form(_ event: JournalMessage) {
        #expect(event.rawValue.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    }

    @Test("An entry has a subject, and says in a paragraph of its own what to do", arguments: JournalMessage.allCases)
    func text(_ event: JournalMessage) throws {
        let text = try #require(try catalog()[event.rawValue])
        #expect(text.contains("\nSubject: ") && text.contains("\nDefined-By: widgetd\n"))
        let paragraphs = text.components(separatedBy: "\n\n").dropFirst()
        let advice = /`[a-z]|othing is to be done|[Rr]emove|Set the|Repair|tap once more|bring all devices/
        #expect(paragraphs.joined().contains(advice), "\(event) says what to do")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("Each event is logged, with every field that its entry names", arguments: JournalMessage.allCases)
    func fields(_ event: JournalMessage) throws {
        let text = try #require(try catalog()[event.rawValue])
        let needed = Set(text.matches(of: /@WIDGETD_([A-Z_]+)@/).map { $0.1.lowercased() })
        let calls = try Self.calls.get()["\(event)"] ?? []
        #expect(!calls.isEmpty, "\(event) is never logged")
        for call in calls {
            for field in needed.subtracting(["uid", "pid"]) { #expect(call.contains("\"\(field)\":"), "\(event): no \(field) in \(call.prefix(200))") }
        }
    }

    @Test("The journal gets the id as a field, and the message doesn't show it")
    func journalField() {
        let (bytes, ends) = entry { $0.log(.storeNotWritable, "the store can't be written", metadata: ["error": "full"]) }
        var fields: [String] = []
        var start = 0
        for end in ends {
            fields.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end
        }
        #expect(fields.contains("MESSAGE_ID=\(JournalMessage.storeNotWritable.rawValue)"))
        #expect(fields.contains("MESSAGE=the store can't be written error=full") && fields.contains("PRIORITY=3") && fields.contains("WIDGETD_ERROR=full"))
        #expect(!fields.contains { $0.hasPrefix("WIDGETD_JOURNAL") })
    }

    @Test("A terminal shows no id")
    func terminal() {
        #expect(TerminalText.fields([JournalMessage.key: "8f", "error": "full"], error: nil) == " error=full")
    }

    /// The fields that the journal gets of what `body` logs.
    private func entry(_ body: (Logger) -> Void) -> ([UInt8], [Int]) {
        let kept = Kept()
        let send: JournalLogHandler.Send = { fields in
            kept.fields.withLock { $0 = (fields.bytes, fields.ends) }
            return 0
        }
        let fallback = TerminalLogHandler(label: "test", logLevel: .trace, colored: false)
        let handler = JournalLogHandler(label: "test", identifier: "widgetd", logLevel: .trace, send: send, fallback: fallback)
        body(Logger(label: "test") { _ in handler })
        return kept.fields.withLock { $0 }
    }

    private final class Kept: Sendable { let fields = Mutex<([UInt8], [Int])>(([], [])) }
}
