/// How a terminal takes pictures.
package enum PictureProtocol: String, Sendable, CaseIterable {
    /// Half a cell a pixel: every terminal with colour.
    case blocks
    case kitty
    case sixel

    /// What the terminal is known for; `WIDGETCTL_PICTURES` has the last word. Within tmux and screen, which show neither, it is blocks.
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

    /// Whether the terminal is asked: not where a user has chosen, and not within tmux and screen, whose answer isn't that of the terminal around them. The kernel's
    /// console would print the question.
    static func isAsked(environment: (String) -> String?) -> Bool {
        environment("WIDGETCTL_PICTURES").flatMap(PictureProtocol.init) == nil && !isWithinAnother(environment) && environment("TERM") != "linux"
    }

    private static func isWithinAnother(_ environment: (String) -> String?) -> Bool {
        let term = environment("TERM") ?? ""
        return environment("TMUX") != nil || term.hasPrefix("screen") || term.hasPrefix("tmux")
    }
}
