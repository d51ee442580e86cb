import Glibc

/// What the output can show.
struct TerminalTraits {
    enum Color {
        case none
        case sixteen
        case palette
        case trueColor
    }

    var isTerminal: Bool
    var columns: Int
    var rows: Int
    var color: Color

    /// The traits of `descriptor`.
    ///
    /// Colour: none where `NO_COLOR` is set to anything (no-color.org), where the output isn't a terminal, or for `TERM=dumb`; 24 bits where `COLORTERM` says
    /// so, 256 where `TERM` does, else 16.
    static func of(_ descriptor: Int32, environment: (String) -> String?) -> TerminalTraits {
        let isTerminal = isatty(descriptor) == 1
        let size = isTerminal ? Self.size(of: descriptor) : nil
        let columns = size?.columns ?? environment("COLUMNS").flatMap { Int($0) } ?? CommandLimits.defaultColumns
        let rows = size?.rows ?? environment("LINES").flatMap { Int($0) } ?? CommandLimits.defaultRows
        return TerminalTraits(
            isTerminal: isTerminal, columns: min(max(1, columns), CommandLimits.maximumColumns), rows: min(max(1, rows), CommandLimits.maximumColumns),
            color: color(isTerminal: isTerminal, environment: environment))
    }

    static func color(isTerminal: Bool, environment: (String) -> String?) -> Color {
        let term = environment("TERM") ?? ""
        guard isTerminal, term != "dumb", !term.isEmpty, environment("NO_COLOR")?.isEmpty ?? true else { return .none }
        if ["truecolor", "24bit"].contains(environment("COLORTERM")) { return .trueColor }
        return term.contains("256") ? .palette : .sixteen
    }

    static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
