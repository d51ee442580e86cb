import ArgumentParser
import WidgetAPI
import WidgetCore

struct ActivityUpdateCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change how an activity stands.",
        discussion: """
            Example:
              widgetctl activity update nightly --progress 60% --detail "12 GB left"
            """)

    @Argument(help: "The activity: its tag or id.", completion: DaemonCompletion.activities)
    var activity: String

    @OptionGroup var content: ActivityContentOptions

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if content.isEmpty, content.alert == nil {
            throw ValidationError("nothing is to be changed; give --progress, --detail, --state, --stale, --score or --alert")
        }
    }

    func run(in session: Session) throws {
        let snapshot = try session.client.activity(activity)
        let before = snapshot.activity
        // What is changed is sent whole, and what it is now isn't told.
        guard !snapshot.privateHidden || content.isEmpty || content.state != nil else {
            throw WidgetError(
                .failedPrecondition, "the session is locked and the activity's state is hidden; give all of it with --state, or unlock the session")
        }
        var request = ProtoUpdateActivityRequest()
        request.activity = before.id
        if !content.isEmpty {
            request.content = try content.content(changing: before.content, attributes: before.attributes, type: before.type, now: session.dates.now)
        }
        if let alert = content.protoAlert { request.alert = alert }
        try session.show(session.client.update(request)) { ActivityRendering.receipt($0) }
    }
}
