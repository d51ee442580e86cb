import Glibc
package import WidgetCore
package import WidgetSurfaces

/// The abilities of the output.
package struct TerminalTraits {
    package var isTerminal: Bool
    package var columns: Int
    package var rows: Int
    package var color: SurfaceTraits.ColorDepth
    /// Characters beyond ASCII can be shown.
    package var isUnicode: Bool
    /// The terminal's own background; nil: it isn't known.
    package var background: CellColor?
    /// The terminal takes OSC 8, so that a text can link to an address.
    package var hasHyperlinks = false
    /// How it takes pictures.
    package var pictures = PictureProtocol.blocks
    /// The pixels of a cell.
    package var cellPixels = (width: 8, height: 16)

    /// The traits of `descriptor`.
    ///
    /// Colour: none where `NO_COLOR` is set to anything (no-color.org), where the output isn't a terminal, or for `TERM=dumb`; 24 bits where `COLORTERM` says
    /// so, 256 where `TERM` does, else 16.
    package static func of(_ descriptor: Int32, environment: (String) -> String?) -> TerminalTraits {
        let isTerminal = isatty(descriptor) == 1
        let size = isTerminal ? Self.size(of: descriptor) : nil
        let columns = size?.columns ?? environment("COLUMNS").flatMap { Int($0) } ?? RenderingLimits.defaultColumns
        let rows = size?.rows ?? environment("LINES").flatMap { Int($0) } ?? RenderingLimits.defaultRows
        return TerminalTraits(
            isTerminal: isTerminal, columns: min(max(1, columns), RenderingLimits.maximumColumns), rows: min(max(1, rows), RenderingLimits.maximumColumns),
            color: color(isTerminal: isTerminal, environment: environment), isUnicode: isUnicode(environment: environment),
            background: background(environment: environment), hasHyperlinks: hasHyperlinks(isTerminal: isTerminal, environment: environment),
            pictures: PictureProtocol.of(isTerminal: isTerminal, environment: environment), cellPixels: cellPixels(of: descriptor))
    }

    /// Only where the terminal says what it is, and is known to take OSC 8: others would print it. `FORCE_HYPERLINK`, as other programs know it, decides
    /// otherwise (0: none).
    static func hasHyperlinks(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        guard isTerminal else { return false }
        if let forced = environment("FORCE_HYPERLINK"), !forced.isEmpty { return forced != "0" }
        func version(_ name: String) -> [Int] { (environment(name) ?? "").split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 } }
        let term = environment("TERM") ?? ""
        if term.hasPrefix("screen") || term.hasPrefix("tmux") {
            // The other variables tell of the terminal in which tmux was started. tmux passes links on from 3.4.
            return environment("TERM_PROGRAM") == "tmux" && !version("TERM_PROGRAM_VERSION").lexicographicallyPrecedes([3, 4])
        }
        if ["foot", "xterm-kitty", "xterm-ghostty", "contour", "wezterm", "alacritty"].contains(where: term.hasPrefix) { return true }
        if ["WezTerm", "vscode", "iTerm.app", "ghostty", "rio"].contains(environment("TERM_PROGRAM")) { return true }
        // VTE from 0.50.1 (GNOME Terminal and others), Konsole from 20.12, Windows Terminal.
        return (version("VTE_VERSION").first ?? 0) >= 5_001 || (version("KONSOLE_VERSION").first ?? 0) >= 201_200 || environment("WT_SESSION") != nil
    }

    /// The background by `COLORFGBG`, which has the numbers of the terminal's own colours; the last one is the background's. Terminals of several families set
    /// it.
    static func background(environment: (String) -> String?) -> CellColor? {
        guard let number = environment("COLORFGBG")?.split(separator: ";").last.flatMap({ Int($0) }), (0...15).contains(number) else { return nil }
        return .named(number == 7 || number >= 9 ? .white : .black)
    }

    /// Its traits for views: light where `WIDGETCTL_COLOR_SCHEME` or ``background`` says so, and else dark, as terminals mostly are.
    package func surface(environment: (String) -> String?) -> ViewTraits {
        let chosen = environment("WIDGETCTL_COLOR_SCHEME").flatMap { ColorScheme(name: $0) }
        return .standard.with(chosen ?? (background == .named(.white) ? .light : .dark))
    }

    static func color(isTerminal: Bool, environment: (String) -> String?) -> SurfaceTraits.ColorDepth {
        let term = environment("TERM") ?? ""
        guard isTerminal, term != "dumb", !term.isEmpty, environment("NO_COLOR")?.isEmpty ?? true else { return .none }
        if ["truecolor", "24bit"].contains(environment("COLORTERM")) { return .trueColor }
        return term.contains("256") ? .palette : .sixteen
    }

    /// False only where a locale is named that isn't UTF-8: a machine without any, such as a container, still has a terminal that takes UTF-8.
    static func isUnicode(environment: (String) -> String?) -> Bool {
        guard let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first(where: { !$0.isEmpty }) else { return true }
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
    }

    package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The pixels of a cell, as the terminal says; 8 by 16 where it says nothing.
    package static func cellPixels(of descriptor: Int32) -> (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0, size.ws_xpixel >= size.ws_col, size.ws_ypixel >= size.ws_row
        else { return (8, 16) }
        return (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
    }
}

/// How a terminal takes pictures.
package enum PictureProtocol: String, Sendable, CaseIterable {
    /// A pixel is half a cell: every terminal with colour shows that.
    case blocks
    case kitty
    case sixel

    /// The protocol that the terminal is known for. `WIDGETCTL_PICTURES` has the last word. Within tmux and screen it is blocks: they show neither of the
    /// others.
    static func of(isTerminal: Bool, environment: (String) -> String?) -> PictureProtocol {
        guard isTerminal else { return .blocks }
        if let chosen = environment("WIDGETCTL_PICTURES").flatMap(PictureProtocol.init) { return chosen }
        guard !isWithinAnother(environment) else { return .blocks }
        let term = environment("TERM") ?? ""
        if term == "xterm-kitty" || term == "xterm-ghostty" || environment("KITTY_WINDOW_ID") != nil { return .kitty }
        let program = environment("TERM_PROGRAM") ?? ""
        if term.hasPrefix("foot") || term.hasPrefix("mlterm") || program == "WezTerm" { return .sixel }
        return .blocks
    }

    /// Whether the terminal is asked: not where a user has chosen, and not within tmux and screen, whose answer isn't that of the terminal around them. The
    /// kernel's console would print the question.
    package static func isAsked(environment: (String) -> String?) -> Bool {
        environment("WIDGETCTL_PICTURES").flatMap(PictureProtocol.init) == nil && !isWithinAnother(environment) && environment("TERM") != "linux"
    }

    private static func isWithinAnother(_ environment: (String) -> String?) -> Bool {
        let term = environment("TERM") ?? ""
        return environment("TMUX") != nil || term.hasPrefix("screen") || term.hasPrefix("tmux")
    }
}
