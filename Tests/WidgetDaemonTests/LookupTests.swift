import Foundation
import Testing
import WidgetAPI
import WidgetTestSupport

/// Things are found by what lists call them.
@Suite("What lists call a thing finds it", .timeLimit(.minutes(10))) struct LookupTests {
    @Test("a control by its display name, where one has it")
    func controls() throws {
        let daemon = try DaemonFixture()
        try Lamp(daemon)
        try daemon.start()
        let id = try daemon.addControl()
        #expect(try daemon.widgetctl("control", "press", "Lamp").status == 0)
        #expect(try daemon.client().control("Lamp").control.id == id)
        for name in ["LAMP", "lAmp"] { #expect(try daemon.client().control(name).control.id == id) }
        #expect(try daemon.widgetctl("control", "add", "lamp", "--name", "Desk").status == 0)
        #expect(try daemon.client().control("DESK").control.name == "Desk")
        let several = try daemon.widgetctl("control", "show", "Lamp")
        #expect(several.status == 65 && several.errors.contains("means 2 controls"), "\(several)")
    }

    @Test("an activity by its title: the one that runs")
    func activities() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        #expect(try daemon.widgetctl("activity", "start", "--title", "Earl Grey").status == 0)
        #expect(try daemon.widgetctl("activity", "end", "Earl Grey").status == 0)
        #expect(try daemon.widgetctl("activity", "start", "--title", "Earl Grey", "--tag", "tea").status == 0)
        #expect(try daemon.client().activity("Earl Grey").activity.tag == "tea")
        _ = try daemon.widgetctl("activity", "start", "--title", "Earl Grey")
        let several = try daemon.widgetctl("activity", "show", "Earl Grey")
        #expect(several.status == 65 && several.errors.contains("means 2 activities"), "\(several)")
    }

    @Test("a provider by its name, and an action by what its button says")
    func providersAndActions() throws {
        let daemon = try DaemonFixture()
        let count = try daemon.directory.write("count", "")
        try daemon.addProvider("counter", script: Scripts.counter(count))
        let manifest = daemon.directory.file("providers/counter.json")
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        try daemon.directory.write("providers/counter.json", text.replacing(#""name":"counter""#, with: #""name":"The counter""#))
        try daemon.start()
        #expect(try daemon.widgetctl("provider", "check", "The counter").status == 0)
        let id = try daemon.client().place(.with { ($0.kind, $0.name) = ("counter", "Daily count") }).widget.id
        for name in ["COUNTER", "daily Count"] { #expect(try daemon.client().widget(name).widget.id == id) }
        _ = try daemon.wait(for: id) { $0.state == .current }
        let tap = try daemon.widgetctl("tap", "counter", "ADD")
        #expect(tap.status == 0 && tap.output.contains("Performed add"), "\(tap)")
        let none = try daemon.widgetctl("tap", "counter", "subtract")
        #expect(none.status == 66 && none.errors.contains("no 'subtract'"), "\(none)")
        #expect(try daemon.widgetctl("tap", "counter").output.contains(#"button "Add""#))
    }
}
