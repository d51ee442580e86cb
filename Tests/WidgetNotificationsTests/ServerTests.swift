import Systemd
import Testing
import WidgetAPI
import WidgetCore
import WidgetLayout

@testable import WidgetNotifications

/// The calls on the bus, and the contents of the file.
@Suite("What servers are told") struct ServerTests {
    private func content(_ title: String) throws -> NotificationContent {
        NotificationContent.of(
            try NotificationStateMachineTests.snapshot(title: title), isAlerting: false, now: NotificationStateMachineTests.start, localTime: .utc
        ).content
    }

    @Test("Notify has the specification's arguments: the progress as `value`, buttons as pairs, no end")
    func arguments() throws {
        let arguments = NotificationServer.arguments(try content("Backup"), replaces: 7, ["actions", "body"])
        #expect(arguments.map(\.signature).joined() == "susssasa{sv}i")
        #expect(arguments[0].string == "backup")
        #expect(arguments[1].int == 7)
        #expect(arguments[3].string == "⚙ Backup 20 %")
        #expect(arguments[5].elements?.compactMap(\.string) == ["end", "End", "dismiss", "Dismiss"])
        #expect(arguments[6].dictionary?["value"]?.int == 20)
        #expect(arguments[7].int == 0)
    }

    @Test("A server without buttons is given none")
    func noButtons() throws {
        #expect(NotificationServer.arguments(try content("Backup"), replaces: 0, [])[5].elements?.isEmpty == true)
    }

    @Test("Where the body takes markup a provider's text makes none, and nowhere is there a control character")
    func hostile() throws {
        var snapshot = try NotificationStateMachineTests.snapshot(title: "a\u{1B}[31m\u{202E}b")
        snapshot.local = false
        snapshot.deviceName = "<b>&\u{7}\nx"
        let content = NotificationContent.of(snapshot, isAlerting: false, now: NotificationStateMachineTests.start, localTime: .utc).content
        let plain = NotificationServer.arguments(content, replaces: 0, [])
        #expect(plain[3].string == "⚙ a\u{FFFD}[31mb 20 %")
        #expect(plain[4].string == "12 GB left\non ‹b›&\u{FFFD} x")
        let marked = NotificationServer.arguments(content, replaces: 0, ["body-markup"])
        #expect(marked[4].string == "12 GB left\non &lt;b&gt;&amp;\u{FFFD} x")
    }

    @Test("What is kept for a restart is read as it was written, and a broken file is nothing")
    func file() {
        let memory = NotificationMemory(server: ":1.4", lines: ["a": .init(notification: 7, alert: 3), "b": .init(notification: 0, alert: 0)])
        #expect(NotificationStateFile.parse(NotificationStateFile.text(memory)) == memory)
        #expect(NotificationStateFile.parse("").lines.isEmpty)
        #expect(NotificationStateFile.parse(":1.4\na b c\nd 1\ne 4294967296 0\n\n").lines.isEmpty)
    }
}
