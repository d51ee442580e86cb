/// How the next drawings are mixed with what is there.
struct CellFading {
    /// 0 to 1.
    var opacity = 1.0
    let terminal: TerminalColors

    /// From this opacity on a drawing is in front of what was there: a cell has one character.
    static let half = 0.5
    /// Below this opacity nothing is drawn.
    static let least = 1.0 / 16

    /// A style as it is seen through what is behind it; nil: nothing is seen of it.
    /// - Parameter behind: the background that is there; nil: the terminal's own.
    func style(_ style: CellStyle, over behind: CellColor?) -> CellStyle? {
        guard opacity < 1 else { return style }
        guard opacity >= (terminal.mixes ? Self.least : Self.half) else { return nil }
        guard terminal.mixes else { return style }
        var result = style
        let back = behind.flatMap(Palette.rgb(of:)) ?? terminal.background
        if let own = style.background.flatMap(Palette.rgb(of:)) { result.background = mix(back, own) }
        let surface = result.background.flatMap(Palette.rgb(of:)) ?? back
        result.foreground = mix(surface, style.foreground.flatMap(Palette.rgb(of:)) ?? terminal.foreground)
        result.isMixed = true
        return result
    }

    /// A background over another one; nil: nothing is seen of it.
    func fill(_ color: CellColor, over behind: CellColor?) -> CellColor? {
        guard opacity < 1 else { return color }
        guard opacity >= (terminal.mixes ? Self.least : Self.half) else { return nil }
        guard terminal.mixes else { return color }
        guard let own = Palette.rgb(of: color) else { return nil }
        return mix(behind.flatMap(Palette.rgb(of:)) ?? terminal.background, own)
    }

    private func mix(_ back: Palette.RGB, _ front: Palette.RGB) -> CellColor {
        func part(_ back: UInt8, _ front: UInt8) -> UInt8 {
            UInt8(clamping: Int((Double(back) + (Double(front) - Double(back)) * max(0, opacity)).rounded()))
        }
        return .rgb(red: part(back.red, front.red), green: part(back.green, front.green), blue: part(back.blue, front.blue))
    }
}

/// The colours that a terminal has without being told.
public struct TerminalColors: Sendable {
    let foreground: Palette.RGB
    let background: Palette.RGB
    /// It shows so many colours that a mixture of two can be seen; otherwise drawings come and leave at half of their way.
    let mixes: Bool

    /// - Parameter background: nil: it isn't known, and taken for black.
    public init(depth: SurfaceTraits.ColorDepth, background: CellColor?) {
        let background = background.flatMap(Palette.rgb(of:)) ?? (0, 0, 0)
        self.background = background
        foreground = Palette.isLight(.rgb(red: background.red, green: background.green, blue: background.blue)) ? (0x20, 0x20, 0x20) : (0xE0, 0xE0, 0xE0)
        mixes = depth == .trueColor || depth == .palette
    }
}
