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
        let term = environment("TERM") ?? ""
        guard environment("TMUX") == nil, !term.hasPrefix("screen"), !term.hasPrefix("tmux") else { return .blocks }
        if term == "xterm-kitty" || term == "xterm-ghostty" || environment("KITTY_WINDOW_ID") != nil { return .kitty }
        let program = environment("TERM_PROGRAM") ?? ""
        if term.hasPrefix("foot") || term.hasPrefix("mlterm") || program == "WezTerm" { return .sixel }
        return .blocks
    }
}
