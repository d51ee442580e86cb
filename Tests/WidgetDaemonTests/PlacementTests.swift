import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A widget that a user places is there, looks right, and is there again after a restart.
@Suite(.timeLimit(.minutes(10))) struct PlacementTests {
    private func fixture() throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        try fixture.addProvider("hello", script: Scripts.text("hello"), families: ["systemSmall", "systemMedium"])
        try fixture.start()
        return fixture
    }

    private func place(_ kind: String, on fixture: DaemonFixture, _ change: (inout ProtoPlaceRequest) -> Void = { _ in }) throws -> ProtoPlaceResponse {
        var request = ProtoPlaceRequest()
        request.kind = kind
        change(&request)
        return try fixture.client().place(request)
    }

    @Test func aPlacedWidgetShowsWhatItsProviderGives() throws {
        let fixture = try fixture()
        let placed = try place("hello", on: fixture)
        #expect(placed.placed)
        let snapshot = try fixture.wait(for: placed.widget.id) { $0.state == .current }
        #expect(snapshot.archive.nodes.contains { $0.text.literal == "hello" })
        #expect((snapshot.width, snapshot.height) == (158, 158))
    }

    @Test func aWidgetThatWasAcknowledgedIsThereAfterARestart() throws {
        let fixture = try fixture()
        let placed = try place("hello", on: fixture) { $0.name = "mine" }
        fixture.stop(SIGKILL)
        try fixture.start()
        let widget = try fixture.client().widget("mine")
        #expect(widget.widget == placed.widget)
    }

    @Test func aMovedWidgetStandsThereInListsInAnExportAndAfterARestart() throws {
        let fixture = try fixture()
        for name in ["a", "b", "c"] { _ = try place("hello", on: fixture) { $0.name = name } }
        func names() throws -> [String] { try fixture.client().widgets().widgets.map(\.widget.name) }
        #expect(try names() == ["a", "b", "c"])
        _ = try fixture.client().move(.with { ($0.widget, $0.before) = ("c", "a") })
        _ = try fixture.client().move(.with { ($0.widget, $0.page) = ("a", 2) })
        #expect(try names() == ["c", "b", "a"])
        fixture.stop(SIGKILL)
        try fixture.start()
        #expect(try names() == ["c", "b", "a"])
        var lines: [UInt8] = []
        try fixture.client().export { lines += Array($0.lines) }
        let rows = lines.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: Array("{\"widget\"".utf8)) }
        let other = try self.fixture()
        _ = try other.client().importLines(Array(rows.joined(separator: [UInt8(ascii: "\n")])), isDryRun: false)
        #expect(try other.client().widgets().widgets.map(\.widget.name) == ["c", "b", "a"])
        #expect(try other.client().widgets().widgets.last?.widget.page == 2)
    }

    @Test func aRetriedPlacementPlacesOnce() throws {
        let fixture = try fixture()
        let first = try place("hello", on: fixture) { $0.idempotencyKey = "once" }
        let second = try place("hello", on: fixture) { $0.idempotencyKey = "once" }
        #expect(first.widget.id == second.widget.id)
        #expect(!second.placed)
        #expect(try fixture.client().widgets().widgets.count == 1)
    }

    @Test func unlessPlacedPlacesOnlyTheFirst() throws {
        let fixture = try fixture()
        let first = try place("hello", on: fixture) { $0.unlessPlaced = true }
        let second = try place("hello", on: fixture) { $0.unlessPlaced = true }
        #expect(first.widget.id == second.widget.id)
    }

    @Test func anUnknownKindIsNamedAndNothingIsPlaced() throws {
        let fixture = try fixture()
        let error = #expect(throws: WidgetError.self) { try place("helo", on: fixture) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("hello") == true, "it suggests what was meant: \(error?.message ?? "")")
        #expect(try fixture.client().widgets().widgets.isEmpty)
    }

    @Test func aFamilyThatTheKindLacksIsRefusedWithThoseItHas() throws {
        let fixture = try fixture()
        let error = #expect(throws: WidgetError.self) { try place("hello", on: fixture) { $0.family = .systemLarge } }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("systemMedium") == true, "\(error?.message ?? "")")
    }

    @Test func aNameOverTheLimitIsRefusedWithTheLimit() throws {
        let fixture = try fixture()
        let error = #expect(throws: WidgetError.self) {
            try place("hello", on: fixture) { $0.name = String(repeating: "x", count: Limits.widgetNameBytes + 1) }
        }
        #expect(error?.message.contains("name") == true && error?.message.contains("\(Limits.widgetNameBytes)") == true, "\(error?.message ?? "")")
    }

    @Test func aRemovedWidgetIsGoneForEver() throws {
        let fixture = try fixture()
        let placed = try place("hello", on: fixture)
        _ = try fixture.client().remove(placed.widget.id)
        fixture.stop()
        try fixture.start()
        let error = #expect(throws: WidgetError.self) { try fixture.client().widget(placed.widget.id) }
        #expect(error?.code == .notFound)
    }

    @Test func configuringChangesWhatIsNamedAndKeepsTheRest() throws {
        let fixture = try fixture()
        let placed = try place("hello", on: fixture) { $0.name = "before" }
        var request = ProtoConfigureRequest()
        request.widget = placed.widget.id
        request.family = .systemMedium
        let widget = try fixture.client().configure(request).widget
        #expect(widget.family == .systemMedium)
        #expect(widget.name == "before")
    }

    @Test func aWidgetWhoseProviderWentAwayStaysAndComesBack() throws {
        let fixture = try fixture()
        let placed = try place("hello", on: fixture)
        _ = try fixture.wait(for: placed.widget.id) { $0.state == .current }
        try fixture.removeProvider("hello")
        _ = try fixture.client().rescan()
        _ = try fixture.wait(for: placed.widget.id) { $0.state == .orphaned }
        try fixture.addProvider("hello", script: Scripts.text("again"), families: ["systemSmall", "systemMedium"])
        _ = try fixture.client().rescan()
        let back = try fixture.wait(for: placed.widget.id) { $0.state == .current && $0.archive.nodes.contains { $0.text.literal == "again" } }
        #expect(back.widget.id == placed.widget.id)
    }

    @Test func widgetsOfARenamedKindFollow() throws {
        let fixture = try fixture()
        let placed = try place("hello", on: fixture)
        try fixture.addProvider("hello", script: Scripts.text("hello"), kind: "greeting", kindExtra: #","aliases":["hello"]"#)
        _ = try fixture.client().rescan()
        let moved = try fixture.wait(for: placed.widget.id) { $0.widget.kind == "greeting" }
        #expect(moved.widget.id == placed.widget.id)
    }
}
