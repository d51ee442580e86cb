import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct ActivityStartCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start an activity, or update the one of the same tag.",
        discussion: """
            An activity whose type only other devices' providers draw is started by such a device, which then owns it.

            Examples:
              widgetctl activity start --title Backup --progress 20% --tag nightly
              widgetctl activity start --title Tea --symbol cup.and.saucer --at 4min --alert "Tea is ready"
              widgetctl activity start --type TransferAttributes --attributes '{"name":"a.tar","directory":"/b","process":{"id":4242,"begin":0}}' --state \
              '{"done":1,"total":4,"rate":0}' --tag photos
            """)

    @Option(help: "The title that a user sees.")
    var title: String?

    @Option(help: "A symbol's name.")
    var symbol: String?

    @Option(help: "Its name in other commands. If an activity with this tag runs, it is updated instead.")
    var tag = ""

    @Option(help: "The app that it belongs to.")
    var app = "widgetctl"

    @Option(help: "The attributes type.")
    var type = TaskActivity.type

    @Option(help: ArgumentHelp("The attributes, for a type that isn't a task.", valueName: "json"))
    var attributes: String?

    @OptionGroup var content: ActivityContentOptions

    @Flag(help: "It is taken away when the session of this device locks.")
    var transient = false

    @Option(help: ArgumentHelp("Start it then, with --alert: in 5min, 2h, or at a date.", valueName: "when"))
    var at: FutureArgument?

    @Flag(help: "A server is to update it: print the token that it pushes to.")
    var push = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let isTask = type == TaskActivity.type
        if title?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--title is empty: give the title that a user sees") }
        if isTask, attributes == nil, title == nil { throw ValidationError("--title is missing: give the title that a user sees") }
        if !isTask || attributes != nil, title != nil || symbol != nil { throw ValidationError("--title and --symbol are a task's; give --attributes instead") }
        if at != nil, content.alert == nil { throw ValidationError("--at needs --alert, so that a user hears of the start") }
    }

    func run(in session: Session) throws {
        let now = session.dates.now
        var request = ProtoStartActivityRequest()
        request.app = app
        request.tag = tag
        request.type = type
        request.push = push
        request.style = transient ? .transient : .standard
        if let at { request.startDate = .init(at.date(from: now)) }
        if let alert = content.protoAlert { request.alert = alert }
        var before = ProtoActivityContent()
        if let title, attributes == nil {
            let task = TaskActivity(title: title, symbol: symbol ?? "", startedAt: at?.date(from: now) ?? now)
            request.attributes = task.attributes
            before.state = task.state
        } else {
            request.attributes = attributes ?? "{}"
        }
        request.content = try content.content(changing: before, attributes: request.attributes, type: type, now: now)
        let receipt = try session.client.start(request)
        let note = titleNote(receipt, session)
        try session.show(receipt) { ActivityRendering.receipt($0) + note }
    }

    /// A line where the activity was there already, with another title.
    private func titleNote(_ receipt: ProtoActivityReceipt, _ session: Session) -> String {
        guard let title, receipt.outcome == .updated, !session.printsJSON, let snapshot = try? session.client.activity(receipt.activityID),
            let kept = ActivityRendering.title(snapshot.activity.attributes), kept != title
        else { return "" }
        return "Its title stays \"\(PlainText.line(kept))\": attributes don't change. To start it with another title, end it first.\n"
    }
}

struct ActivityUpdateCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change the state of an activity.",
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
        // The daemon would name it by its id.
        guard ![.ended, .dismissed].contains(before.state) else {
            throw WidgetError(.failedPrecondition, "activity: '\(activity)' has ended and takes no updates; start another one")
        }
        // A state is sent whole, and the daemon doesn't tell the one that is hidden.
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
