import Testing
import WidgetCore
import WidgetSurfaces

@Suite("A board packs its cards and says what doesn't fit")
struct BoardLayoutTests {
    static func size(_ columns: Int, _ rows: Int) -> CellSize { CellSize(columns: columns, rows: rows) }

    static func card(_ mark: String, _ size: CellSize) -> RenderedWidget {
        RenderedWidget(size: size, lines: Array(repeating: Array(repeating: Cell(character: mark), count: size.columns), count: size.rows), nextTick: nil)
    }

    @Test("Cards stand beside each other, and smaller ones below where there is room")
    func packing() {
        let sizes = [Self.size(4, 4), Self.size(3, 2), Self.size(3, 2), Self.size(8, 1)]
        let layout = BoardLayout(sizes: sizes, columns: 8)
        #expect(layout.places.map { [$0.column, $0.row] } == [[0, 0], [5, 0], [5, 2], [0, 4]])
        #expect(layout.rows == 5)
        let cards = Dictionary(uniqueKeysWithValues: sizes.indices.map { ($0, Self.card("abcd".map(String.init)[$0], sizes[$0])) })
        #expect(
            layout.screen(cards, scroll: 0, height: 5, traits: traits()).ansiLines(.none) == ["aaaa bbb", "aaaa bbb", "aaaa ccc", "aaaa ccc", "dddddddd"])
    }

    @Test("A card that is on its way lies over the others, and cuts no wide character into halves")
    func moving() {
        let sizes = [Self.size(4, 1), Self.size(6, 1)]
        let layout = BoardLayout(sizes: sizes, columns: 11)
        let wide = ["世", "", "界", "", "人", ""].map { Cell(character: $0) }
        let cards = [0: Self.card("a", sizes[0]), 1: RenderedWidget(size: sizes[1], lines: [wide], nextTick: nil)]
        func line(_ column: Int) -> String {
            let place = CellRect(column: column, row: 0, size: sizes[0])
            return layout.screen(cards, moving: [0: place], scroll: 0, height: 1, traits: traits()).ansiLines(.none)[0]
        }
        #expect(line(0) == "aaaa 世界人")
        #expect(line(2) == "  aaaa 界人")
        #expect(line(6) == "      aaaa ")
        #expect(line(5) == "     aaaa人")
        #expect(line(7) == "     世aaaa")
    }

    @Test("No two cards overlap and none leaves the terminal, whatever their sizes", arguments: [UInt64(1), 2, 3, 4])
    func noOverlap(seed: UInt64) {
        var random = Random(state: seed)
        for _ in 0..<50 {
            let columns = Int.random(in: 1...120, using: &random)
            let sizes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                Self.size(Int.random(in: 0...100, using: &random), Int.random(in: 0...30, using: &random))
            }
            let places = BoardLayout(sizes: sizes, columns: columns).places
            for (index, place) in places.enumerated() {
                #expect(place.column >= 0 && place.column + place.size.columns <= columns)
                for other in places[(index + 1)...] {
                    let apart =
                        place.column + place.size.columns <= other.column || other.column + other.size.columns <= place.column
                        || place.row + place.size.rows <= other.row || other.row + other.size.rows <= place.row
                    #expect(apart, "seed \(seed)")
                }
            }
        }
    }

    @Test("What doesn't fit is counted in the last line, and scrolling stops at the ends")
    func scrolling() {
        let layout = BoardLayout(sizes: Array(repeating: Self.size(5, 3), count: 4), columns: 20 - 9)
        let cards = Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, Self.card("\($0)", Self.size(5, 3))) })
        func lines(_ scroll: Int) -> [String] { layout.screen(cards, scroll: scroll, height: 5, traits: traits()).ansiLines(.none) }
        #expect(lines(0) == ["00000 11111", "00000 11111", "00000 11111", "22222 33333", "↓ 2 below  "])
        #expect(lines(1) == ["00000 11111", "00000 11111", "22222 33333", "22222 33333", "↑ 2 above… "])
        #expect(lines(99) == ["00000 11111", "22222 33333", "22222 33333", "22222 33333", "↑ 2 above  "])
        #expect(lines(-5) == lines(0))
        #expect(layout.visible(scroll: 0, height: 4) == [0, 1])
        #expect(layout.clampedScroll(99, height: 5) == 2)
    }

    @Test("A card wider than the terminal is made narrower")
    func narrow() {
        #expect(BoardLayout(sizes: [WidgetFamily.systemMedium.cells], columns: 30).places[0].size == Self.size(30, 10))
    }

    @Test("The board looks different when the first of its cards does")
    func tick() throws {
        let archive = try archive(#"{"timer": {"since": "2026-11-20T07:00:00Z"}}"#)
        let card = TerminalRenderer.card(WidgetCard(archive: archive, family: .accessoryInline), traits: traits())
        let layout = BoardLayout(sizes: [card.size], columns: 40)
        #expect(layout.screen([0: card], scroll: 0, height: 3, traits: traits()).nextTick == now + .seconds(1))
    }
}
