import Glibc
package import WidgetSurfaces

/// What the output can show.
package struct TerminalTraits {
    package var isTerminal: Bool
    package var columns: Int
    package var rows: Int
    package var color: SurfaceTraits.ColorDepth
    /// Characters beyond ASCII can be shown.
    package var isUnicode: Bool
    /// The terminal's own background; nil: it isn't known.
    package var ground: CellColor?

    /// The traits of `descriptor`.
    ///
    /// Colour: none where `NO_COLOR` is set to anything (no-color.org), where the output isn't a terminal, or for `TERM=dumb`; 24 bits where `COLORTERM` says
    /// so, 256 where `TERM` does, else 16.
    package static func of(_ descriptor: Int32, environment: (String) -> String?) -> TerminalTraits {
        let isTerminal = isatty(descriptor) == 1
        let size = isTerminal ? Self.size(of: descriptor) : nil
        let columns = size?.columns ?? environment("COLUMNS").flatMap { Int($0) } ?? CommandLimits.defaultColumns
        let rows = size?.rows ?? environment("LINES").flatMap { Int($0) } ?? CommandLimits.defaultRows
        return TerminalTraits(
            isTerminal: isTerminal, columns: min(max(1, columns), CommandLimits.maximumColumns), rows: min(max(1, rows), CommandLimits.maximumColumns),
            color: color(isTerminal: isTerminal, environment: environment), isUnicode: isUnicode(environment: environment),
            ground: ground(environment: environment))
    }

    /// What `COLORFGBG` says: the numbers of the terminal's own colours, of which the last is the background's. Terminals of several families set it.
    static func ground(environment: (String) -> String?) -> CellColor? {
        guard let number = environment("COLORFGBG")?.split(separator: ";").last.flatMap({ Int($0) }), (0...15).contains(number) else { return nil }
        return .named(number == 7 || number >= 9 ? .white : .black)
    }

    static func color(isTerminal: Bool, environment: (String) -> String?) -> SurfaceTraits.ColorDepth {
        let term = environment("TERM") ?? ""
        guard isTerminal, term != "dumb", !term.isEmpty, environment("NO_COLOR")?.isEmpty ?? true else { return .none }
        if ["truecolor", "24bit"].contains(environment("COLORTERM")) { return .trueColor }
        return term.contains("256") ? .palette : .sixteen
    }

    /// False only where a locale is named that isn't UTF-8: a machine without any, such as a container, still has a terminal of this century.
    static func isUnicode(environment: (String) -> String?) -> Bool {
        guard let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first(where: { !$0.isEmpty }) else { return true }
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
    }

    static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
