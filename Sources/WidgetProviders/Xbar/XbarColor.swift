import WidgetCore

/// A plugin's colour: `red`, `#f00`, `#ff0000`, `#ff0000cc`, or SwiftBar's `light,dark`.
enum XbarColor {
    /// The names of CSS that plugins use and the format has no name for: 0xRRGGBB.
    private static let names: [String: UInt32] = [
        "aqua": 0x00FFFF, "cadetblue": 0x5F9EA0, "coral": 0xFF7F50, "crimson": 0xDC143C, "darkblue": 0x00008B, "darkgray": 0xA9A9A9, "darkgreen": 0x006400,
        "darkgrey": 0xA9A9A9, "darkorange": 0xFF8C00, "darkred": 0x8B0000, "dimgray": 0x696969, "dodgerblue": 0x1E90FF, "firebrick": 0xB22222,
        "forestgreen": 0x228B22, "fuchsia": 0xFF00FF, "gold": 0xFFD700, "goldenrod": 0xDAA520, "hotpink": 0xFF69B4, "khaki": 0xF0E68C, "lightblue": 0xADD8E6,
        "lightgray": 0xD3D3D3, "lightgreen": 0x90EE90, "lightgrey": 0xD3D3D3, "lime": 0x00FF00, "limegreen": 0x32CD32, "magenta": 0xFF00FF,
        "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000, "orangered": 0xFF4500, "orchid": 0xDA70D6, "royalblue": 0x4169E1, "salmon": 0xFA8072,
        "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slategray": 0x708090, "steelblue": 0x4682B4, "tomato": 0xFF6347, "turquoise": 0x40E0D0, "violet": 0xEE82EE,
    ]

    /// Nil for a colour that isn't known: the text keeps its own.
    static func parse(_ text: String, _ scheme: ColorScheme) -> ViewColor? {
        let colors = text.split(separator: ",")
        guard let first = (scheme == .dark ? colors.prefix(2).last : colors.first)?.lowercased() else { return nil }
        if first.hasPrefix("#") { return hexadecimal(first.dropFirst()) }
        // Black and white are meant for a bar of one colour; a widget has its own contrast.
        if first == "black" || first == "white" { return .named(.primary) }
        if first == "grey" { return .named(.gray) }
        return ViewColor.Name(rawValue: first).map { .named($0) } ?? names[first].map { .rgba($0 << 8 | 0xFF) }
    }

    private static func hexadecimal(_ digits: Substring) -> ViewColor? {
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        let long = digits.count == 3 || digits.count == 4 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        guard long.count == 6 || long.count == 8, let number = UInt32(long, radix: 16) else { return nil }
        return .rgba(long.count == 6 ? number << 8 | 0xFF : number)
    }
}
