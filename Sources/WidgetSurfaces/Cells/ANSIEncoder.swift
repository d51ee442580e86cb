/// Cells as a terminal takes them: ECMA-48's SGR sequences, only where the style changes.
enum ANSIEncoder {
    /// One line; it ends in the terminal's own style.
    static func line(_ cells: [Cell], _ depth: SurfaceTraits.ColorDepth) -> String {
        guard depth != .none else { return cells.reduce(into: "") { $0 += $1.character } }
        var text = ""
        var current = ""
        for cell in cells where !cell.character.isEmpty {
            let codes = codes(cell.style, depth).joined(separator: ";")
            if codes != current {
                text += codes.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(codes)m"
                current = codes
            }
            text += cell.character
        }
        return current.isEmpty ? text : text + "\u{1B}[0m"
    }

    private static func codes(_ style: CellStyle, _ depth: SurfaceTraits.ColorDepth) -> [String] {
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        let isSecondary = style.foreground == .named(.secondary)
        if style.isDim || isSecondary { codes.append("2") }
        if style.isItalic { codes.append("3") }
        if style.isUnderlined { codes.append("4") }
        var foreground = style.foreground
        // The terminal's own colour may be invisible on a background of ours.
        if let background = style.background, Palette.rgb(of: background) != nil, foreground.flatMap({ Palette.rgb(of: $0) }) == nil {
            foreground = .named(Palette.isLight(background) ? .black : .white)
        }
        if let foreground { codes += code(foreground, depth, isBackground: false) }
        if let background = style.background { codes += code(background, depth, isBackground: true) }
        return codes
    }

    private static func code(_ color: CellColor, _ depth: SurfaceTraits.ColorDepth, isBackground: Bool) -> [String] {
        switch depth {
        case .none: return []
        case .sixteen:
            guard let number = Palette.sixteen(color) else { return [] }
            return ["\((number < 8 ? 30 : 82) + number + (isBackground ? 10 : 0))"]
        case .palette:
            guard let number = Palette.palette(color) else { return [] }
            return [isBackground ? "48" : "38", "5", "\(number)"]
        case .trueColor:
            guard let rgb = Palette.rgb(of: color) else { return [] }
            return [isBackground ? "48" : "38", "2", "\(rgb.red)", "\(rgb.green)", "\(rgb.blue)"]
        }
    }
}
