import ArgumentParser
import CommandRendering
import Glibc
import WidgetAPI
import WidgetCore

struct BoardCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Show activities, widgets and controls live, full-screen.",
        discussion: """
            Running activities come first, a line each; widgets are below, then controls. Arrows and clicks select, 1 to 9 perform actions, Enter presses a \
            control or unfolds an activity, o opens a link, x dismisses an activity, r reloads a widget, < and > move it, [ and ] turn pages, ( and ) turn a \
            stack, ? shows all \
            keys, q quits. A click on a card opens its view's link. Pictures are drawn by kitty's protocol, as sixels or with half blocks, as the terminal \
            says; WIDGETCTL_PICTURES chooses. Changes are animated; WIDGETCTL_REDUCE_MOTION=1 shows each at once. The board waits for a daemon that \
            restarts.

            Examples:
              widgetctl board
              widgetctl board --page 2
            """)

    @Option(help: "The page to open at, 1 to 99.")
    var page = 1

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !(1...Limits.boardPages).contains(page) { throw ValidationError("--page: \(page) isn't from 1 to \(Limits.boardPages)") }
        if common.json { throw ValidationError("--json: the board is for people; `widgetctl watch --json` gives the same as data") }
    }

    func run(in session: Session) throws {
        let isReduced = Environment.value("WIDGETCTL_REDUCE_MOTION").map { !["", "0"].contains($0) } ?? false
        // Where the program isn't installed, the board is shown without motion.
        if !isReduced, session.terminal.isTerminal, isatty(STDIN_FILENO) == 1 { HelperProgram.board.exec(["--page", "\(page)"] + common.words) }
        try BoardProgram.run(in: session, page: page, motion: nil)
    }
}

/// The board on a terminal.
package enum BoardProgram {
    /// Shows the board until a user or a signal ends it.
    /// - Parameters:
    ///   - page: the page to open at.
    ///   - motion: animates it.
    package static func run(_ options: CommonOptions, page: Int, motion: any BoardMotion) throws {
        try run(in: Session(options), page: page, motion: motion)
    }

    static func run(in session: Session, page: Int, motion: (any BoardMotion)?) throws {
        guard session.terminal.isTerminal, isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("the board needs a terminal; `widgetctl show` and `widgetctl watch` don't")
        }
        guard let signals = SignalPipe([SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]) else {
            throw OutputFile.WriteError(code: errno)
        }
        defer { signals.close() }
        let loop = BoardLoop(
            at: session.client.location,
            screen: FullScreen(
                input: STDIN_FILENO, output: session.output,
                asksBackground: session.terminal.color != .none && Environment.value("TERM") != "linux",
                asksPictures: session.terminal.color != .none && PictureProtocol.isAsked(environment: Environment.value)),
            signals: signals, input: STDIN_FILENO, surface: session.client.surface,
            drawing: BoardDrawing(descriptor: STDOUT_FILENO, traits: session.terminal, motion: motion), page: page)
        try loop.run()
    }
}
