/// A line of text in letters of several rows, drawn with quarters of cells.
struct BigText {
    let size: CellSize
    /// Row by row a character for each column; a space: nothing is drawn there.
    let rows: [[String]]
    let text: [TextCharacter]
    let scale: Int
    let gap: Int

    /// Nil: ``BigFont`` lacks a character.
    /// - Parameters:
    ///   - scale: 1 is three rows high.
    ///   - gap: pixels between two letters.
    init?(_ text: [TextCharacter], scale: Int, gap: Int) {
        guard !text.isEmpty else { return nil }
        (self.text, self.scale, self.gap) = (text, scale, gap)
        var pixels = Array(repeating: [Bool](), count: BigFont.height)
        for (number, character) in text.enumerated() {
            guard let glyph = BigFont.glyph(character.text) else { return nil }
            for row in pixels.indices { pixels[row] += (number == 0 ? [] : Array(repeating: false, count: gap)) + glyph[row] }
        }
        func isSet(_ x: Int, _ y: Int) -> Bool { x / scale < pixels[0].count && pixels[y / scale][x / scale] }
        size = CellSize(columns: (pixels[0].count * scale + 1) / 2, rows: BigFont.height / 2 * scale)
        let columns = size.columns
        rows = (0..<size.rows).map { row in
            (0..<columns).map { column in
                QuarterCell.character(
                    topLeft: isSet(2 * column, 2 * row), topRight: isSet(2 * column + 1, 2 * row), bottomLeft: isSet(2 * column, 2 * row + 1),
                    bottomRight: isSet(2 * column + 1, 2 * row + 1))
            }
        }
    }
}

/// The characters whose quarters are filled or not (Unicode's Block Elements).
enum QuarterCell {
    static func character(topLeft: Bool, topRight: Bool, bottomLeft: Bool, bottomRight: Bool) -> String {
        characters[(topLeft ? 1 : 0) + (topRight ? 2 : 0) + (bottomLeft ? 4 : 0) + (bottomRight ? 8 : 0)]
    }

    /// Which are filled: the upper two, then the lower two; nil: it is none of these.
    static func quarters(of character: String) -> [Bool]? {
        guard let number = characters.firstIndex(of: character), number > 0 else { return nil }
        return [1, 2, 4, 8].map { number & $0 != 0 }
    }

    private static let characters = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"]
}
