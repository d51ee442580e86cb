import Testing
import WidgetCore
import WidgetSurfaces

@testable import WidgetCommands

@Suite("A terminal is given pictures as it takes them")
struct PictureOutputTests {
    static func of(_ environment: [String: String], isTerminal: Bool = true) -> PictureProtocol {
        PictureProtocol.of(isTerminal: isTerminal) { environment[$0] }
    }

    @Test("kitty, foot and wezterm are known; what isn't known, and what is within tmux, is given half blocks")
    func protocols() {
        #expect(Self.of(["TERM": "xterm-kitty"]) == .kitty)
        #expect(Self.of(["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"]) == .kitty)
        #expect(Self.of(["TERM": "foot"]) == .sixel)
        #expect(Self.of(["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"]) == .sixel)
        #expect(Self.of(["TERM": "xterm-256color"]) == .blocks)
        #expect(Self.of(["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"]) == .blocks)
        #expect(Self.of(["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"]) == .blocks)
        #expect(Self.of(["TERM": "xterm", "WIDGETCTL_PICTURES": "sixel"]) == .sixel)
        #expect(Self.of(["TERM": "foot", "WIDGETCTL_PICTURES": "blocks"]) == .blocks)
        #expect(Self.of(["TERM": "foot", "WIDGETCTL_PICTURES": "sixel"], isTerminal: false) == .blocks)
    }
}
