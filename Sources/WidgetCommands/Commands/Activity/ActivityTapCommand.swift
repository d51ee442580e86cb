import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ActivityTapCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Press a button, switch a toggle or open a link of an activity; without an action, list them.",
        discussion: """
            An action is named by its id or by the text on it. The provider that draws the activity performs it, on the device that owns the activity, at \
            most once for a key. The command ends when it has been performed.
            An address is opened here, as the desktop does (xdg-open). Where there is no display it is printed, and the exit status is 69.

            Examples:
              widgetctl activity tap photos
              widgetctl activity tap photos cancel
              widgetctl activity tap photos cancel --queue 10min
            """)

    @Argument(help: "The activity's id, a unique prefix of it, or its tag.", completion: DaemonCompletion.activities)
    var activity: String

    @Argument(help: "The action: its id, or what its button says.", completion: DaemonCompletion.activityActions)
    var action: String?

    @OptionGroup var tap: TapOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let snapshot = try session.client.activity(activity)
        guard let action else { return try session.show(snapshot) { ActionRendering.text($0.tapTargets, of: "activity", session.style) } }
        try tap.tap(action, among: snapshot.tapTargets, ProtoPerformActivityRequest.with { $0.activity = activity }, in: session) {
            request throws(WidgetError) in
            try session.client.perform(request)
        } text: {
            ActivityRendering.performed($0, session.dates)
        }
    }
}
