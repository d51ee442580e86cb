import WidgetCore

/// The named colours, and the nearest ones that a terminal has.
enum Palette {
    typealias RGB = (red: UInt8, green: UInt8, blue: UInt8)

    /// Apple's system colours (Human Interface Guidelines, light appearance). Nil: the terminal's own.
    static func rgb(of name: ViewColor.Name) -> RGB? {
        switch name {
        case .primary, .secondary, .clear: nil
        case .accent, .blue: (0x00, 0x7A, 0xFF)
        case .red: (0xFF, 0x3B, 0x30)
        case .orange: (0xFF, 0x95, 0x00)
        case .yellow: (0xFF, 0xCC, 0x00)
        case .green: (0x34, 0xC7, 0x59)
        case .mint: (0x00, 0xC7, 0xBE)
        case .teal: (0x30, 0xB0, 0xC7)
        case .cyan: (0x32, 0xAD, 0xE6)
        case .indigo: (0x58, 0x56, 0xD6)
        case .purple: (0xAF, 0x52, 0xDE)
        case .pink: (0xFF, 0x2D, 0x55)
        case .brown: (0xA2, 0x84, 0x5E)
        case .gray: (0x8E, 0x8E, 0x93)
        case .white: (0xFF, 0xFF, 0xFF)
        case .black: (0x00, 0x00, 0x00)
        }
    }

    static func rgb(of color: CellColor) -> RGB? {
        switch color {
        case .named(let name): rgb(of: name)
        case .rgb(let red, let green, let blue): (red, green, blue)
        }
    }

    /// The number, 0 to 15, of the terminal's own colour that the user's theme gives for it; nil: the default.
    static func sixteen(_ color: CellColor) -> Int? {
        switch color {
        case .named(let name):
            switch name {
            case .primary, .secondary, .clear: return nil
            case .accent, .blue: return 12
            case .red: return 9
            case .orange, .brown: return 3
            case .yellow: return 11
            case .green: return 10
            case .mint, .cyan: return 14
            case .teal: return 6
            case .indigo: return 4
            case .purple: return 5
            case .pink: return 13
            case .gray: return 8
            case .white: return 15
            case .black: return 0
            }
        case .rgb(let red, let green, let blue):
            return vga.indices.min { distance(vga[$0], (red, green, blue)) < distance(vga[$1], (red, green, blue)) }
        }
    }

    /// The VGA colours, of which most themes are variations.
    private static let vga: [RGB] = [
        (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170), (85, 85, 85), (255, 85, 85),
        (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255),
    ]

    /// The usual value of the one of a terminal's sixteen colours that stands for it; nil: the default.
    static func usual(_ color: CellColor) -> RGB? { sixteen(color).map { vga[$0] } }

    /// A colour as a terminal shows it.
    static func shown(_ depth: SurfaceTraits.ColorDepth) -> (RGB) -> RGB {
        switch depth {
        case .none, .sixteen, .trueColor: { $0 }
        case .palette: { rgb in palette(.rgb(red: rgb.red, green: rgb.green, blue: rgb.blue)).map(xterm) ?? rgb }
        }
    }

    private static let levels = [0, 95, 135, 175, 215, 255]

    /// One of xterm's 256 colours but the first sixteen, which themes change.
    private static func xterm(_ number: Int) -> RGB {
        if number >= 232 {
            let level = UInt8(clamping: 8 + 10 * (number - 232))
            return (level, level, level)
        }
        let place = max(0, number - 16)
        return (UInt8(clamping: levels[place / 36 % 6]), UInt8(clamping: levels[place / 6 % 6]), UInt8(clamping: levels[place % 6]))
    }

    /// The number of the nearest colour of xterm's 256: the cube of 6 by 6 by 6, or the ramp of grays.
    static func palette(_ color: CellColor) -> Int? {
        guard let rgb = rgb(of: color) else { return nil }
        func level(_ value: UInt8) -> Int { levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0 }
        let (red, green, blue) = (level(rgb.red), level(rgb.green), level(rgb.blue))
        let gray = min(23, max(0, (Int(rgb.red) + Int(rgb.green) + Int(rgb.blue)) / 3 - 3) / 10)
        let grayLevel = UInt8(clamping: 8 + 10 * gray)
        let cube: RGB = (UInt8(clamping: levels[red]), UInt8(clamping: levels[green]), UInt8(clamping: levels[blue]))
        return distance((grayLevel, grayLevel, grayLevel), rgb) < distance(cube, rgb) ? 232 + gray : 16 + 36 * red + 6 * green + blue
    }

    /// Whether black is easier to read on it than white.
    static func isLight(_ color: CellColor) -> Bool {
        guard let rgb = rgb(of: color) else { return false }
        return 299 * Int(rgb.red) + 587 * Int(rgb.green) + 114 * Int(rgb.blue) > 150_000
    }

    private static func distance(_ a: RGB, _ b: RGB) -> Int {
        let (red, green, blue) = (Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue))
        return red * red * 3 + green * green * 4 + blue * blue * 2
    }
}

extension CellColor {
    /// Nil: transparent.
    init?(_ color: ViewColor) {
        switch color {
        case .named(.clear): return nil
        case .faded(_, let opacity) where opacity < 0.1: return nil
        case .named(let name), .faded(let name, _): self = .named(name)
        case .rgba(let value):
            // Below an opacity of a sixteenth nothing is seen. A terminal can't mix colours for the others.
            guard value & 0xFF >= 0x10 else { return nil }
            self = .rgb(red: UInt8(truncatingIfNeeded: value >> 24), green: UInt8(truncatingIfNeeded: value >> 16), blue: UInt8(truncatingIfNeeded: value >> 8))
        }
    }

    /// The colour that comes nearest to a style; nil: it has none of its own.
    init?(_ style: ViewStyle) {
        switch style {
        case .color(let color): self.init(color)
        // The middle of a gradient.
        case .gradient(let gradient):
            guard !gradient.stops.isEmpty else { return nil }
            self.init(gradient.stops[gradient.stops.count / 2].color)
        case .faded(let style, let opacity):
            guard opacity >= 0.1 else { return nil }
            self.init(style)
        case .role(.tint): self = .named(.accent)
        case .role(.link): self = .named(.blue)
        case .hierarchical(let level): self = .named(level > 1 ? .secondary : .primary)
        case .material, .role: return nil
        }
    }
}

extension CellColor {
    /// Dark text can be read on it better than light text.
    public var isLight: Bool { Palette.isLight(self) }
}
