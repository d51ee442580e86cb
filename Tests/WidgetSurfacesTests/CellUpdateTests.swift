import Testing

@testable import WidgetSurfaces

/// Only the part of a line that differs is written.
@Suite struct CellUpdateTests {
    private func line(_ text: String) -> [Cell] {
        SafeText.line(text, isUnicode: true).flatMap { character in
            [Cell(character: character.text)] + Array(repeating: Cell(character: ""), count: character.width - 1)
        }
    }

    @Test func theSameLineNeedsNothing() {
        #expect(CellUpdate.text(from: line("abc"), to: line("abc"), row: 3, .trueColor).isEmpty)
    }

    @Test func onlyTheCellsThatDifferAreWritten() {
        #expect(CellUpdate.text(from: line("abcdef"), to: line("abXdef"), row: 3, .none) == "\u{1B}[4;3HX")
        // Cells that are near each other are written in one go.
        #expect(CellUpdate.text(from: line("abcdef"), to: line("XbcXef"), row: 0, .none) == "\u{1B}[1;1HXbcX")
        #expect(CellUpdate.text(from: line("a23456789012b"), to: line("X23456789012Y"), row: 0, .none) == "\u{1B}[1;1HX\u{1B}[1;13HY")
    }

    @Test func wideCharactersAreWrittenWhole() {
        #expect(CellUpdate.text(from: line("a漢b"), to: line("axyb"), row: 0, .none) == "\u{1B}[1;2Hxy")
        #expect(CellUpdate.text(from: line("axyb"), to: line("a漢b"), row: 0, .none) == "\u{1B}[1;2H漢")
        #expect(CellUpdate.text(from: line("a漢b"), to: line("a漢c"), row: 0, .none) == "\u{1B}[1;4Hc")
    }

    @Test func manyUpdatesEndWithTheSameScreen() {
        var random = Random(state: 7)
        let parts = ["a", "b", "漢", " ", "x"]
        func any() -> [Cell] {
            var cells: [Cell] = []
            while cells.count < 12 {
                let part = parts.randomElement(using: &random) ?? "a"
                if part == "漢" {
                    if cells.count < 11 { cells += [Cell(character: part), Cell(character: "")] }
                } else {
                    cells.append(Cell(character: part))
                }
            }
            return cells
        }
        var screen = any()
        for _ in 0..<500 {
            let next = any()
            var shown = screen
            // As a terminal does it: to a column, then characters.
            for piece in CellUpdate.text(from: screen, to: next, row: 0, .none).split(separator: "\u{1B}[") {
                guard let head = piece.firstIndex(of: "H"), let column = Int(piece[..<head].dropFirst(2)) else { continue }
                var place = column - 1
                for character in piece[piece.index(after: head)...] {
                    let width = character == "漢" ? 2 : 1
                    for cell in place..<place + width {
                        // A half of a wide character alone is a blank.
                        if shown[cell].character.isEmpty { shown[cell - 1] = Cell() }
                        if cell + 1 < shown.count, shown[cell + 1].character.isEmpty { shown[cell + 1] = Cell() }
                    }
                    shown[place] = Cell(character: String(character))
                    if width == 2 { shown[place + 1] = Cell(character: "") }
                    place += width
                }
            }
            #expect(shown == next)
            screen = next
        }
    }
}
