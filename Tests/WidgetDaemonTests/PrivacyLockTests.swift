import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

@testable import DaemonCore

/// The private parts of widgets and activities while logind says that the session is locked.
@Suite(.timeLimit(.minutes(10)), .enabled(if: LockableSession.isPossible, "dbus-daemon or python3-dbusmock isn't installed"))
struct PrivacyLockTests {
    /// A button, a gauge, a live text and a toggle of its own, all private; a title that isn't.
    private static let account = #"""
        {"vstack":[{"text":"Account"},
          {"vstack":[{"text":"SECRET 4711"},{"gauge":0.47,"label":"of 4711"},{"toggle":"Hide 4711","on":true,"intent":"Hide","id":"hide-4711"},
            {"button":"Pay 4711","intent":"Pay","parameters":{"to":"4711"},"id":"pay-4711"}],
           "privacySensitive":true,"accessibilityLabel":"4711"}]}
        """#
    private static let script = "cat >/dev/null; printf '%s' '{\"view\":\(account.replacing("\n", with: " ")),\"policy\":\"never\"}'"

    private func daemon(_ session: LockableSession) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = session.bus.address
        try daemon.addProvider("account", script: Self.script)
        try daemon.addProvider("open", script: Scripts.text("nothing to hide"))
        return daemon
    }

    private func place(_ kind: String, on daemon: DaemonFixture) throws -> String { try daemon.client().place(.with { $0.kind = kind }).widget.id }

    private func tells(_ message: some Sequence<UInt8>) -> Bool { String(decoding: Array(message), as: UTF8.self).contains("4711") }

    @Test func whatIsPrivateOfAWidgetIsHiddenEverywhereAtOnceAndShownAgain() async throws {
        let session = try await LockableSession()
        let daemon = try daemon(session)
        try daemon.start()
        let (account, open) = (try place("account", on: daemon), try place("open", on: daemon))
        let shown = try daemon.wait(for: account) { $0.state == .current && !$0.privateHidden }
        #expect(shown.archive.nodes.contains { $0.text.literal == "SECRET 4711" } && shown.archive.actions.map(\.id) == ["hide-4711", "pay-4711"])
        let before = try daemon.wait(for: open) { $0.state == .current }

        try await session.lock(true)
        let hidden = try daemon.wait(for: account) { $0.privateHidden }
        #expect(!tells(try hidden.serializedBytes() as [UInt8]))
        #expect(hidden.archive.nodes.contains { $0.text.literal == "Account" } && hidden.archive.actions.isEmpty)
        #expect(!tells(try daemon.client().widget(account).serializedBytes() as [UInt8]))
        let commands: [[String]] = [
            ["show", account], ["show", account, "--json"], ["bar", "waybar", account, "--once"],
            ["bar", "xbar", account], ["bar", "i3bar", account, "--once"], ["timeline", account, "--json", "--archives"], ["explain", account, "--json"],
            ["stack", "--draw"], ["stack", "--json"], ["kinds", "--preview", "account"], ["tap", account], ["provider", "run", "account", "account"],
        ]
        for command in commands {
            let result = try daemon.widgetctl(command)
            #expect(!result.output.contains("4711") && !result.errors.contains("4711"), "\(command): \(result)")
        }
        #expect(try daemon.widgetctl("show", account).output.contains("Private content is hidden: the session is locked."))
        #expect(try daemon.widgetctl("bar", "waybar", account, "--once").output.contains(#""hidden""#))
        let unknown = try daemon.widgetctl("tap", account, "nonsense")
        #expect(unknown.status != 0 && !unknown.errors.contains("4711"), "\(unknown)")
        // A widget with nothing private isn't shown anew.
        #expect(try daemon.client().widget(open).revision == before.revision)
        // News is hidden from the first byte on.
        _ = try daemon.client().reload(.widget(account))
        let news = try daemon.wait(for: account) { $0.revision > hidden.revision }
        #expect(news.privateHidden)
        #expect(!tells(try news.serializedBytes() as [UInt8]))

        try await session.lock(false)
        let again = try daemon.wait(for: account) { !$0.privateHidden }
        #expect(again.archive == shown.archive)
    }

    @Test func soIsHowItWasSetUpAndWhyItsProviderFails() async throws {
        let session = try await LockableSession()
        let daemon = try DaemonFixture()
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = session.bus.address
        let trouble = daemon.directory.file("trouble")
        try daemon.addProvider(
            "account", script: "[ -e \(trouble) ] && { echo no money on 4711 >&2; exit 3; }; \(Self.script)",
            kindExtra: #","parameters":[{"name":"number","type":"text"}]"#)
        try daemon.start()
        let account = try daemon.client().place(.with { ($0.kind, $0.parameters) = ("account", ["number": .with { $0.text = "4711" }]) }).widget.id
        _ = try daemon.wait(for: account) { $0.state == .current && !$0.privateHidden }
        try Data().write(to: URL(filePath: trouble))
        _ = try daemon.client().reload(.widget(account))
        let shown = try daemon.wait(for: account) { $0.state == .stale }
        #expect(shown.lastError.contains("4711") && shown.widget.parameters["number"]?.text == "4711")

        try await session.lock(true)
        let hidden = try daemon.wait(for: account) { $0.privateHidden }
        #expect(!tells(try hidden.serializedBytes() as [UInt8]))
        #expect(hidden.lastError == "the reason is hidden while the session is locked" && hidden.widget.parameters.isEmpty)
        let commands: [[String]] = [
            ["show", account, "--json"], ["widgets", "--json"], ["explain", account], ["explain", account, "--json"], ["stack", "--json"], ["log"],
            ["log", "--json"], ["reload", account, "--wait"], ["bar", "waybar", account, "--once"],
        ]
        for command in commands {
            let result = try daemon.widgetctl(command)
            #expect(!result.output.contains("4711") && !result.errors.contains("4711"), "\(command): \(result)")
        }
        #expect(try daemon.widgetctl("explain", account).output.contains("the reason is hidden"))

        try await session.lock(false)
        let again = try daemon.wait(for: account) { !$0.privateHidden }
        #expect(again.lastError.contains("4711") && again.widget.parameters == shown.widget.parameters)
    }

    @Test func aDaemonThatStartsInALockedSessionNeverShowsWhatIsPrivate() async throws {
        let session = try await LockableSession()
        let daemon = try daemon(session)
        try daemon.start()
        let account = try place("account", on: daemon)
        _ = try daemon.wait(for: account) { $0.state == .current && !$0.privateHidden }
        daemon.stop()
        try await session.lock(true)
        try daemon.start()
        let first = try daemon.client().widget(account)
        #expect(first.state == .current && first.privateHidden)
        #expect(!tells(try first.serializedBytes() as [UInt8]))
        try await session.lock(false)
        _ = try daemon.wait(for: account) { !$0.privateHidden }
    }

    @Test func aPrivateActivityIsHiddenWithItsTextsAndItsAlertAndEndsAsItWas() async throws {
        let session = try await LockableSession()
        let daemon = try daemon(session)
        try daemon.addActivityProvider(
            "courier", type: "Courier",
            script: #"cat >/dev/null; printf '%s' '{"views":{"lockScreen":{"vstack":[{"text":"Parcel"},{"text":"for 4711","privacySensitive":true}]}}}'"#)
        try daemon.start()
        let id = try daemon.client().start(
            .with {
                ($0.app, $0.type, $0.attributes, $0.content.state) = ("tests", "Courier", #"{"title":"4711"}"#, #"{"code":"4711"}"#)
                ($0.alert.title, $0.alert.body, $0.alert.sound) = ("4711", "is 4711", "bell")
            }
        ).activityID
        let shown = try daemon.wait(forActivity: id) { $0.texts().contains("for 4711") }
        #expect(shown.activity.attributes.contains("4711") && !shown.privateHidden)

        try await session.lock(true)
        let hidden = try daemon.wait(forActivity: id) { $0.privateHidden }
        #expect(!tells(try hidden.serializedBytes() as [UInt8]))
        #expect(hidden.texts().first == "Parcel" && hidden.activity.alert.sound == "bell")
        for command in [
            ["activity", "show", id], ["activity", "show", id, "--json"], ["activity", "list"], ["activity", "list", "--json"], ["bar", "waybar", "--once"],
            ["bar", "xbar"],
        ] {
            let result = try daemon.widgetctl(command)
            #expect(!result.output.contains("4711") && !result.errors.contains("4711"), "\(command): \(result)")
        }
        // A value that isn't told can't be changed in part, and isn't lost.
        let refused = try daemon.widgetctl("activity", "update", id, "--stale", "1h")
        #expect(refused.status != 0 && refused.errors.contains("the session is locked"), "\(refused)")
        #expect(try daemon.widgetctl("activity", "end", id).status == 0)

        try await session.lock(false)
        let ended = try daemon.wait(forActivity: id) { !$0.privateHidden }
        #expect(ended.activity.state == .ended && ended.activity.content.state == #"{"code":"4711"}"# && ended.activity.alert.title == "4711")
    }

    @Test func untilItIsKnownWhetherTheSessionIsLockedItCountsAsLocked() {
        var privacy = Privacy()
        #expect(privacy.hides)
        #expect(privacy.update(isLocked: nil) && !privacy.hides, "nobody will say")
        #expect(!privacy.update(isLocked: false) && privacy.update(isLocked: true) && privacy.hides)
        #expect(!privacy.update(isLocked: nil) && privacy.hides, "nobody says any more: it counts as it was")
        #expect(privacy.update(isLocked: false) && !privacy.hides)
    }
}
