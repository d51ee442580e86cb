import Testing
import WidgetCore

@testable import WidgetSurfaces

/// Views that have the rows that they need, within a bound.
@Suite("A view as high as it is by itself") struct WholeViewTests {
    private func drawn(_ view: String, _ columns: Int, _ rows: Int, unicode: Bool = true) throws -> [String] {
        let room = CellSize(columns: columns, rows: rows)
        return TerminalRenderer.view(try archive(view), within: room, traits: traits(unicode: unicode)).ansiLines(.none).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private func column(_ count: Int) -> String { "{\"vstack\":[\((1...count).map { "\"line \($0)\"" }.joined(separator: ","))]}" }

    @Test("It has no row that it doesn't need, and all that it does")
    func natural() throws {
        #expect(try drawn(column(2), 10, 8) == ["  line 1", "  line 2"])
        #expect(try drawn(column(8), 10, 8).count == 8)
        let action = #"{"vstack":["File",{"progress":0.5,"label":"half"},{"text":"3 of 6"},{"hstack":[{"spacer":0},{"button":"Cancel","intent":"X"}]}]}"#
        let lines = try drawn(action, 30, 10)
        #expect(lines.count == 5 && lines.last?.hasSuffix("[ Cancel ]") == true, "\(lines)")
    }

    @Test("What has no room is counted in the last row")
    func rest() throws {
        let lines = try drawn(column(9), 20, 4)
        #expect(lines.count == 4 && lines[3] == "… 6 more lines", "\(lines)")
        #expect(try drawn(column(9), 20, 4, unicode: false).last == "... 6 more lines")
        #expect(try drawn(column(9), 20, 1).count == 1)
    }

    @Test("A card that tells the rest does so within its frame")
    func card() throws {
        let card = WidgetCard(archive: try archive(column(6)), family: .systemMedium, title: "many", showsRemainingCount: true)
        let text = TerminalRenderer.card(card, size: CellSize(columns: 24, rows: 5), traits: traits()).ansiLines(.none)
        #expect(text[3].hasPrefix("│ … 4 more lines"), "\(text)")
    }

    @Test("Doubled, a view is twice as wide and high: bars go on filling it, letters are the wide ones")
    func doubled() throws {
        let view = TerminalRenderer.view(try archive(#"{"vstack":["ab 字",{"progress":0.4}]}"#), size: CellSize(columns: 5, rows: 2), traits: traits())
        let large = view.doubled(traits: traits())
        #expect(large.size == CellSize(columns: 10, rows: 4) && large.lines.allSatisfy { $0.count == 10 })
        #expect(large.ansiLines(.none) == ["ａｂ  字  ", "          ", "████░░░░░░", "████░░░░░░"], "\(large.ansiLines(.none))")
        let plain = view.doubled(traits: traits(unicode: false)).ansiLines(.none)
        #expect(plain[0].hasPrefix("a b "), "\(plain)")
    }
}
