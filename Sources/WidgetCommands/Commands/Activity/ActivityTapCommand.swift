import ArgumentParser
import WidgetAPI
import WidgetCore

struct ActivityTapCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Press a button, switch a toggle or open a link of an activity; without an action, list them.",
        discussion: """
            The action is named by its id or by what stands on it, and performed by the provider that draws the activity, on the device that owns it, at most once for a key; the command ends when it has been performed.
            An address is opened here, as the desktop does (xdg-open); where there is no display it is printed, with exit status 69.

            Examples:
              widgetctl activity tap photos
              widgetctl activity tap photos cancel
              widgetctl activity tap photos cancel --queue 10min
            """)

    @Argument(help: "The activity's id, a unique prefix of it, or its tag.", completion: DaemonCompletion.activities)
    var activity: String

    @Argument(help: "The action: its id, or what its button says.", completion: DaemonCompletion.activityActions)
    var action: String?

    @Flag(help: "Switch the toggle on.")
    var on = false

    @Flag(help: "Switch the toggle off. Without --on and --off it is switched over.")
    var off = false

    @Option(help: "An idempotency key: what was performed with it in the last 48 hours isn't performed again.", transform: TapKey.init(parsing:))
    var key: TapKey?

    @Option(help: "Where the device that owns it is away: how long it may wait for it (90s, 30min, 2h; at most 24h) instead of failing at once.")
    var queue: FutureArgument?

    @Flag(help: "Open an address whatever its scheme: without it a user is asked where no program here is known for it.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if on && off { throw ValidationError("--on and --off exclude each other") }
    }

    func run(in session: Session) throws {
        guard let action else {
            let snapshot = try session.client.activity(activity)
            return try session.show(snapshot) { ActionRendering.text($0.tapTargets, of: "activity", session.style) }
        }
        let target = try TapName.find(action, among: try session.client.activity(activity).tapTargets)
        if let target, let url = target.url {
            return try session.open(url, isSure: yes, response: ProtoPerformActivityResponse.with { ($0.action, $0.openURL) = (target.id, url) })
        }
        var request = ProtoPerformActivityRequest()
        request.activity = activity
        request.action = target?.id ?? action
        if on || off { request.value = on }
        if let queue { request.queueUntil = .init(queue.date(from: session.dates.now)) }
        var random = SystemRandomNumberGenerator()
        request.idempotencyKey = key?.text ?? IdempotencyKey.make(using: &random)
        let response = try session.perform(key: request.idempotencyKey) { () throws(WidgetError) in try session.client.perform(request) }
        // What is shown has changed since it was looked at.
        if !response.openURL.isEmpty { return try session.open(response.openURL, isSure: yes, response: response) }
        try session.show(response) { ActivityRendering.performed($0, session.dates) }
    }
}
