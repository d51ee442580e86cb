import WidgetCore

/// A text with its terminal escape sequences taken out; the first colour and bold that they set are kept for the whole line.
struct ANSIText: Hashable {
    var text: String
    var color: ViewColor?
    var isBold = false

    /// A text that is taken as it is, but for characters that nothing can show.
    init(plain text: String) {
        let shown = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\t"
            case .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        self.text = String(String.UnicodeScalarView(shown))
    }

    init(_ source: String) {
        var plain = String.UnicodeScalarView()
        var scalars = source.unicodeScalars[...]
        var color: ViewColor?
        var isBold = false
        while let scalar = scalars.popFirst() {
            guard scalar == "\u{1B}" else {
                plain.append(scalar)
                continue
            }
            guard scalars.first == "[" else { continue }
            scalars.removeFirst()
            // Control sequence: parameters (0-9:;<=>?), intermediates (space to /), then one final letter.
            let parameters = scalars.prefix { (0x30...0x3F).contains($0.value) }
            scalars = scalars.dropFirst(parameters.count).drop { (0x20...0x2F).contains($0.value) }
            guard scalars.popFirst() == "m" else { continue }
            var codes = String(Substring(parameters)).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
            while let code = codes.popFirst() {
                switch code {
                case 1: isBold = true
                case 30...37: color = color ?? Self.palette[code - 30]
                case 90...97: color = color ?? Self.palette[code - 90]
                case 38: color = color ?? Self.extended(&codes)
                case 48: _ = Self.extended(&codes)
                default: break
                }
            }
        }
        self.init(plain: String(plain))
        self.color = color
        self.isBold = isBold
    }

    /// Black is the text's own colour: on a dark widget it would be gone.
    private static let palette: [ViewColor?] = [
        nil, .named(.red), .named(.green), .named(.yellow), .named(.blue), .named(.purple), .named(.cyan), .named(.white),
    ]

    /// `5;n`, a palette of 256, or `2;r;g;b`.
    private static func extended(_ codes: inout ArraySlice<Int>) -> ViewColor? {
        func channel(_ value: Int) -> UInt32 { UInt32(min(max(value, 0), 255)) }
        switch codes.popFirst() {
        case 2 where codes.count >= 3:
            let rgb = codes.prefix(3).map(channel)
            codes = codes.dropFirst(3)
            return .rgba(rgb[0] << 24 | rgb[1] << 16 | rgb[2] << 8 | 0xFF)
        case 5:
            guard let index = codes.popFirst() else { return nil }
            switch index {
            case 0...15: return palette[index % 8]
            case 16...231:
                let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
                let cube = index - 16
                return .rgba(levels[cube / 36] << 24 | levels[cube / 6 % 6] << 16 | levels[cube % 6] << 8 | 0xFF)
            case 232...255:
                let gray = UInt32(8 + (index - 232) * 10)
                return .rgba(gray << 24 | gray << 16 | gray << 8 | 0xFF)
            default: return nil
            }
        default: return nil
        }
    }
}
