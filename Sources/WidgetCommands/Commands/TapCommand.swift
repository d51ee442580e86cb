import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct TapCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Press a button, switch a toggle or open a link of a widget; without an action, list them.",
        discussion: """
            An action is named by its id or by the text on it. The provider performs it, at most once for a key. The command ends when it has been performed.
            An address is opened here, as the desktop does (xdg-open). Where there is no display it is printed, and the exit status is 69.

            Examples:
              widgetctl tap caffeine
              widgetctl tap caffeine log-espresso
              widgetctl tap caffeine Espresso
              widgetctl tap caffeine log-espresso --queue 2h
            """)

    @Argument(help: "The widget.", completion: DaemonCompletion.widgets)
    var widget: String

    @Argument(help: "The action: its id, or what its button says.", completion: DaemonCompletion.actions)
    var action: String?

    @OptionGroup var tap: TapOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let snapshot = try session.client.widget(widget)
        let targets = (try? ViewArchive(snapshot.archive))?.tapTargets ?? []
        guard let action else { return try session.show(snapshot) { _ in ActionRendering.text(targets, of: "widget", session.style) } }
        try tap.tap(action, among: targets, ProtoPerformRequest.with { $0.widget = widget }, in: session) { request throws(WidgetError) in
            try session.client.perform(request)
        } text: {
            ReloadRendering.performed($0, session.dates)
        }
    }
}
