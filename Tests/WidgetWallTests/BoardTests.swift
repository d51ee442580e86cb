import Testing
import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetSettings

@testable import WidgetWall

@Suite("The widgets of a surface") struct BoardTests {
    private let ids = (1...3).map { "0199aaaa-0000-7000-8000-00000000000\($0)" }

    private func event(_ number: Int, name: String = "", kind: String = "clock", page: UInt32 = 0, family: ProtoWidgetFamily = .systemSmall) -> ProtoWatchEvent
    {
        .with { $0.widget.widget = .with { ($0.id, $0.name, $0.kind, $0.page, $0.family) = (ids[number - 1], name, kind, page, family) } }
    }

    private func board(_ events: [ProtoWatchEvent]) -> WallBoard {
        var board = WallBoard()
        for event in events { board.apply(event) }
        board.apply(.with { $0.initialStateSent = true })
        return board
    }

    @Test("Without a list a wall has the board's pages, and a desktop all widgets on one")
    func wholeBoard() {
        let board = board([event(2, page: 2), event(1), event(3)])
        #expect(board.pages(of: WallSurface(name: "a", kind: .wall)).pages == [[ids[0], ids[2]], [ids[1]]])
        #expect(board.pages(of: WallSurface(name: "a", kind: .desktop)).pages == [[ids[0], ids[2], ids[1]]])
    }

    @Test("A list names widgets by name, by kind if it is placed once, and by the beginning of an id; other names are told")
    func names() {
        let board = board([event(1, name: "mine"), event(2, kind: "agenda"), event(3)])
        var surface = WallSurface(name: "a", kind: .wall)
        surface.pages = [["mine", "agenda"], [ids[2], "clock", "nobody", "0199"]]
        let (pages, unknown) = board.pages(of: surface)
        #expect(pages == [[ids[0], ids[1]], [ids[2]]])
        #expect(unknown == ["clock", "nobody", "0199"])
    }

    @Test("A widget that is off the board is where it is named alone")
    func offBoard() {
        var own = event(2)
        own.widget.widget.offBoard = true
        let board = board([event(1), own])
        #expect(board.pages(of: WallSurface(name: "a", kind: .wall)).pages == [[ids[0]]])
        var surface = WallSurface(name: "a", kind: .desktop)
        surface.pages = [[ids[1]]]
        #expect(board.pages(of: surface).pages == [[ids[1]]])
    }

    @Test("The Smart Stack has a place while it has cards, and is no unknown name")
    func stack() {
        var board = board([event(1)])
        var surface = WallSurface(name: "a", kind: .desktop)
        surface.pages = [["@stack", ids[0]]]
        #expect(board.pages(of: surface) == ([[ids[0]]], []))
        board.apply([.with { $0.widgetID = ids[0] }], of: "")
        #expect(board.pages(of: surface) == ([["@stack", ids[0]]], []))
    }

    @Test("Without a list the widgets of a stack stand as one, where the first of them does, once its cards have come")
    func stacks() {
        var board = WallBoard()
        for (number, page) in [(1, 0), (2, 0), (3, 2)] as [(Int, UInt32)] {
            var event = event(number, page: page)
            if number != 1 { event.widget.widget.stack = "work" }
            board.apply(event)
        }
        board.apply(.with { $0.initialStateSent = true })
        let wall = WallSurface(name: "a", kind: .wall)
        #expect(board.stackNames == ["work"])
        #expect(board.pages(of: wall).pages == [[ids[0], ids[1]], [ids[2]]])
        board.apply([.with { $0.widgetID = ids[2] }, .with { $0.widgetID = ids[1] }], of: "work")
        #expect(board.pages(of: wall).pages == [[ids[0], "@stack/work"]])
        var named = wall
        named.pages = [["@stack/work", ids[1], "@stack/none"]]
        #expect(board.pages(of: named) == ([["@stack/work", ids[1]]], []))
    }

    @Test("After a new connection only widgets stay that the daemon has named again, once it has named all")
    func reconnection() {
        var board = board([event(1), event(2)])
        board.connected()
        board.apply(event(2))
        #expect(board[ids[0]] != nil)
        board.apply(.with { $0.initialStateSent = true })
        #expect(board[ids[0]] == nil && board[ids[1]] != nil)
        board.apply(.with { $0.removedWidgetID = ids[1] })
        #expect(board[ids[1]] == nil)
    }

    @Test("A panel is as long as its edge and as thick as its widgets and margins; a wall has its widgets in the middle, at a zoom too")
    func layout() {
        var panel = WallSurface(name: "a", kind: .panel)
        (panel.place.margin, panel.place.spacing) = (8, 8)
        let strip = PageLayout(panel, [[.systemSmall, .systemSmall]], room: Size(width: 1_280, height: 800))
        #expect(strip.size == Size(width: 1_280, height: 174))
        #expect(strip.frame(page: 0, place: 1) == Rect(x: 644, y: 8, width: 158, height: 158))
        let wall = PageLayout(WallSurface(name: "a", kind: .wall), [[.systemSmall], [.systemLarge]], room: Size(width: 1_280, height: 800))
        #expect(wall.frame(page: 0, place: 0) == Rect(x: 561, y: 321, width: 158, height: 158))
        #expect(wall.frame(page: 1, place: 0) == Rect(x: 471, y: 223, width: 338, height: 354))
        let group = PageLayout(WallSurface(name: "a", kind: .desktop), [[.systemSmall, .systemMedium]], room: .zero)
        #expect(group.size == Size(width: 518, height: 158))
        #expect(PageLayout(WallSurface(name: "a", kind: .desktop), [[]], room: .zero).isEmpty)
    }
}
