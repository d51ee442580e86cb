import ArgumentParser
import Glibc
import WidgetAPI

struct BoardCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Show activities, widgets and controls live, full-screen.",
        discussion: """
            Activities stand above the widgets, controls below. Arrows select one, 1 to 9 perform its actions, Enter presses a control, x dismisses an activity, r reloads a widget,
            ? shows all keys, q quits. A daemon that restarts is waited for.

            Example:
              widgetctl board
            """)

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if common.json { throw ValidationError("--json: the board is for people; `widgetctl watch --json` gives the same as data") }
    }

    func run(in session: Session) throws {
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
                asksBackground: session.terminal.color != .none && Environment.value("TERM") != "linux"),
            signals: signals, input: STDIN_FILENO, drawing: BoardDrawing(descriptor: STDOUT_FILENO, traits: session.terminal))
        try loop.run()
    }
}
