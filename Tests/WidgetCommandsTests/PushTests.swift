import ArgumentParser
import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering
@testable import WidgetCommands

@Suite("push")
struct PushTests {
    private func line(_ event: ProtoPushLogLine.Event, _ detail: String = "", until: Int64? = nil) -> ProtoPushLogLine {
        .with {
            $0.time = date(0)
            $0.pushID = "a1"
            $0.app = "scores"
            $0.pushType = "widgets"
            $0.event = event
            $0.detail = detail
            if let until { $0.until = date(until) }
        }
    }

    @Test("a token is shown whole, with its topic and whether its provider knows it")
    func tokens() {
        let token = ProtoPushToken.with {
            $0.token = String(repeating: "2e", count: 32)
            $0.app = "scores\u{1B}"
            $0.topic = "scores.push-type.widgets"
            $0.madeAt = date(0)
            $0.forProvider = true
        }
        let text = PushRendering.tokens([token], dates, .plain)
        #expect(text.contains("token         \(token.token)\n") && text.contains("hasn't been told") && text.contains("scores\u{FFFD}"), "\(text)")
        #expect(text.contains("for           widgets\n"))
        let start = ProtoPushToken.with { ($0.token, $0.app, $0.subject, $0.madeAt) = ("2e", "scores", "match", date(0)) }
        #expect(!PushRendering.tokens([start], dates, .plain).contains("its provider"), "none is told of it")
        #expect(PushRendering.tokens([], dates, .plain).contains("nothing here takes pushes"))
    }

    @Test("keys, with what they may push to")
    func keys() {
        let keys = [
            ProtoPushKey.with { ($0.team, $0.id, $0.addedAt) = ("T", "K", date(0)) },
            ProtoPushKey.with { ($0.team, $0.id, $0.addedAt, $0.apps) = ("T", "L", date(0), ["a", "b"]) },
        ]
        let text = PushRendering.table(keys, dates, .plain, width: nil)
        #expect(text.contains("all apps") && text.contains("a b"), "\(text)")
        #expect(PushRendering.table([ProtoPushKey](), dates, .plain, width: nil).contains("push key add"))
        let added = ProtoAddPushKeyResponse.with { $0.key = keys[1] }
        #expect(PushRendering.added(added, hadPrivateKey: true).contains("only its public half"))
        #expect(!PushRendering.added(added, hadPrivateKey: false).contains("private"))
    }

    @Test("a step is one line: when, what, until when, why")
    func log() {
        let text = PushRendering.line(line(.stored, "waits", until: 60), isOne: true, dates, .plain)
        #expect(text.contains("stored until ") && text.hasSuffix(": waits\n") && !text.contains("a1"), "\(text)")
        #expect(PushRendering.line(line(.delivered), isOne: false, dates, .plain).hasSuffix("scores a1 delivered\n"))
    }

    @Test(
        "what can't be meant is refused before the daemon is asked",
        arguments: [
            ["push", "send"], ["push", "send", "w", "--app", "a"], ["push", "send", "w", "--priority", "9"], ["push", "send", "w", "--expiration", "-1"],
            ["push", "token", "--rotate"], ["push", "log", "-n", "0"], ["push", "key", "add", "file"],
        ])
    func refusals(arguments: [String]) {
        #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(arguments) }
    }

    @Test("JSON has its lists also where they are empty")
    func json() throws {
        #expect(try JSONOutput.object(ProtoPushTokensResponse()).contains(#""tokens":[]"#))
        #expect(try JSONOutput.object(ProtoPushKeysResponse()).contains(#""keys":[]"#))
        #expect(try JSONOutput.object(ProtoPushLogResponse()).contains(#""lines":[]"#))
    }
}
