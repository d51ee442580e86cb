import WidgetCore

/// The output format of xbar, which SwiftBar, Argos and BitBar share: `TEXT | key=value key="a value"`, `---`, `--` for submenus.
///
/// Unknown attributes of a line are ignored, as in other programs. No line is an error.
enum XbarParser {
    /// - Parameter scheme: the scheme of the background, for colours that differ between the schemes.
    static func parse(_ output: [UInt8], scheme: ColorScheme = .light) -> XbarDocument {
        var document = XbarDocument()
        var isBelow = false
        // Lines are split as bytes, so that output over the limits isn't decoded.
        let lines = output.split(maxSplits: ProviderLimits.pluginLines) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for bytes in lines.prefix(ProviderLimits.pluginLines) {
            let text = String(decoding: bytes.prefix(ProviderLimits.pluginLineBytes), as: UTF8.self)
            guard let (depth, rest) = content(of: text[...]) else {
                if isBelow { document.menu.append(.separator) }
                isBelow = true
                continue
            }
            guard let line = line(rest, depth: depth, scheme) else { continue }
            if isBelow {
                document.menu.append(.line(line))
            } else {
                document.titles.append(line)
            }
        }
        return document
    }

    /// A line's level and the text after its dashes, of which each level has two. Nil for a separator: three dashes, alone or after a submenu's dashes.
    private static func content(of line: Substring) -> (depth: Int, rest: Substring)? {
        let dashes = line.utf8.prefix { $0 == UInt8(ascii: "-") }.count
        let depth = dashes / 2
        let rest = line.dropFirst(2 * depth)
        let trimmed = rest.trimmed
        // With an odd number of dashes, the last three are the separator and one is left here.
        return trimmed == "---" || depth > 0 && trimmed == "-" && dashes % 2 == 1 ? nil : (depth, rest)
    }

    private static func line(_ text: Substring, depth: Int, _ scheme: ColorScheme) -> XbarLine? {
        let (title, attributes) = split(text)
        // An alternate line is shown while a key is held. A widget has no such key.
        guard attributes["alternate"]?.lowercased() != "true" else { return nil }
        let runs = runs(title, attributes)
        var line = XbarLine(title: runs.map(\.text).joined())
        line.depth = depth
        line.color = attributes["color"].flatMap { XbarColor.parse($0, scheme) } ?? runs.lazy.compactMap(\.color).first
        line.isBold = !runs.isEmpty && runs.allSatisfy(\.isBold)
        if runs.count > 1, attributes["color"] == nil { line.runs = runs }
        line.size = attributes["size"].flatMap { Double($0) }.flatMap { Limits.fontSize.contains($0) ? $0 : nil }
        line.isDisabled = attributes["disabled"]?.lowercased() == "true"
        line.isChecked = attributes["checked"]?.lowercased() == "true"
        line.isInDropdown = attributes["dropdown"]?.lowercased() != "false"
        line.symbol = attributes["sfimage"] ?? attributes["iconname"]
        line.image = (attributes["image"] ?? attributes["templateimage"]).flatMap(Base64Text.decode)
        line.href = attributes["href"]
        line.refresh = attributes["refresh"]?.lowercased() == "true"
        if let program = attributes["shell"] ?? attributes["bash"], !program.isEmpty {
            let isInTerminal = attributes["terminal"]?.lowercased() == "true"
            line.command = XbarLine.Command(program: program, arguments: arguments(attributes), isInTerminal: isInTerminal)
        }
        return line
    }

    /// A title's parts: trimmed, with symbols for their names, and within the limit.
    private static func runs(_ title: String, _ attributes: [String: String]) -> [XbarRun] {
        func isOff(_ name: String) -> Bool { attributes[name]?.lowercased() == "false" }
        var runs = isOff("ansi") ? [XbarRun(text: PlainText.shown(title))] : ANSIText.runs(title)
        if !isOff("trim") {
            while let first = runs.first {
                runs[0].text = String(first.text.drop(while: \.isWhitespace))
                guard runs[0].text.isEmpty else { break }
                runs.removeFirst()
            }
            while let last = runs.last {
                runs[runs.count - 1].text = String(last.text[...].trimmed(atStart: false))
                guard runs[runs.count - 1].text.isEmpty else { break }
                runs.removeLast()
            }
        }
        for index in runs.indices {
            if !isOff("unescape") { runs[index].text = runs[index].text.replacing("\\n", with: " ").replacing("\\t", with: " ") }
            if !isOff("emojize") { runs[index].text = XbarEmoji.replacing(runs[index].text) }
        }
        if let length = attributes["length"].flatMap({ Int($0) }), length > 0 { cut(&runs, to: length) }
        return runs
    }

