import Glibc
import Testing
import WidgetCore
import WidgetStore
import WidgetTestSupport

@testable import WidgetDaemon

/// Moves of widgets on the board, over a real store.
@Suite(.timeLimit(.minutes(10))) struct WidgetMovingTests {
    @Test func whereKeysAreMadeAnewTheOrderIsChangedWholeOrNotAtAll() async throws {
        let directory = try TemporaryDirectory()
        let store = try WidgetStore.open(StoreConfiguration(directory: directory.file("store"), now: { .now })).0
        var random = SystemRandomNumberGenerator()
        // There is no short key between the first two.
        let tight = "a" + String(repeating: "-", count: Limits.positionKeyBytes - 2) + "0"
        var widgets: [Widget] = []
        for key in ["a", tight, "m", "z"] {
            let id = WidgetID(date: .now, using: &random)
            widgets.append(Widget(id: id, kind: "note", family: .systemSmall, placedAt: .now, position: try WidgetPosition(page: 1, key: key, field: "test")))
        }
        try await store.write { [widgets] transaction in for widget in widgets { try transaction.put(widget) } }
        let service = WidgetService.alone(store)
        try await service.startAlone()
        // One of those whose keys are made anew can't be written.
        try await store.write { [widgets] in try $0.remove(widgets[2].id) }
        func stored() throws -> [WidgetID: WidgetPosition] { Dictionary(uniqueKeysWithValues: try store.load().widgets.map { ($0.id, $0.position) }) }
        let before = try stored()
        await #expect(throws: (any Error).self) { try await service.move([widgets[3].id], WidgetMove(.after(widgets[0].id))) }
        #expect(try stored() == before)
        for widget in widgets where widget.id != widgets[2].id { #expect(try await service.placed(widget.id).position == widget.position) }
    }
}
