import WidgetCore

/// A part of a line that looks the same throughout.
struct XbarRun: Hashable {
    var text: String
    /// Nil for the line's own colour.
    var color: ViewColor?
    var isBold = false
}

/// Reads text with terminal escape sequences.
enum ANSIText {
    /// The parts of a text, each with the colour and weight that the sequences before it set (SGR of ECMA-48); other sequences are left out.
    static func runs(_ source: String) -> [XbarRun] {
        var runs: [XbarRun] = []
        var current = XbarRun(text: "")
        var text = String.UnicodeScalarView()
        func finish() {
            current.text = PlainText.shown(String(text))
            text = .init()
            if current.text.isEmpty { return }
            if let last = runs.last, last.color == current.color, last.isBold == current.isBold {
                runs[runs.count - 1].text += current.text
            } else {
                runs.append(current)
            }
        }
        var scalars = source.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "\u{1B}" else {
                text.append(scalar)
                continue
            }
            guard scalars.first == "[" else { continue }
            scalars.removeFirst()
            // Control sequence: parameters (0-9:;<=>?), intermediates (space to /), then one final letter.
            let parameters = scalars.prefix { (0x30...0x3F).contains($0.value) }
            scalars = scalars.dropFirst(parameters.count).drop { (0x20...0x2F).contains($0.value) }
            guard scalars.popFirst() == "m" else { continue }
            finish()
            var codes = String(Substring(parameters)).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
            while let code = codes.popFirst() { apply(code, &codes, to: &current) }
        }
        finish()
        return runs
    }

    private static func apply(_ code: Int, _ codes: inout ArraySlice<Int>, to run: inout XbarRun) {
        switch code {
        case 0: run = XbarRun(text: "")
        case 1: run.isBold = true
        case 22: run.isBold = false
        case 30...37: run.color = palette[code - 30]
        case 38: run.color = extended(&codes)
        case 39: run.color = nil
        case 48: _ = extended(&codes)
        case 90...97: run.color = palette[code - 90]
        default: break
        }
    }

    /// Black becomes the text's own colour, because black text would be invisible on a dark widget.
    private static let palette: [ViewColor?] = [
        nil, .named(.red), .named(.green), .named(.yellow), .named(.blue), .named(.purple), .named(.cyan), .named(.white),
    ]

    /// Reads `5;n`, from a palette of 256 colours, or `2;r;g;b`.
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
