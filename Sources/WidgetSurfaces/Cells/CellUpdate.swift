/// The difference between two lines of a screen.
public enum CellUpdate {
    /// The bytes that turn a line on the screen into another one; empty where they are the same. The cells between two that differ are written, too, where that
    /// is shorter than to go there.
    /// - Parameters:
    ///   - row: from 0.
    ///   - terminalBackground: the terminal's own background; nil: it isn't known.
    public static func text(
        from old: [Cell], to new: [Cell], row: Int, _ depth: SurfaceTraits.ColorDepth, terminalBackground: CellColor? = nil
    ) -> String {
        guard old.count == new.count else { return whole(new, row: row, depth, terminalBackground) }
        var text = ""
        var column = 0
        while let start = (column..<new.count).first(where: { old[$0] != new[$0] }) {
            var first = start
            var end = start + 1
            var next = end
            while next < new.count, next - end < gap {
                if old[next] != new[next] { end = next + 1 }
                next += 1
            }
            // A wide character is written whole, the old one and the new one.
            while first > 0, old[first].character.isEmpty || new[first].character.isEmpty { first -= 1 }
            while end < new.count, old[end].character.isEmpty || new[end].character.isEmpty { end += 1 }
            text += "\u{1B}[\(row + 1);\(first + 1)H" + ANSIEncoder.line(Array(new[first..<end]), depth, terminalBackground: terminalBackground)
            column = end
        }
        return text
    }

    /// Cells that are written rather than passed over: a move of the cursor takes as many bytes.
    private static let gap = 8

    private static func whole(_ cells: [Cell], row: Int, _ depth: SurfaceTraits.ColorDepth, _ terminalBackground: CellColor?) -> String {
        "\u{1B}[\(row + 1);1H\u{1B}[2K" + ANSIEncoder.line(cells, depth, terminalBackground: terminalBackground)
    }
}
