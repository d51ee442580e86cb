import ArgumentParser
import Glibc
import WidgetAPI
import WidgetCore

struct PreviewCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Build a provider in Swift, and show the previews in its sources.",
        discussion: """
            A preview is a #Preview, or a type that conforms to PreviewProvider. On a terminal the arrows step through the entries of a timeline, [ and ] \
            through the previews, 1 to 9 tap buttons and gestures of a view, r builds and starts it anew, q quits. Elsewhere every entry of every preview is \
            printed. No daemon is asked.

            Examples:
              widgetctl preview MyWidgets
              widgetctl preview Sources/MyWidgets/CaffeineView.swift
            """)

    @Argument(help: ArgumentHelp("An executable target of the package in this directory, or a source file of one.", valueName: "target|file"))
    var target: String

    @Option(help: "Only the previews with these letters in their names.")
    var name: String?

    @OptionGroup var surface: SurfaceOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if common.json { throw ValidationError("preview draws pictures, so it has no --json") }
    }

    func run(in session: Session) throws {
        let place = try PreviewProgram.place(named: target)
        let steps = PreviewSteps(place: place, name: name, surface: surface.traits(of: session.client.surface ?? .standard), session)
        defer { steps.end() }
        try steps.start()
        if session.terminal.isTerminal, isatty(STDIN_FILENO) == 1 { try PreviewLoop(steps, session).run() } else { try steps.printAll() }
    }
}
