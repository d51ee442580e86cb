import WidgetSurfaces

/// How many terminal columns text takes.
enum DisplayWidth {
    static func of(_ text: String) -> Int {
        CellWidth.columns(of: text)
    }

    /// The longest beginning that fits into `columns`, with an ellipsis where something is left out.
    static func truncated(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        guard columns > 1 else { return columns == 1 ? "…" : "" }
        var result = ""
        var width = 0
        for character in text {
            let next = CellWidth.columns(of: character)
            if width + next > columns - 1 { break }
            result.append(character)
            width += next
        }
        return result + "…"
    }
}
