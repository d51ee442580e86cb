import Foundation
import Testing
import WidgetAPI
import WidgetTestSupport

/// `widgetctl apply` with real daemons.
@Suite("Applying a file", .serialized)
struct ApplyTests {
    private func daemon() throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        try daemon.addProvider("clock", script: Scripts.text("now"))
        try daemon.addProvider("agenda", script: Scripts.text("nothing"))
        try daemon.start()
        return daemon
    }

    private func names(_ daemon: DaemonFixture) throws -> [String] {
        try daemon.client().widgets().widgets.filter(\.space.isEmpty).map { "\($0.widget.name) \(max(1, $0.widget.page))" }
    }

    private func place(_ names: String..., on daemon: DaemonFixture) throws {
        for name in names { _ = try daemon.client().place(.with { ($0.kind, $0.name) = ("clock", name) }) }
    }

    @Test("A file is applied, and taken back; what it doesn't name stays")
    func apply() throws {
        let daemon = try daemon()
        try place("Kept", "Old", on: daemon)
        let file = try daemon.directory.write(
            "fleet.yaml", "groups: {lobby: {pages: 2}}\nwidgets:\n  First: {kind: clock, page: 2}\n  Second: {kind: clock, page: 2}\n  Old: ~\n")
        let dry = try daemon.widgetctl("apply", "-f", file, "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("4 changes to make"), "\(dry)")
        let before = try names(daemon)
        #expect(before == ["Kept 1", "Old 1"])
        #expect(try daemon.widgetctl("apply", "-f", file).status == 0)
        let after = try names(daemon)
        #expect(after == ["Kept 1", "First 2", "Second 2"])
        #expect(try daemon.client().displayGroups().groups.map(\.name) == ["lobby"])
        #expect(try daemon.widgetctl("apply", "-f", file).output == "All is as the file says.\n")
        // The present state, as a file, changes nothing.
        let current = try daemon.directory.write("current.yaml", daemon.widgetctl("apply", "--current").output)
        #expect(try daemon.widgetctl("apply", "-f", current).output == "All is as the file says.\n")
        // A file that is wrong in one place changes nothing.
        let wrong = try daemon.directory.write("wrong.yaml", "groups: {lab: {pages: 3}}\nwidgets: {A: {kind: nothing}}\n")
        #expect(try daemon.widgetctl("apply", "-f", wrong).status != 0)
        #expect(try daemon.client().displayGroups().groups.map(\.name) == ["lobby"])
        #expect(try daemon.widgetctl("apply", "--back").status == 0)
        #expect(try names(daemon) == before && daemon.client().displayGroups().groups.isEmpty)
        #expect(try daemon.widgetctl("apply", "--back").status == 0)
        #expect(try names(daemon) == after)
        let kept = try FileManager.default.contentsOfDirectory(atPath: daemon.directory.file("state/widgetctl")).filter { $0.hasSuffix(".yaml") }
        #expect(kept.count == 1)
        let mode = try FileManager.default.attributesOfItem(atPath: daemon.directory.file("state/widgetctl/\(kept[0])"))[.posixPermissions] as? Int
        #expect(mode == 0o600, "it has the values of secrets")
    }

    @Test("After an apply that ended in the middle, the way back leads to before its first try")
    func interrupted() throws {
        let daemon = try daemon()
        try place("Kept", on: daemon)

        let file = try daemon.directory.write("fleet.yaml", "widgets:\n  One: {kind: clock}\n  Two: {kind: clock}\n  Kept: ~\n")
        #expect(try daemon.widgetctl("apply", "-f", file).status == 0)
        // As if it had ended before the last change.
        let directory = daemon.directory.file("state/widgetctl")
        let kept = try #require(try FileManager.default.contentsOfDirectory(atPath: directory).first { $0.hasPrefix("before-") })
        try FileManager.default.moveItem(atPath: "\(directory)/\(kept)", toPath: "\(directory)/\(kept.replacing("before-", with: "begun-"))")
        _ = try daemon.client().remove("Two")
        #expect(try daemon.widgetctl("apply", "-f", file).output.contains("1 change made"))
        #expect(try names(daemon) == ["One 1", "Two 1"])
        #expect(try daemon.widgetctl("apply", "--back").status == 0)
        #expect(try names(daemon) == ["Kept 1"])
    }

    @Test("Names that are kinds, too, and new widgets behind moved ones are put where the file says")
    func names() throws {
        let daemon = try daemon()
        try place("X", on: daemon)
        let file = try daemon.directory.write(
            "fleet.yaml", "widgets:\n  clock: {kind: agenda, page: 3}\n  Y: {kind: clock, page: 3}\n  X: {kind: clock, page: 2}\n  Z: {kind: clock, page: 2}\n")
        let applied = try daemon.widgetctl("apply", "-f", file)
        #expect(applied.status == 0, "\(applied)")
        #expect(try names(daemon) == ["X 2", "Z 2", "clock 3", "Y 3"])
    }

    @Test("Several at once place each widget once")
    func concurrent() throws {
        let daemon = try daemon()
        let file = try daemon.directory.write("fleet.yaml", "widgets:\n" + (0..<20).map { "  W\($0): {kind: clock}\n" }.joined())
        let ended = try Programs.run(
            "/bin/sh", ["-c", "seq 3 | xargs -P 3 -I {} '\(Programs.path("widgetctl"))' apply -f '\(file)'"],
            environment: ["WIDGETD_SOCKET": daemon.socket, "XDG_STATE_HOME": daemon.directory.file("state"), "NO_COLOR": "1"])
        #expect(ended.status == 0, "\(ended)")
        #expect(try names(daemon).count == 20)
    }

    @Test("The widgets of spaces are none of the setup")
    func spaces() throws {
        let daemons = try PairedDaemons(["lab", "mine"]) { _, daemon in try daemon.addProvider("clock", script: Scripts.text("now")) }
        let (lab, mine) = (daemons[0], daemons[1])
        try place("Clock", "Theirs", on: lab)
        try place("Clock", on: mine)
        _ = try mine.client().joinSpace("lab", code: try lab.client().invite(asLeaf: true).code)
        try PairedDaemons.wait(mine) { $0.count == 3 }
        #expect(try !mine.widgetctl("apply", "--current").output.contains("Theirs"))
        let file = try mine.directory.write("fleet.yaml", "widgets: {Clock: {kind: clock, page: 2}, Theirs: ~}\n")
        #expect(try mine.widgetctl("apply", "-f", file).output.hasPrefix("~ widget Clock: page 1 -> 2\n1 change made"))
        #expect(try names(mine) == ["Clock 2"] && names(lab) == ["Clock 1", "Theirs 1"])
    }
}
