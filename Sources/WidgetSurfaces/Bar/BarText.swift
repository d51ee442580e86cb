/// Text made fit for status bars: what a provider wrote is shown and nothing else. Every format takes its texts from here.
enum BarText {
    /// One line without control characters, cut to ``SurfaceLimits/barTextColumns``.
    static func line(_ text: String) -> String {
        TextLayout.truncated(SafeText.line(text, isUnicode: true), to: SurfaceLimits.barTextColumns, isUnicode: true).reduce(into: "") { $0 += $1.text }
    }

    /// A line as Pango's markup has it.
    static func pango(_ text: String) -> String {
        line(text).reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "'": result += "&#39;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }

    /// A line for polybar, where `%{` begins a tag: a tag without meaning keeps the two apart.
    static func polybar(_ text: String) -> String { line(text).replacing("%{", with: "%%{O0}{") }

    /// A line for i3blocks. Its version 1.4 ends a text at the first quotation mark, escaped or not, and reads the rest as more of the block's properties.
    static func i3blocks(_ text: String) -> String { line(text).replacing("\"", with: "”").replacing("\\", with: "⧵") }

    /// A line for xbar, where `|` begins the parameters and a line of hyphens, or hyphens before it, the menu's structure.
    static func xbar(_ text: String) -> String {
        let line = line(text).replacing("|", with: "¦").drop { $0 == " " }
        return line.hasPrefix("-") ? "‐" + line.dropFirst() : String(line)
    }

    /// A line for bars whose own markup can't be escaped in one way for all. No tag of genmon's, which may be a command, begins in it, and no style of tmux's.
    static func plain(_ text: String) -> String {
        line(text).replacing("<", with: "‹").replacing(">", with: "›").replacing("#[", with: "# [").replacing("#{", with: "# {").replacing("#(", with: "# (")
    }

    /// A word as a shell takes it.
    static func shellWord(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "@"): true
                default: false
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
