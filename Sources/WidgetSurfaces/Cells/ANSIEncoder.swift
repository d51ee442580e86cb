/// Cells as a terminal takes them: ECMA-48's SGR sequences, only where the style changes.
enum ANSIEncoder {
    /// One line; it ends in the terminal's own style.
    /// - Parameter terminalBackground: the terminal's own background; nil: it isn't known.
    static func line(_ cells: [Cell], _ depth: SurfaceTraits.ColorDepth, terminalBackground: CellColor? = nil) -> String {
        guard depth != .none else { return cells.reduce(into: "") { $0 += $1.character } }
        var text = ""
        var current = ""
        var style: CellStyle?
        var link: String?
        for cell in cells where !cell.character.isEmpty {
            // Most cells look like the one before.
            if cell.style != style {
                style = cell.style
                if cell.style.link != link {
                    link = cell.style.link
                    text += hyperlink(link)
                }
                let codes = codes(cell.style, depth, terminalBackground).joined(separator: ";")
                if codes != current {
                    text += codes.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(codes)m"
                    current = codes
                }
            }
            text += cell.character
        }
        if link != nil { text += hyperlink(nil) }
        return current.isEmpty ? text : text + "\u{1B}[0m"
    }

    /// OSC 8: the text that follows links to an address; nil: to none.
    private static func hyperlink(_ url: String?) -> String { "\u{1B}]8;;\(url ?? "")\u{1B}\\" }

    private static func codes(_ style: CellStyle, _ depth: SurfaceTraits.ColorDepth, _ terminalBackground: CellColor?) -> [String] {
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        let isSecondary = style.foreground == .named(.secondary)
        if style.isDim || isSecondary { codes.append("2") }
        if style.isItalic { codes.append("3") }
        if style.isUnderlined { codes.append("4") }
        if style.isStruckThrough { codes.append("9") }
        if let foreground = foreground(of: style, depth, terminalBackground) { codes += code(foreground, depth, isBackground: false) }
        if let background = style.background { codes += code(background, depth, isBackground: true) }
        return codes
    }

    /// The style's foreground, or a colour in its place that can be read.
    private static func foreground(of style: CellStyle, _ depth: SurfaceTraits.ColorDepth, _ terminalBackground: CellColor?) -> CellColor? {
        if style.isPicture || style.isMixed { return style.foreground }
        let background = style.background.flatMap { Palette.rgb(of: $0) == nil ? nil : $0 }
        guard let own = style.foreground, let rgb = Palette.rgb(of: own) else {
            // The terminal's own colour may be invisible on a background of ours.
            return background.map { .named(Palette.isLight($0) ? .black : .white) } ?? style.foreground
        }
        guard let behind = (background ?? terminalBackground).flatMap({ Palette.rgb(of: $0) }) else { return own }
        // The theme decides what the sixteen colours are. Where two can't be told apart with their usual values, the foreground becomes black or white.
        if depth == .sixteen {
            guard let background, let front = Palette.usual(own), let back = Palette.usual(background) else { return own }
            if Contrast.ratio(front, back) >= Contrast.leastRatio { return own }
            return .named(Contrast.ratio((255, 255, 255), back) >= Contrast.ratio((0, 0, 0), back) ? .white : .black)
        }
        let readable = Contrast.readable(rgb, on: behind, shown: Palette.shown(depth))
        return readable == rgb ? own : .rgb(red: readable.red, green: readable.green, blue: readable.blue)
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

/// Keeps text readable: the contrast of two colours by WCAG 2.2, and the nearest colour that has enough of it.
enum Contrast {
    /// The least ratio of text to what is behind it. WCAG asks 3 of large text and of marks; a provider's own choice, such as white on blue, stays.
    static let leastRatio = 3.0
    /// Steps from a colour to black or white, of which the first that is readable is taken.
    private static let steps = 16

    /// 1 to 21: how much lighter the one is than the other (WCAG 2.2, contrast ratio).
    static func ratio(_ a: Palette.RGB, _ b: Palette.RGB) -> Double {
        let (x, y) = (luminance(a), luminance(b))
        return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }

    /// `foreground`, or that colour made lighter or darker, so that it can be read on `background`.
    /// - Parameter shown: the colour that the terminal shows for a colour.
    static func readable(_ foreground: Palette.RGB, on background: Palette.RGB, shown: (Palette.RGB) -> Palette.RGB) -> Palette.RGB {
        let behind = shown(background)
        if ratio(shown(foreground), behind) >= leastRatio { return foreground }
        let isDarkBackground = ratio((255, 255, 255), behind) >= ratio((0, 0, 0), behind)
        let end: Palette.RGB = isDarkBackground ? (255, 255, 255) : (0, 0, 0)
        for step in 1...steps {
            let candidate = mixed(foreground, end, step)
            if ratio(shown(candidate), behind) >= leastRatio { return candidate }
        }
        return end
    }

    private static func mixed(_ a: Palette.RGB, _ b: Palette.RGB, _ step: Int) -> Palette.RGB {
        func part(_ x: UInt8, _ y: UInt8) -> UInt8 { UInt8(clamping: (Int(x) * (steps - step) + Int(y) * step) / steps) }
        return (part(a.red, b.red), part(a.green, b.green), part(a.blue, b.blue))
    }

    /// WCAG 2.2, relative luminance: 0 for black, 1 for white.
    private static func luminance(_ color: Palette.RGB) -> Double {
        0.2126 * linear[Int(color.red)] + 0.7152 * linear[Int(color.green)] + 0.0722 * linear[Int(color.blue)]
    }

    /// The light that each byte of sRGB stands for: the standard's curve `((c + 0.055) / 1.055) ^ 2.4`, without a library for powers.
    private static let linear: [Double] = (0...255).map { byte in
        let value = Double(byte) / 255
        if value <= 0.04045 { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // x ^ 2.4 = x ^ 2 * x ^ (2/5), of which the fifth root is found by Newton's method.
        let target = base * base
        var root = 1.0
        for _ in 0..<40 {
            let fourth = root * root * root * root
            root -= (fourth * root - target) / (5 * fourth)
        }
        return base * base * root
    }
}
