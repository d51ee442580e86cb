import Testing
import WidgetAPI
import WidgetCore
import WidgetSettings

@testable import WidgetWall

@Suite("Controls on a surface") struct ControlBoardTests {
    private let ids = (1...2).map { "0199bbbb-0000-7000-8000-00000000000\($0)" }

    private func event(_ number: Int, kind: String, name: String = "") -> ProtoControlEvent {
        .with { $0.control.control = .with { ($0.id, $0.kind, $0.name) = (ids[number - 1], kind, name) } }
    }

    private var board: WallBoard {
        var board = WallBoard()
        board.controlsConnected()
        for event in [event(1, kind: "lamp", name: "Hall"), event(2, kind: "lamp")] { board.apply(control: event) }
        return board
    }

    @Test("A word names a control by its name, its id, or its kind if there is one of it")
    func names() {
        var board = board
        let first = "@control/\(ids[0])"
        #expect(board.controls.item(named: "@control/Hall") == first && board.controls.item(named: first) == first)
        #expect(board.controls.item(named: "@control/lamp") == nil, "there are two")
        #expect(board.controls.item(named: "Hall") == nil, "a widget's name")
        board.apply(control: .with { $0.removedControlID = ids[1] })
        #expect(board.controls.item(named: "@control/lamp") == first)
        var surface = WallSurface(name: "a", kind: .desktop)
        surface.pages = [["@control/lamp", "@control/fan"]]
        #expect(board.pages(of: surface) == ([[first]], ["@control/fan"]))
    }

    @Test("A control is drawn as a picture of its own, without a card behind it")
    func picture() throws {
        let snapshot = try #require(board.controls.snapshot("@control/\(ids[0])", isDark: true))
        #expect(!snapshot.archive.nodes.isEmpty && snapshot.family == .accessoryCircular)
        #expect(board.controls.snapshot("@control/nobody", isDark: true) == nil)
        #expect(board.controls.snapshot(ids[0], isDark: true) == nil)
    }
}
