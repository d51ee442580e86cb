import Foundation
import Testing
import WidgetAPI
import WidgetTestSupport

/// `widgetctl apply` with a real daemon.
@Suite("Applying a file", .serialized)
struct ApplyTests {
    @Test("A file is applied, and taken back; what it doesn't name stays")
    func apply() throws {
        let daemon = try DaemonFixture()
        try daemon.addProvider("clock", script: Scripts.text("now"))
        try daemon.start()
        for name in ["Kept", "Old"] { _ = try daemon.client().place(.with { ($0.kind, $0.name) = ("clock", name) }) }
        let file = try daemon.directory.write(
            "fleet.yaml", "groups: {lobby: {pages: 2}}\nwidgets:\n  First: {kind: clock, page: 2}\n  Second: {kind: clock, page: 2}\n  Old: ~\n")
        let dry = try daemon.widgetctl("apply", "-f", file, "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("4 changes to make"), "\(dry)")
        func names() throws -> [String] { try daemon.client().widgets().widgets.map { "\($0.widget.name) \(max(1, $0.widget.page))" } }
        let before = try names()
        #expect(before == ["Kept 1", "Old 1"])
        #expect(try daemon.widgetctl("apply", "-f", file).status == 0)
        #expect(try names() == ["Kept 1", "First 2", "Second 2"])
        #expect(try daemon.client().displayGroups().groups.map(\.name) == ["lobby"])
        #expect(try daemon.widgetctl("apply", "-f", file).output == "All is as the file says.\n")
        // A file that is wrong in one place changes nothing.
        let wrong = try daemon.directory.write("wrong.yaml", "groups: {lab: {pages: 3}}\nwidgets: {A: {kind: nothing}}\n")
        #expect(try daemon.widgetctl("apply", "-f", wrong).status != 0)
        #expect(try daemon.client().displayGroups().groups.map(\.name) == ["lobby"])
        #expect(try daemon.widgetctl("apply", "--back").status == 0)
        #expect(try names() == before && daemon.client().displayGroups().groups.isEmpty)
    }
}