    private static func cut(_ runs: inout [XbarRun], to length: Int) {
        var left = length
        for index in runs.indices {
            guard runs[index].text.count > left else {
                left -= runs[index].text.count
                continue
            }
            runs[index].text = runs[index].text.prefix(left) + "…"
            runs.removeLast(runs.count - index - 1)
            return
        }
    }

    /// `param0`, `param1` and so on, in the order of their numbers.
    private static func arguments(_ attributes: [String: String]) -> [String] {
        let numbered = attributes.compactMap { key, value -> (Int, String)? in
            guard key.hasPrefix("param"), let number = Int(key.dropFirst("param".count)) else { return nil }
            return (number, value)
        }
        return numbered.sorted { $0.0 < $1.0 }.map { $0.1 }
    }

    /// The text before the first `|`, and the attributes behind it, their names in lower case.
    private static func split(_ line: Substring) -> (title: String, attributes: [String: String]) {
        guard let bar = line.firstIndex(of: "|") else { return (String(line), [:]) }
        var attributes: [String: String] = [:]
        for word in words(line[line.index(after: bar)...]) {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else { continue }
            attributes[word[..<equals].lowercased()] = String(word[word.index(after: equals)...])
        }
        return (String(line[..<bar]), attributes)
    }

    /// Splits words as a shell does. Both kinds of quotation marks keep spaces, and a backslash keeps the next character. Further bars count as spaces.
    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var isWord = false
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
                isWord = true
            } else if let mark = quote {
                if character == mark { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                isWord = true
            } else if character.isWhitespace || character == "|" {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        if isWord { words.append(word) }
        return words
    }
}

/// Base64 (RFC 4648) as plugins print it: with or without its padding.
enum Base64Text {
    /// Nil for a text that isn't base64.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 {
            let digit: UInt32
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = UInt32(character - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = UInt32(character - UInt8(ascii: "a")) + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(character - UInt8(ascii: "0")) + 52
            case UInt8(ascii: "+"): digit = 62
            case UInt8(ascii: "/"): digit = 63
            case UInt8(ascii: "="): continue
            default: return nil
            }
            bits = bits << 6 | digit
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}

/// A plugin's colour: `red`, `#f00`, `#ff0000`, `#ff0000cc`, or SwiftBar's `light,dark`.
private enum XbarColor {
    /// The names of CSS that plugins use and the format has no name for: 0xRRGGBB.
    private static let names: [String: UInt32] = [
        "aqua": 0x00FFFF, "cadetblue": 0x5F9EA0, "coral": 0xFF7F50, "crimson": 0xDC143C, "darkblue": 0x00008B, "darkgray": 0xA9A9A9, "darkgreen": 0x006400,
        "darkgrey": 0xA9A9A9, "darkorange": 0xFF8C00, "darkred": 0x8B0000, "dimgray": 0x696969, "dodgerblue": 0x1E90FF, "firebrick": 0xB22222,
        "forestgreen": 0x228B22, "fuchsia": 0xFF00FF, "gold": 0xFFD700, "goldenrod": 0xDAA520, "hotpink": 0xFF69B4, "khaki": 0xF0E68C, "lightblue": 0xADD8E6,
        "lightgray": 0xD3D3D3, "lightgreen": 0x90EE90, "lightgrey": 0xD3D3D3, "lime": 0x00FF00, "limegreen": 0x32CD32, "magenta": 0xFF00FF,
        "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000, "orangered": 0xFF4500, "orchid": 0xDA70D6, "royalblue": 0x4169E1, "salmon": 0xFA8072,
        "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slategray": 0x708090, "steelblue": 0x4682B4, "tomato": 0xFF6347, "turquoise": 0x40E0D0, "violet": 0xEE82EE,
    ]

    /// Nil for an unknown colour. Then the text keeps its own.
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
